import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CognitoUser } from 'amazon-cognito-identity-js'
import { CLIENT_ID, Harness, PASSWORD, called, refusalOf } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const NEW_PASSWORD = 'Lantern-harbour-77'
const WRONG = 'NotAuthorizedException: Incorrect username or password.'
const LOCKED = 'NotAuthorizedException: Password attempts exceeded'

const change = (user: CognitoUser, from: string, to: string) =>
  refusalOf(called((done) => user.changePassword(from, to, done as never)))
const signedIn = async () => {
  const { email, userId } = await identity.confirmed()
  return { email, userId, ...(await identity.signIn(email)) }
}
const refresh = async ({ session }: Awaited<ReturnType<Harness['signIn']>>) =>
  (
    await identity.post('GetTokensFromRefreshToken', {
      ClientId: CLIENT_ID,
      RefreshToken: session.getRefreshToken().getToken(),
    })
  ).status

describe('a changed password', () => {
  it('replaces the previous one, ends the other sessions and keeps this one', async () => {
    const { email, userId, user, session } = await signedIn()
    const other = await identity.signIn(email)
    expect(await change(user, PASSWORD, NEW_PASSWORD)).toBe('accepted')
    expect(await refusalOf(identity.signIn(email))).toBe(WRONG)
    expect(await refusalOf(identity.signIn(email, NEW_PASSWORD))).toBe('accepted')
    expect([await refresh({ user, session }), await refresh(other)]).toEqual([200, 400])
    const revoked = (await identity.eventsOf(userId)).filter(({ type }) => type === 'identity.session.revoked.v1')
    expect(revoked.map(({ data }) => data.sessionIds)).toEqual([[other.session.getAccessToken().payload.origin_jti]])
  })

  it('needs the present password, whose guesses lock the account like a sign-in', async () => {
    const { email, user } = await signedIn()
    await identity.clock.frozen(async () => {
      const guesses = await Promise.all(Array.from({ length: 8 }, () => change(user, 'Wrong-guess-1', NEW_PASSWORD)))
      expect(guesses.sort()).toEqual([...Array<string>(5).fill(WRONG), ...Array<string>(3).fill(LOCKED)])
      expect(await change(user, PASSWORD, NEW_PASSWORD)).toBe(LOCKED)
      expect(await refusalOf(identity.signIn(email))).toBe(LOCKED)
    })
  })

  it('has to keep the rules for passwords', async () => {
    const { email, user } = await signedIn()
    expect(await change(user, PASSWORD, 'short')).toMatch(/^InvalidPasswordException: .*not long enough/)
    expect(await change(user, PASSWORD, 'Mansoori-2026')).toMatch(/^InvalidPasswordException: .*your name/)
    expect(await refusalOf(identity.signIn(email))).toBe('accepted')
  })

  it('is compared with the rules only after the present password was right', async () => {
    const { user } = await signedIn()
    await identity.clock.frozen(async () => {
      for (let guess = 0; guess < 5; guess += 1) expect(await change(user, 'Wrong-guess-1', 'short')).toBe(WRONG)
      expect(await change(user, 'Wrong-guess-1', 'short')).toBe(LOCKED)
    })
  })

  it('is refused to a session that has ended', async () => {
    const { user, session } = await signedIn()
    const AccessToken = session.getAccessToken().getJwtToken()
    await called((done) => user.globalSignOut({ onSuccess: () => done(null), onFailure: done }))
    const body = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: NEW_PASSWORD }
    expect((await identity.post('ChangePassword', body)).body).toMatchObject({
      message: 'Access Token has been revoked',
    })
  })

  it('is saved once when two changes from the same password arrive together', async () => {
    const { email, user } = await signedIn()
    const outcomes = await Promise.all(
      ['Lantern-harbour-78', 'Lantern-harbour-79'].map((next) => change(user, PASSWORD, next)),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
    const accepted = ['Lantern-harbour-78', 'Lantern-harbour-79'][outcomes.indexOf('accepted')]!
    expect(await refusalOf(identity.signIn(email, accepted))).toBe('accepted')
  })
})
