import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetCode } from '@hissa/contracts/identity'
import { Harness, PASSWORD, called, confirm, newEmail, refusalOf, resend, signUp } from './harness.js'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start()
})
afterAll(() => identity.stop())

const confirmed = async (email: string) => {
  const { userSub } = await signUp(identity.browser(), email, PASSWORD, {})
  await confirm(identity.userIn(identity.browser(), email), await identity.codeOf(userSub))
}

const HOUR_MS = 3_600_000
const ROUNDS = 10
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('sign-up', () => {
  it('creates an account with a UUID as sub, to be confirmed by a code sent to a masked destination', async () => {
    const { email, userId, result } = await identity.signUp({
      name: 'Fatima Al Mansoori',
      phone_number: '+971501234567',
    })
    expect(userId).toMatch(UUID)
    expect(result.userConfirmed).toBe(false)
    expect(result.codeDeliveryDetails).toEqual({
      Destination: 'f***@e***',
      DeliveryMedium: 'EMAIL',
      AttributeName: 'email',
    })
    await confirm(identity.userIn(identity.browser(), email), await identity.codeOf(userId))
    const { user } = await identity.signIn(email)
    const attributes = await called<{ Name: string; Value: string }[]>((done) => user.getUserAttributes(done))
    expect(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))).toEqual({
      sub: userId,
      email,
      email_verified: 'true',
      name: 'Fatima Al Mansoori',
      given_name: 'Fatima',
      family_name: 'Al Mansoori',
      phone_number: '+971501234567',
      phone_number_verified: 'false',
      'custom:kyc_status': 'pending',
      'custom:investor_status': 'pending',
    })
  })

  it('publishes events without personal data or codes', async () => {
    const { userId, email } = await identity.confirmed()
    const events = await identity.eventsOf(userId)
    expect(events).toEqual([
      { type: 'identity.user.registered.v1', data: { userId, language: 'en' } },
      { type: 'identity.code.requested.v1', data: { userId, purpose: 'sign-up', issue: 1 } },
      { type: 'identity.user.confirmed.v1', data: { userId } },
      { type: 'identity.userStatus.changed.v1', data: { userId, status: 'registered', version: 1 } },
    ])
    expect(JSON.stringify(events)).not.toContain(email)
  })

  it('stores no password, address, name or code in plain text', async () => {
    const { email, userId } = await identity.signUp({ name: 'Zuleikha Qattan', phone_number: '+971502223334' })
    const code = await identity.codeOf(userId)
    const rows = []
    for (const { name } of await identity.store.db!.listCollections().toArray()) {
      rows.push(...(await identity.store.collection(name).find().toArray()))
    }
    const text = JSON.stringify(rows)
    for (const secret of [PASSWORD, email, 'Zuleikha', '+971502223334', `"${code}"`]) expect(text).not.toContain(secret)
  })

  it.each([
    ['Ab1defg', 'long enough'],
    ['corniche1k', 'uppercase'],
    ['CORNICHE1K', 'lowercase'],
    ['Cornichek', 'numeric'],
    ['Password1', 'common'],
  ])('rejects the password %s', async (password, reason) => {
    const refusal = await refusalOf(signUp(identity.browser(), newEmail(), password, {}))
    expect(refusal).toContain('InvalidPasswordException: Password did not conform with policy: ')
    expect(refusal).toContain(reason)
  })

  it.each([
    ['Password123!', 'most common'],
    ['P@ssw0rd2026', 'most common'],
    ['Hissa-2026!', 'demonstration'],
    ['xFatima-9917', 'your name or email'],
    ['Mansoori-9917', 'your name or email'],
  ])('rejects the password %s of Fatima Al Mansoori with a reason', async (password, reason) => {
    const refusal = await refusalOf(signUp(identity.browser(), newEmail(), password, { name: 'Fatima Al Mansoori' }))
    expect(refusal).toContain('InvalidPasswordException: Password did not conform with policy: ')
    expect(refusal).toContain(reason)
  })

  it('rejects an address that is already confirmed, in any spelling', async () => {
    const { email } = await identity.confirmed()
    for (const typed of [email.toUpperCase(), email.replace('fatima', 'ｆａｔｉｍａ'), email.replace('@', '＠')]) {
      const again = await refusalOf(signUp(identity.browser(), typed, PASSWORD, {}))
      expect([typed, again]).toEqual([typed, 'UsernameExistsException: User already exists'])
    }
  })

  it('sends messages to the normalised address', async () => {
    const email = newEmail()
    const { userSub } = await signUp(identity.browser(), email.replace('fatima', 'ｆａｔｉｍａ'), PASSWORD, {})
    expect((await identity.call(GetCode, { userId: userSub, purpose: 'sign-up', issue: 1 })).email).toBe(email)
  })

  it.each([
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
  ])('treats %s and %s as one name', async (one, other) => {
    const rest = newEmail().slice(6)
    await confirmed(`${one}${rest}`)
    expect(await refusalOf(signUp(identity.browser(), `${other}${rest}`, PASSWORD, {}))).toMatch(/^UsernameExists/)
  })

  it('treats a domain and its ASCII form as equal', async () => {
    const name = newEmail().split('@')[0]!
    await confirmed(`${name}@bücher.example`)
    expect(await refusalOf(signUp(identity.browser(), `${name}@xn--bcher-kva.example`, PASSWORD, {}))).toMatch(
      /^UsernameExists/,
    )
  })

  it.each(['custom:kyc_status', 'custom:investor_status', 'email_verified', 'phone_number_verified', 'sub'])(
    'rejects the attribute %s',
    async (name) => {
      expect(await refusalOf(signUp(identity.browser(), newEmail(), PASSWORD, { [name]: 'approved' }))).toBe(
        'NotAuthorizedException: A client attempted to write unauthorized attribute',
      )
    },
  )

  it.each(['someone@mailinator.com', 'someone@MAILINATOR.com', 'someone@a.b.yopmail.com', 'someone', 'a@b'])(
    'rejects %s as an address',
    async (email) => {
      expect(await refusalOf(signUp(identity.browser(), email, PASSWORD, {}))).toMatch(/^InvalidParameterException: /)
    },
  )
})

