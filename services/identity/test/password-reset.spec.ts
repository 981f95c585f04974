import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetCode } from '@hissa/contracts/identity'
import type { CognitoUser } from 'amazon-cognito-identity-js'
import { CLIENT_ID, Harness, newEmail, refusalOf } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(2)
})
afterAll(() => identity.stop())

const HOUR_MS = 3_600_000
const NEW_PASSWORD = 'Lantern-harbour-77'
const MISMATCH = 'CodeMismatchException: Invalid verification code provided, please try again.'
const EXPIRED = 'ExpiredCodeException: Invalid code provided, please request a code again.'
const LIMIT = 'LimitExceededException: Attempt limit exceeded, please try after some time.'

const userOf = (email: string): CognitoUser => identity.userIn(identity.browser(), email)
const forgot = (email: string) =>
  new Promise<unknown>((resolve, reject) =>
    userOf(email).forgotPassword({ onSuccess: resolve, onFailure: reject, inputVerificationCode: resolve }),
  )
const choose = (email: string, code: string, password = NEW_PASSWORD) =>
  refusalOf(
    new Promise<unknown>((resolve, reject) =>
      userOf(email).confirmPassword(code, password, { onSuccess: resolve, onFailure: reject }),
    ),
  )
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const requests = async (userId: string) =>
  (await identity.eventsOf(userId)).filter(({ data }) => data.purpose === 'reset').length

