import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CLIENT_ID, Harness, PASSWORD, newEmail, refusalOf } from './harness.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LIMIT = 'LimitExceededException'
const TOO_MANY = 'TooManyRequestsException'

let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(2, { IDENTITY_LIMIT_FACTOR: '1' })
  // Frozen at the start of an hour, so that no window ends during a test.
  identity.clock.freeze()
  identity.clock.advance(HOUR_MS - (identity.clock.now().getTime() % HOUR_MS))
})
afterAll(() => identity.stop())

/** Sends a request as the gateway forwards it for a client at `address`. */
const from = (address: string, action: string, body: object, replica = 0) =>
  identity
    .post(action, { ClientId: CLIENT_ID, ...body }, { headers: { 'x-forwarded-for': address }, replica })
    .then(({ body }) => (body.__type as string | undefined) ?? 'accepted')
const start = (address: string, name: string, replica = 0) =>
  from(
    address,
    'InitiateAuth',
    { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: name, SRP_A: 'abcdef' } },
    replica,
  )
const signUp = (address: string, email = newEmail()) =>
  from(address, 'SignUp', { Username: email, Password: PASSWORD, UserAttributes: [] })
const refresh = (address: string, token: string) =>
  from(address, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: token } })
/** Submits a wrong password for a new name. */
async function guess(address: string): Promise<string> {
  const { body } = await identity.post(
    'InitiateAuth',
    { ClientId: CLIENT_ID, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: newEmail(), SRP_A: 'abcdef' } },
    { headers: { 'x-forwarded-for': address } },
  )
  const { USERNAME, SECRET_BLOCK } = body.ChallengeParameters as Record<string, string>
  return from(address, 'RespondToAuthChallenge', answerFor(USERNAME!, SECRET_BLOCK))
}
const answerFor = (name: string, block = 'AAAA') => ({
  ChallengeName: 'PASSWORD_VERIFIER',
  ChallengeResponses: {
    USERNAME: name,
    PASSWORD_CLAIM_SECRET_BLOCK: block,
    PASSWORD_CLAIM_SIGNATURE: 'AAAA',
    TIMESTAMP: 'Sun Apr 5 09:08:07 UTC 2026',
  },
})
const times = async (count: number, act: (n: number) => Promise<string>) => {
  const answers = new Set<string>()
  for (let n = 0; n < count; n += 8)
    for (const answer of await Promise.all(Array.from({ length: Math.min(8, count - n) }, (_, k) => act(n + k))))
      answers.add(answer)
  return [...answers]
}

describe('limits per address', () => {
  it('allow 300 sign-ins to start in five minutes across replicas, for each address', async () => {
    expect(await times(300, (n) => start('192.0.2.1', newEmail(), n % 2))).toEqual(['accepted'])
    expect(await start('192.0.2.1', newEmail(), 1)).toBe(TOO_MANY)
    expect(await start('192.0.2.2', newEmail())).toBe('accepted')
    identity.clock.advance(5 * MINUTE_MS)
    expect(await start('192.0.2.1', newEmail())).toBe('accepted')
  })

  it('count failures only for wrong passwords, and still allow tokens to be refreshed', async () => {
    const { email } = await identity.confirmed()
    const { session } = await identity.signIn(email)
    expect(await times(200, () => refresh('192.0.2.9', 'nonsense'))).toEqual(['NotAuthorizedException'])
    expect(await start('192.0.2.9', newEmail())).toBe('accepted')
    expect(await times(200, () => guess('192.0.2.9'))).toEqual(['NotAuthorizedException'])
    expect(await start('192.0.2.9', newEmail())).toBe(TOO_MANY)
    expect(await refresh('192.0.2.9', session.getRefreshToken().getToken())).toBe('accepted')
  })

  it('block an address for 15 minutes after 200 wrong passwords for many names', async () => {
    const { email } = await identity.confirmed()
    expect(await times(200, () => guess('192.0.2.3'))).toEqual(['NotAuthorizedException'])
    expect(await start('192.0.2.3', email)).toBe(TOO_MANY)
    expect(await start('192.0.2.4', email)).toBe('accepted')
    identity.clock.advance(15 * MINUTE_MS)
    expect(await start('192.0.2.3', email)).toBe('accepted')
  })

  it('allow 60 sign-ups in an hour, and count an IPv6 network as one address', async () => {
    const before = await identity.store.collection('users').countDocuments()
    expect(await times(60, (n) => signUp(`2001:db8:0:1::${n.toString(16)}`))).toEqual(['accepted'])
    expect(await signUp('2001:db8:0:1::ffff')).toBe(LIMIT)
    expect(await identity.store.collection('users').countDocuments()).toBe(before + 60)
    expect(await signUp('2001:db8:0:2::1')).toBe('accepted')
  })

  it('allow 60 requests for codes in an hour, for all names together', async () => {
    const resend = () => from('192.0.2.5', 'ResendConfirmationCode', { Username: newEmail() })
    expect(await times(60, resend)).toEqual(['accepted'])
    expect(await resend()).toBe(LIMIT)
  })

  it('allow 120 attempts at codes in an hour, for all names together', async () => {
    const attempt = () => from('192.0.2.6', 'ConfirmSignUp', { Username: newEmail(), ConfirmationCode: '123456' })
    expect(await times(120, attempt)).toEqual(['CodeMismatchException'])
    expect(await attempt()).toBe(LIMIT)
  })
})