describe('confirming a sign-up', () => {
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

  it('rejects a wrong code, and any code after 24 hours', async () => {
    const { email, userId } = await identity.signUp()
    const user = identity.userIn(identity.browser(), email)
    const code = await identity.codeOf(userId)
    expect(await refusalOf(confirm(user, wrong(code)))).toBe(
      'CodeMismatchException: Invalid verification code provided, please try again.',
    )
    identity.clock.advance(24 * HOUR_MS)
    expect(await refusalOf(confirm(user, code))).toBe(
      'ExpiredCodeException: Invalid code provided, please request a code again.',
    )
  })

  it('accepts a new code and rejects the previous one', async () => {
    const { email, userId } = await identity.signUp()
    const user = identity.userIn(identity.browser(), email)
    const first = await identity.codeOf(userId)
    expect(await resend(user)).toMatchObject({
      CodeDeliveryDetails: { Destination: 'f***@e***', DeliveryMedium: 'EMAIL' },
    })
    const second = await identity.codeOf(userId)
    expect(second).not.toBe(first)
    expect(await refusalOf(confirm(user, first))).toMatch(/^CodeMismatchException/)
    expect(await refusalOf(confirm(user, second))).toBe('accepted')
  })

  it('succeeds once for two concurrent requests', async () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const { email, userId } = await identity.signUp()
      const code = await identity.codeOf(userId)
      // A round trip between two requests lets the second one read before, while or after the first one confirms.
      const both = await Promise.all(
        [1, 2].map(async (request) => {
          for (let trip = 0; request === 2 && trip < n; trip += 1) await identity.eventsOf(userId)
          return refusalOf(confirm(identity.userIn(identity.browser(), email), code))
        }),
      )
      expect(both.sort()).toEqual([
        'NotAuthorizedException: User cannot be confirmed. Current status is CONFIRMED',
        'accepted',
      ])
      const types = (await identity.eventsOf(userId)).map((event) => event.type)
      expect(types.filter((type) => type === 'identity.user.confirmed.v1')).toHaveLength(1)
    }
  })

  it('rejects the correct code after five wrong ones, until a new code is sent', async () => {
    const { email, userId } = await identity.signUp()
    const user = identity.userIn(identity.browser(), email)
    const code = await identity.codeOf(userId)
    for (let n = 0; n < 5; n += 1) await refusalOf(confirm(user, wrong(code)))
    expect(await refusalOf(confirm(user, code))).toMatch(/^TooManyFailedAttemptsException/)
    await resend(user)
    expect(await refusalOf(confirm(user, await identity.codeOf(userId)))).toBe('accepted')
  })

  it('allows five codes an hour, for registered and unknown names', async () => {
    for (const email of [(await identity.signUp()).email, newEmail()]) {
      const user = identity.userIn(identity.browser(), email)
      for (let n = 0; n < 5; n += 1) await resend(user)
      expect(await refusalOf(resend(user))).toBe(
        'LimitExceededException: Attempt limit exceeded, please try after some time.',
      )
      identity.clock.advance(HOUR_MS)
      expect(await refusalOf(resend(user))).toBe('accepted')
    }
  })

  it('returns the same responses for an unknown name', async () => {
    const user = identity.userIn(identity.browser(), newEmail())
    expect(await refusalOf(confirm(user, '123456'))).toMatch(/^CodeMismatchException/)
    expect(await resend(user)).toMatchObject({ CodeDeliveryDetails: { Destination: 'f***@e***' } })
  })
})
