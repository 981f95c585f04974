import { describe, expect, it } from '@jest/globals'
import { RevocationList } from './revocations.js'

const MINUTE_MS = 60_000
const revocation = (sessionId: string, atMs: number, lifeMs = 15 * MINUTE_MS) => ({
  sessionId,
  revokedAt: new Date(atMs),
  tokensExpireAt: new Date(atMs + lifeMs),
})
const issued = (familyId: string | undefined, atMs: number) => ({ familyId, issuedAt: new Date(atMs) })

describe('RevocationList', () => {
  it('contains revoked sessions and no others', () => {
    const list = new RevocationList({ now: () => 0 })
    list.add([revocation('s1', 0)])
    expect([issued('s1', -1), issued('s1', 1), issued('s2', -1), issued(undefined, -1)].map((c) => list.isRevoked(c))) // prettier-ignore
      .toEqual([true, true, false, false])
  })

  it('removes a session once its last token has expired', () => {
    let now = 0
    const list = new RevocationList({ now: () => now })
    list.add([revocation('s1', 0), revocation('s2', 0, 30 * MINUTE_MS)])
    now = 16 * MINUTE_MS
    list.add([])
    expect([list.size, list.isRevoked(issued('s1', 0)), list.isRevoked(issued('s2', 0))]).toEqual([1, false, true])
    list.add([revocation('s3', -20 * MINUTE_MS)])
    expect(list.size).toBe(1)
  })

  it('notifies its listeners once of each session', () => {
    const list = new RevocationList({ now: () => 0 })
    const notified: string[] = []
    const end = list.onRevoked((ids) => notified.push(...ids))
    list.add([revocation('s1', 0)])
    list.add([revocation('s1', 0), revocation('s2', 0)])
    end()
    list.add([revocation('s3', 0)])
    expect(notified).toEqual(['s1', 's2'])
  })

  it('never exceeds its limit, and never accepts a token of an evicted session again', () => {
    const list = new RevocationList({ maxEntries: 3, now: () => 10_000 })
    for (let n = 1; n <= 5; n += 1) list.add([revocation(`s${n}`, n * 1_000)])
    expect(list.size).toBe(3)
    expect([1, 2, 3, 4, 5].map((n) => list.isRevoked(issued(`s${n}`, n * 1_000 - 1)))).toEqual(Array(5).fill(true))
    expect(list.isRevoked(issued('open', 1_999))).toBe(true)
    expect(list.isRevoked(issued('open', 2_001))).toBe(false)
  })
})
