import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CONFIG } from '../../../test/config.js'
import { forgetServerDate } from '../../api/server-clock.js'
import { signIn } from './pool.js'

const HOUR_MS = 3_600_000
const original = globalThis.fetch

/** A pool that starts each sign-in and refuses every proof. Returns the timestamps that were signed. */
function poolAt(serverDate: string | null, wallDate: string | null = null): string[] {
  const timestamps: string[] = []
  const challenge = {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: { USER_ID_FOR_SRP: 'user-1', SRP_B: 'abcdef', SALT: '1234', SECRET_BLOCK: 'AAAA' },
  }
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const headers = { get: (name: string) => (name === 'date' ? serverDate : name === 'x-wall-date' ? wallDate : null) }
    if (init.method === 'HEAD') {
      if (!serverDate) throw new TypeError('Failed to fetch')
      return { ok: true, status: 200, headers, url }
    }
    const { ChallengeResponses: proof } = JSON.parse(init.body as string) as {
      ChallengeResponses?: Record<string, string>
    }
    if (!proof) return { ok: true, status: 200, headers, json: async () => challenge }
    timestamps.push(proof['TIMESTAMP']!)
    return { ok: false, status: 400, headers, json: async () => ({ __type: 'NotAuthorizedException', message: 'No' }) }
  }) as unknown as typeof fetch
  return timestamps
}

describe('signIn', () => {
  beforeEach(forgetServerDate)
  afterEach(() => {
    globalThis.fetch = original
    forgetServerDate()
  })

  it('signs the time of the server when the clock of the device is hours off', async () => {
    const server = Math.trunc(Date.now() / 1000) * 1000 + 2 * HOUR_MS
    const timestamps = poolAt(new Date(server).toUTCString())
    expect(await signIn(CONFIG.idp, 'sara@example.com', 'Password-1')).toMatchObject({ kind: 'refused' })
    expect(timestamps).toHaveLength(1)
    expect(timestamps[0]).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/)
    expect(Date.parse(timestamps[0]!) - server).toBeLessThan(HOUR_MS)
    expect(Date.parse(timestamps[0]!)).toBeGreaterThanOrEqual(server)
  })

  it('signs wall time where the server’s business time was moved', async () => {
    const timestamps = poolAt(new Date(Date.now() + 48 * HOUR_MS).toUTCString(), new Date().toUTCString())
    await signIn(CONFIG.idp, 'sara@example.com', 'Password-1')
    expect(Math.abs(Date.parse(timestamps[0]!) - Date.now())).toBeLessThan(HOUR_MS)
  })

  it('asks for the time again at every sign-in, because the device may have slept', async () => {
    poolAt(new Date(Date.now() + 5 * HOUR_MS).toUTCString())
    await signIn(CONFIG.idp, 'sara@example.com', 'Password-1')
    const timestamps = poolAt(new Date(Date.now() + 2 * HOUR_MS).toUTCString())
    await signIn(CONFIG.idp, 'sara@example.com', 'Password-1')
    expect(Math.abs(Date.parse(timestamps[0]!) - Date.now() - 2 * HOUR_MS)).toBeLessThan(HOUR_MS)
  })

  it('signs the time of the device when the server does not state its own', async () => {
    const timestamps = poolAt(null)
    await signIn(CONFIG.idp, 'sara@example.com', 'Password-1')
    expect(Math.abs(Date.parse(timestamps[0]!) - Date.now())).toBeLessThan(HOUR_MS)
  })
})
