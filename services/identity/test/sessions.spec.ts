import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EndSession, ListSessions } from '@hissa/contracts/identity'
import { randomUUID } from 'node:crypto'
import { CLIENT_ID, Harness, PASSWORD, called } from './harness.js'
import { problemOf, signedInAt } from './people.js'
import { exchange } from './srp-exchange.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const list = async (token: string) => (await identity.call(ListSessions, {}, token)).sessions
const again = async (email: string) => {
  const { user, session } = await identity.signIn(email)
  return { user, session, token: session.getIdToken().getJwtToken() }
}

describe('the sessions of a user', () => {
  it('are listed with the present one first, and without those of others', async () => {
    const first = await signedInAt(identity)
    await signedInAt(identity)
    const second = await again(first.email)
    const sessionIds = [first, second].map(({ session }) => session.getAccessToken().payload.origin_jti)
    const seen = await list(second.token)
    expect(seen.map(({ sessionId, isCurrent }) => [sessionId, isCurrent])).toEqual([
      [sessionIds[1], true],
      [sessionIds[0], false],
    ])
    expect(seen[0]!.signedInAt).toBe(seen[0]!.lastUsedAt)
  })

  it('name the device that signed in, and when it was last used', async () => {
    const { token, session, userId } = await signedInAt(identity)
    const device = { browser: 'Firefox', system: 'Linux' }
    const where = { userId }
    await identity.store.collection('families').updateOne(where, { $set: { device } })
    identity.clock.advance(60_000)
    await identity.post('GetTokensFromRefreshToken', {
      ClientId: CLIENT_ID,
      RefreshToken: session.getRefreshToken().getToken(),
    })
    const [seen] = await list(token)
    expect(seen).toMatchObject({ device })
    expect(seen!.lastUsedAt > seen!.signedInAt).toBe(true)
  })

  it('end one by one, and only by their owner', async () => {
    const { email, token, userId } = await signedInAt(identity)
    const other = await again(email)
    const stranger = await signedInAt(identity)
    const sessionId = other.session.getAccessToken().payload.origin_jti as string
    const end = (by: string, id = sessionId) => problemOf(identity.call(EndSession, { sessionId: id }, by))
    expect(await end(stranger.token)).toBe('404 NOT_FOUND')
    expect(await end(token, randomUUID())).toBe('404 NOT_FOUND')
    expect(await end(token)).toBe('accepted')
    expect(await end(token)).toBe('404 NOT_FOUND')
    expect((await list(token)).map(({ isCurrent }) => isCurrent)).toEqual([true])
    const revoked = (await identity.eventsOf(userId)).filter(({ type }) => type === 'identity.session.revoked.v1')
    expect(revoked.map(({ data }) => [data.sessionIds, data.reason])).toEqual([[[sessionId], 'sign-out']])
  })

  it('are empty after signing out everywhere, and leave out expired ones', async () => {
    const { email, token, user, userId } = await signedInAt(identity)
    await again(email)
    expect(await list(token)).toHaveLength(2)
    await called((done) => user.globalSignOut({ onSuccess: () => done(null), onFailure: done }))
    const fresh = await again(email)
    expect(await list(fresh.token)).toHaveLength(1)
    await identity.store.collection('families').updateMany({ userId }, { $set: { expiresAt: new Date(0) } })
    expect(await list(fresh.token)).toEqual([])
  })

  it('keep the device of a sign-in over HTTP', async () => {
    const { email, token } = await signedInAt(identity)
    const { respond } = await exchange(identity, email, PASSWORD)
    const answer = await respond({}, 0, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/145.0',
    })
    expect(answer.status).toBe(200)
    expect((await list(token))[1]!.device).toEqual({ browser: 'Firefox', system: 'Linux' })
  })
})