describe('limits per user', () => {
  it('allow 10 changes of a password in an hour, across replicas and for each user', async () => {
    const changes = async () => {
      const { session } = await identity.signIn((await identity.confirmed()).email)
      const AccessToken = session.getAccessToken().getJwtToken()
      const body = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: 'short' }
      return (n: number) => from(`203.0.113.${n}`, 'ChangePassword', body, n % 2)
    }
    const [one, other] = [await changes(), await changes()]
    expect(await times(10, one)).toEqual(['InvalidPasswordException'])
    expect(await one(10)).toBe(LIMIT)
    expect(await other(0)).toBe('InvalidPasswordException')
  })
})

describe('limits per name', () => {
  it('allow 60 sign-ins to start in five minutes, for registered and unknown names', async () => {
    for (const name of [(await identity.confirmed()).email, newEmail()]) {
      expect(await times(60, (n) => start(`198.51.100.${n}`, n % 2 ? name : name.toUpperCase()))).toEqual(['accepted'])
      expect(await start('198.51.100.99', name)).toBe(TOO_MANY)
      identity.clock.advance(5 * MINUTE_MS)
      expect(await refusalOf(identity.signIn(name))).not.toMatch(TOO_MANY)
    }
  })

  it.each([
    ['with surrounding spaces', (name: string) => ({ USERNAME: ` ${name}  ` }), false],
    ['next to another in an ignored field', (name: string) => ({ USERNAME: name }), true],
  ] as const)('count a name %s as the same name', async (_, naming, isBesideAnother) => {
    const name = newEmail()
    const begin = (n: number) =>
      from(`198.51.103.${n}`, 'InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { ...naming(name), SRP_A: 'abcdef' },
        ...(isBesideAnother ? { Username: newEmail() } : {}),
      })
    expect(await times(60, begin)).toEqual(['accepted'])
    expect(await start('198.51.103.99', name)).toBe(TOO_MANY)
    expect(await begin(99)).toBe(TOO_MANY)
  })

  it('count the name that a password belongs to, and ignore names in other fields', async () => {
    const name = newEmail()
    const answer = (n: number) =>
      from(`198.51.104.${n}`, 'RespondToAuthChallenge', {
        ...answerFor(name),
        Username: newEmail(),
        AuthParameters: { USERNAME: newEmail() },
      })
    expect(await times(60, answer)).toEqual(['NotAuthorizedException'])
    expect(await answer(99)).toBe(TOO_MANY)
  })

  it('allow ten sign-ups and 30 confirmations in an hour', async () => {
    const email = newEmail()
    expect(await times(10, (n) => signUp(`198.51.101.${n}`, email))).toEqual(['accepted'])
    expect(await signUp('198.51.101.99', email)).toBe(LIMIT)
    const attempt = (n: number) =>
      from(`198.51.102.${n}`, 'ConfirmSignUp', { Username: email, ConfirmationCode: '123456' })
    // After five attempts, the code is invalidated.
    expect((await times(30, attempt)).sort()).toEqual(['CodeMismatchException', 'TooManyFailedAttemptsException'])
    expect(await attempt(99)).toBe(LIMIT)
  })
})

it('limits per name and address apply to password resets', async () => {
  const email = newEmail()
  const forgot = (n: number) => from(`198.51.105.${n}`, 'ForgotPassword', { Username: email })
  expect((await times(10, forgot)).sort()).toEqual([LIMIT, 'accepted'].sort())
  expect(await forgot(99)).toBe(LIMIT)
  const choose = (n: number) =>
    from(`198.51.106.${n}`, 'ConfirmForgotPassword', {
      Username: email,
      ConfirmationCode: '123456',
      Password: 'Lantern-harbour-77',
    })
  expect((await times(30, choose)).sort()).toEqual(['CodeMismatchException', 'TooManyFailedAttemptsException'])
  expect(await choose(99)).toBe(LIMIT)
  expect(await times(60, () => from('198.51.107.1', 'ForgotPassword', { Username: newEmail() }))).toEqual(['accepted'])
  expect(await from('198.51.107.1', 'ForgotPassword', { Username: newEmail() })).toBe(LIMIT)
})

it('stored counts contain neither names nor addresses', async () => {
  await start('203.0.113.77', 'somebody@example.com')
  const rows = JSON.stringify(await identity.store.collection('rate_limits').find().toArray())
  expect(rows).toContain('InitiateAuth-address')
  expect(rows).not.toMatch(/203\.0\.113\.77|somebody|2001:db8/)
})

it('refreshing tokens is still allowed after repeated failures, which are common for clients', async () => {
  const { email } = await identity.confirmed()
  const { session } = await identity.signIn(email)
  for (let n = 0; n < 30; n += 1) expect(await refresh('203.0.113.1', 'nonsense')).toBe('NotAuthorizedException')
  expect(await refresh('203.0.113.1', session.getRefreshToken().getToken())).toBe('accepted')
})

it('one address may send 1,000 other requests in five minutes', async () => {
  const revoke = () => from('198.51.108.1', 'RevokeToken', { Token: 'made-up' })
  expect(await times(1_000, revoke)).toEqual(['accepted'])
  expect(await revoke()).toBe(TOO_MANY)
  expect(await from('198.51.108.1', 'GetUser', { AccessToken: 'a.b.c' })).toBe(TOO_MANY)
  expect(await from('198.51.108.2', 'RevokeToken', { Token: 'made-up' })).toBe('accepted')
})
