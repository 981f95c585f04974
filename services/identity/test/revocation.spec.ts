import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetSession, ListRevocations } from '@hissa/contracts/identity'
import { until } from '@hissa/testing-helpers'
import { CLIENT_ID, Harness, PASSWORD, claimsOf, refusalOf } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(2)
})
afterAll(() => identity.stop())

const MINUTE_MS = 60_000

/** Signs in and returns the account, its tokens and a call that needs the session. */
async function signedIn(account = identity.confirmed()) {
  const { email, userId } = await account
  const { user, session } = await identity.signIn(email)
  const idToken = session.getIdToken().getJwtToken()
  const accessToken = session.getAccessToken().getJwtToken()
  return {
    email,
    userId,
    user,
    accessToken,
    refreshToken: session.getRefreshToken().getToken(),
    sessionId: claimsOf(idToken).origin_jti as string,
    callWithSession: () => refusalOf(identity.call(GetSession, {}, idToken)),
  }
}
const ENDED = 'UNAUTHENTICATED: This session has ended. Please sign in again.'
const revokedOf = async (userId: string) =>
  (await identity.eventsOf(userId)).filter(({ type }) => type === 'identity.session.revoked.v1').map(({ data }) => data)
const listed = async () => {
  const all: string[] = []
  for (let after: string | undefined; ;) {
    const { revocations, next } = await identity.call(ListRevocations, { limit: 3, ...(after ? { after } : {}) })
    all.push(...revocations.map(({ sessionId }) => sessionId))
    if (!next) return all
    after = next
  }
}

describe('a session that ends before its tokens expire', () => {
  it.each([
    [
      'signing out',
      'sign-out',
      (s: Awaited<ReturnType<typeof signedIn>>) =>
        identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: s.refreshToken }),
    ],
    [
      'signing out everywhere',
      'sign-out-everywhere',
      (s: Awaited<ReturnType<typeof signedIn>>) => identity.post('GlobalSignOut', { AccessToken: s.accessToken }),
    ],
    [
      'suspension',
      'suspended',
      ({ userId }: { userId: string }) => identity.local('standing', { userId, suspended: true }),
    ],
    [
      'new roles',
      'roles-changed',
      ({ userId }: { userId: string }) => identity.local('standing', { userId, roles: ['investor', 'content'] }),
    ],
  ] as const)('by %s is published without personal data, and its tokens are rejected', async (_, reason, end) => {
    const ended = await signedIn()
    const other = await signedIn()
    expect(await ended.callWithSession()).toBe('accepted')
    await end(ended)
    await until(async () => (await ended.callWithSession()) === ENDED)
    expect(await other.callWithSession()).toBe('accepted')
    const [event, ...more] = await revokedOf(ended.userId)
    expect(more).toEqual([])
    expect(event).toEqual({
      userId: ended.userId,
      sessionIds: [ended.sessionId],
      reason,
      revokedAt: expect.any(String),
      tokensExpireAt: expect.any(String),
    })
    expect(JSON.stringify(event)).not.toContain(ended.email)
    expect(await listed()).toContain(ended.sessionId)
  })

  it('does not end other sessions of its user', async () => {
    const here = await signedIn()
    const elsewhere = await signedIn(Promise.resolve(here))
    await identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: here.refreshToken })
    await until(async () => (await here.callWithSession()) === ENDED)
    expect(await elsewhere.callWithSession()).toBe('accepted')
  })

  it('is published once, even if it is revoked several times', async () => {
    const { refreshToken, userId } = await signedIn()
    const revoke = () => identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: refreshToken })
    await Promise.all([revoke(), revoke()])
    await revoke()
    expect(await revokedOf(userId)).toHaveLength(1)
  })

  it('is listed until its last token expires', async () => {
    const { refreshToken, sessionId } = await signedIn()
    identity.clock.advance(14 * MINUTE_MS)
    await identity.post('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken: refreshToken })
    await identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: refreshToken })
    identity.clock.advance(14 * MINUTE_MS)
    expect(await listed()).toContain(sessionId)
    identity.clock.advance(2 * MINUTE_MS)
    expect(await listed()).not.toContain(sessionId)
  })

  it('is listed page by page', async () => {
    const sessions = []
    for (let n = 0; n < 5; n += 1) sessions.push(await signedIn())
    for (const { refreshToken } of sessions)
      await identity.post('RevokeToken', { ClientId: CLIENT_ID, Token: refreshToken })
    const damaged = identity.call(ListRevocations, { limit: 2, after: 'nowhere' })
    await expect(damaged).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
    const first = await identity.call(ListRevocations, { limit: 2 })
    expect(first.revocations).toHaveLength(2)
    const all = await listed()
    expect(new Set(all).size).toBe(all.length)
    expect(sessions.every(({ sessionId }) => all.includes(sessionId))).toBe(true)
  })
})

describe('changed roles', () => {
  it('are in the tokens of the next sign-in', async () => {
    const { email, userId } = await identity.confirmed()
    await identity.local('standing', { userId, roles: ['compliance'] })
    const { session } = await identity.signIn(email, PASSWORD)
    expect(session.getIdToken().payload['cognito:groups']).toEqual(['compliance'])
  })
})

describe('lifting a suspension', () => {
  it('allows sign-in again, and publishes the change of status', async () => {
    const { email, userId } = await identity.confirmed()
    await identity.local('standing', { userId, suspended: true })
    expect(await refusalOf(identity.signIn(email))).toBe('NotAuthorizedException: User is disabled.')
    await identity.local('standing', { userId, suspended: false })
    expect(await refusalOf(identity.signIn(email))).toBe('accepted')
    const statuses = (await identity.eventsOf(userId)).flatMap(({ type, data }) =>
      type === 'identity.userStatus.changed.v1' ? [data.status] : [],
    )
    expect(statuses).toEqual(['registered', 'suspended', 'registered'])
  })
})
