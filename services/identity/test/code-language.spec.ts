import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CLIENT_ID, Harness, PASSWORD, newEmail, refusalOf } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(1)
})
afterAll(() => identity.stop())

const post = async (action: string, Username: string, ClientMetadata?: unknown, more: object = {}) => {
  const { status, body } = await identity.post(action, { ClientId: CLIENT_ID, Username, ClientMetadata, ...more })
  expect([status, body.__type]).toEqual([200, undefined])
  return body
}
const languagesOf = async (userId: string, purpose: string) =>
  (await identity.eventsOf(userId))
    .filter(({ type, data }) => type === 'identity.code.requested.v1' && data.purpose === purpose)
    .map(({ data }) => data.language)
const signUp = async (email: string, metadata?: unknown) =>
  (await post('SignUp', email, metadata, { Password: PASSWORD, UserAttributes: [{ Name: 'locale', Value: 'en' }] }))
    .UserSub as string

describe('the language of a requested code', () => {
  it('is the one in ClientMetadata for a sign-up and each resent code', async () => {
    const email = newEmail()
    const userId = await signUp(email, { locale: 'ar' })
    await post('ResendConfirmationCode', email, { sub: userId, locale: 'en' })
    await post('ResendConfirmationCode', email, { locale: 'ar' })
    await post('ResendConfirmationCode', email)
    expect(await languagesOf(userId, 'sign-up')).toEqual(['ar', 'en', 'ar', undefined])
  })

  it('is the one in ClientMetadata for a password reset, by the unmodified client library', async () => {
    const { email, userId } = await identity.confirmed({ name: 'Sara Ahmed', locale: 'en' })
    const user = identity.userIn(identity.browser(), email)
    const forgot = (metadata?: Record<string, string>) =>
      refusalOf(
        new Promise<unknown>((resolve, reject) =>
          user.forgotPassword({ onSuccess: resolve, onFailure: reject, inputVerificationCode: resolve }, metadata),
        ),
      )
    expect([await forgot({ locale: 'ar' }), await forgot()]).toEqual(['accepted', 'accepted'])
    expect(await languagesOf(userId, 'reset')).toEqual(['ar', undefined])
  })

  it('does not change the language of the account', async () => {
    const { email, userId } = await identity.confirmed({ name: 'Sara Ahmed', locale: 'en' })
    await post('ForgotPassword', email, { locale: 'ar' })
    const { session } = await identity.signIn(email)
    expect(session.getIdToken().payload).toMatchObject({ sub: userId, locale: 'en' })
  })

  it.each([
    ['another language', 'de'],
    ['a region', 'ar-AE'],
    ['an empty text', ''],
    ['null', null],
    ['a long text', 'x'.repeat(10_000)],
    ['a number', 7],
    ['an object', { $ne: 'en' }],
  ])('is absent when the client sends %s', async (_case, locale) => {
    const email = newEmail()
    const userId = await signUp(email, { locale })
    await post('ResendConfirmationCode', email, { locale })
    expect(await languagesOf(userId, 'sign-up')).toEqual([undefined, undefined])
  })
})