describe('password reset', () => {
  it('replaces the password with the code from the email, by the client library', async () => {
    const { email, userId } = await identity.confirmed()
    expect(await forgot(email)).toEqual({
      CodeDeliveryDetails: { Destination: 'f***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    })
    expect(await choose(email, await identity.codeOf(userId, 'reset'))).toBe('accepted')
    expect(await refusalOf(identity.signIn(email))).toBe('NotAuthorizedException: Incorrect username or password.')
    const { session } = await identity.signIn(email, NEW_PASSWORD)
    expect(session.getIdToken().payload.sub).toBe(userId)
  })

  it('ends every open session', async () => {
    const { email, userId } = await identity.confirmed()
    const { session } = await identity.signIn(email)
    await forgot(email)
    expect(await choose(email, await identity.codeOf(userId, 'reset'))).toBe('accepted')
    const refresh = await identity.post('GetTokensFromRefreshToken', {
      ClientId: CLIENT_ID,
      RefreshToken: session.getRefreshToken().getToken(),
    })
    expect(refresh.body.message).toBe('Refresh Token has been revoked')
    const revoked = (await identity.eventsOf(userId)).filter(({ type }) => type === 'identity.session.revoked.v1')
    expect(revoked.map(({ data }) => [data.sessionIds, data.reason])).toEqual([
      [[session.getAccessToken().payload.origin_jti], 'password-reset'],
    ])
  })

  it('lifts a lockout caused by wrong passwords', async () => {
    const { email, userId } = await identity.confirmed()
    await identity.clock.frozen(async () => {
      for (let n = 0; n < 12; n += 1) {
        await refusalOf(identity.signIn(email, 'Corniche-2027'))
        if (n >= 5) identity.clock.advance(2 ** (n - 4) * 1_000)
      }
      for (let n = 0; n < 2; n += 1) await refusalOf(identity.signIn(email, 'Corniche-2027'))
      expect(await refusalOf(identity.signIn(email))).toBe('NotAuthorizedException: Password attempts exceeded')
    })
    await forgot(email)
    expect(await choose(email, await identity.codeOf(userId, 'reset'))).toBe('accepted')
    expect(await refusalOf(identity.signIn(email, NEW_PASSWORD))).toBe('accepted')
  })

  it('leaves no session of a concurrent sign-in with the old password', async () => {
    const { email, userId } = await identity.confirmed()
    await forgot(email)
    const code = await identity.codeOf(userId, 'reset')
    const outcomes = await Promise.all([refusalOf(identity.signIn(email)), choose(email, code)])
    expect(outcomes[1]).toBe('accepted')
    const live = await identity.store.collection('families').countDocuments({ userId, revokedAt: { $exists: false } })
    expect(live).toBe(0)
  })

  it('rejects a code that is wrong, used, superseded or an hour old', async () => {
    const { email, userId } = await identity.confirmed()
    await forgot(email)
    const first = await identity.codeOf(userId, 'reset')
    expect(await choose(email, wrong(first))).toBe(MISMATCH)
    await forgot(email)
    const second = await identity.codeOf(userId, 'reset')
    expect(await choose(email, first)).toBe(MISMATCH)
    expect(await choose(email, second)).toBe('accepted')
    expect(await choose(email, second)).toBe(EXPIRED)
    await forgot(email)
    const third = await identity.codeOf(userId, 'reset')
    identity.clock.advance(HOUR_MS)
    expect(await choose(email, third)).toBe(EXPIRED)
    expect(await refusalOf(identity.signIn(email, NEW_PASSWORD))).toBe('accepted')
  })

  it('never issues the number of an earlier code again, even after its row has expired', async () => {
    const { email, userId } = await identity.confirmed()
    const issues = async () =>
      (await identity.eventsOf(userId)).filter(({ data }) => data.purpose === 'reset').map(({ data }) => data.issue)
    await forgot(email)
    await identity.store.collection('reset_codes').deleteMany({})
    identity.clock.advance(HOUR_MS)
    await forgot(email)
    expect(new Set(await issues()).size).toBe(2)
  })

  it('rejects a weak password without using up the code', async () => {
    const { email, userId } = await identity.confirmed()
    await forgot(email)
    const code = await identity.codeOf(userId, 'reset')
    expect(await choose(email, code, 'Password123!')).toMatch(/^InvalidPasswordException: .*most common/)
    expect(await choose(email, code, `${email.split('@')[0]!.split('.')[0]!}X99-quay`)).toMatch(
      /^InvalidPasswordException: .*your name or email/,
    )
    expect(await choose(email, code, 'Mansoori-9917')).toMatch(/^InvalidPasswordException: .*your name or email/)
    expect(await choose(email, code)).toBe('accepted')
  })

  it('can be requested five times an hour', async () => {
    const { email, userId } = await identity.confirmed()
    for (let n = 0; n < 5; n += 1) expect(await refusalOf(forgot(email))).toBe('accepted')
    expect(await refusalOf(forgot(email))).toBe(LIMIT)
    expect(await requests(userId)).toBe(5)
    identity.clock.advance(HOUR_MS)
    expect(await refusalOf(forgot(email))).toBe('accepted')
  })

  it('sends the code to the sign-in address while a new address is unverified', async () => {
    const { email, userId } = await identity.confirmed()
    const { session } = await identity.signIn(email)
    await identity.post('UpdateUserAttributes', {
      AccessToken: session.getAccessToken().getJwtToken(),
      UserAttributes: [{ Name: 'email', Value: newEmail() }],
    })
    await forgot(email)
    const requested = (await identity.eventsOf(userId)).find(({ data }) => data.purpose === 'reset')
    const delivery = await identity.call(GetCode, { userId, purpose: 'reset', issue: requested!.data.issue as number })
    expect(delivery.email).toBe(email)
    expect(await choose(email, delivery.code)).toBe('accepted')
  })
})

describe('password reset of an unknown, unconfirmed or suspended name', () => {
  it('returns the same responses as for an account, and sends nothing', async () => {
    const { email: known, userId } = await identity.confirmed()
    const pending = await identity.signUp()
    const outbox = identity.store.collection('outbox')
    const resetSteps = async (email: string, right: string | undefined) => {
      const steps: unknown[] = [await choose(email, '000000')]
      steps.push(await forgot(email))
      const bad = right === undefined ? '000000' : wrong(await identity.codeOf(right, 'reset'))
      for (let n = 0; n < 6; n += 1) steps.push(await choose(email, bad))
      identity.clock.advance(HOUR_MS)
      steps.push(await choose(email, bad))
      return steps
    }
    const expected = await resetSteps(known, userId)
    expect(expected).toContain(MISMATCH)
    expect(expected.at(-1)).toBe(EXPIRED)
    const before = await outbox.countDocuments({ 'event.data.purpose': 'reset' })
    expect(await resetSteps(newEmail(), undefined)).toEqual(expected)
    expect(await resetSteps(pending.email, undefined)).toEqual(expected)
    expect(await outbox.countDocuments({ 'event.data.purpose': 'reset' })).toBe(before)
  })

  it('has the same limit as for an account', async () => {
    const unknown = newEmail()
    for (let n = 0; n < 5; n += 1) await forgot(unknown)
    expect(await refusalOf(forgot(unknown))).toBe(LIMIT)
  })

  it('does not reveal the owner’s name through the password policy', async () => {
    const { email } = await identity.confirmed()
    await forgot(email)
    expect(await choose(email, '000000', 'Mansoori-9917')).toBe(MISMATCH)
  })

  it('shares one limit for the address and the id of a name', async () => {
    const { email, userId } = await identity.confirmed()
    await identity.local('standing', { userId, suspended: true })
    const idOf = async (name: string) => {
      const { body } = await identity.post('InitiateAuth', {
        ClientId: CLIENT_ID,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: name, SRP_A: 'abcdef' },
      })
      return (body.ChallengeParameters as { USER_ID_FOR_SRP: string }).USER_ID_FOR_SRP
    }
    for (const name of [email, (await identity.signUp()).email, newEmail()]) {
      for (let n = 0; n < 5; n += 1) await forgot(name)
      expect(await refusalOf(forgot(await idOf(name)))).toBe(LIMIT)
    }
  })

  it('sends nothing for a suspended account', async () => {
    const { email, userId } = await identity.confirmed()
    await identity.local('standing', { userId, suspended: true })
    await forgot(email)
    expect(await requests(userId)).toBe(0)
  })
})
