import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CLIENT_ID, Harness, newEmail } from './harness.js'
import { initiate, parametersOf } from './srp-exchange.js'

const HOUR_MS = 3_600_000
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

let identity: Harness
beforeAll(async () => {
  identity = await Harness.start(2)
})
afterAll(() => identity.stop())

type Kind = 'unknown' | 'pending' | 'confirmed' | 'suspended'
const KINDS: readonly Kind[] = ['unknown', 'pending', 'confirmed', 'suspended']

/** Returns a name of each kind, with the id of its account. */
async function nameOf(kind: Kind): Promise<{ email: string; userId?: string }> {
  if (kind === 'unknown') return { email: newEmail() }
  if (kind === 'pending') return identity.signUp()
  const account = await identity.confirmed()
  if (kind === 'suspended') await identity.local('standing', { userId: account.userId, suspended: true })
  return account
}

/** Sends a request of the pool. Returns all of the answer that doesn't differ between two answers to one request. */
async function send(action: string, request: object): Promise<string> {
  const { status, text, headers } = await identity.post(action, { ClientId: CLIENT_ID, ...request })
  const { date: _date, 'x-amzn-requestid': _id, ...rest } = Object.fromEntries(headers)
  return JSON.stringify([status, text, text.length, rest])
}

const confirm = (Username: string, ConfirmationCode: string) => send('ConfirmSignUp', { Username, ConfirmationCode })
const resend = (Username: string) => send('ResendConfirmationCode', { Username })

/** A code that is not the one of the account. */
async function wrongFor(userId: string | undefined): Promise<string> {
  const right = userId && (await identity.codeOf(userId).catch(() => undefined))
  return right === '000000' ? '000001' : '000000'
}

/** Returns the answers to a stranger who tries to confirm a name in every way. */
async function confirmations({ email, userId }: { email: string; userId?: string }): Promise<string[]> {
  const id = parametersOf(await initiate(identity, email, 'abcdef')).USER_ID_FOR_SRP!
  const answers: string[] = []
  const guess = async (times: number, name = email) => {
    for (let n = 0; n < times; n += 1) answers.push(await confirm(name, await wrongFor(userId)))
  }
  await guess(6)
  answers.push(await resend(email))
  await guess(6)
  answers.push(await resend(id))
  await guess(3)
  await guess(3, id)
  answers.push(await resend(email.toUpperCase()), await resend(email.replace('@', '＠')))
  answers.push(await resend(email), await resend(id))
  identity.clock.advance(25 * HOUR_MS)
  await guess(2)
  // The destination of a code that was requested by an id is masked like an address.
  return answers.map((answer) => answer.replace(UUID, 'id').replace(/[0-9a-f](?=\*\*\*)/g, 'x'))
}

describe('an unknown name', () => {
  it('gets the answers of a pending, a confirmed and a suspended account from confirmation and resend', async () => {
    const all = new Map<Kind, string[]>()
    for (const kind of KINDS) all.set(kind, await confirmations(await nameOf(kind)))
    const types = all.get('unknown')!.map((answer) => /(\w+)Exception/.exec(answer)?.[1] ?? 'accepted')
    const five = Array.from({ length: 5 }, () => 'CodeMismatch')
    expect(types.slice(0, 14)).toEqual([
      ...five,
      'TooManyFailedAttempts',
      'accepted',
      ...five,
      'TooManyFailedAttempts',
      'accepted',
    ])
    expect(types).toContain('LimitExceeded')
    for (const kind of KINDS) expect([kind, all.get(kind)]).toEqual([kind, all.get('unknown')])
  })

  it('may request its first codes at once', async () => {
    const { email } = await nameOf('unknown')
    const request = (replica: number) =>
      identity.post('ResendConfirmationCode', { ClientId: CLIENT_ID, Username: email }, { replica })
    const answers = await Promise.all([0, 1, 0, 1].map(request))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('is not sent a code, and neither is a confirmed or a suspended account', async () => {
    const codes = () => identity.store.collection('outbox').countDocuments({ 'event.data.purpose': 'sign-up' })
    const names = [await nameOf('unknown'), await nameOf('confirmed'), await nameOf('suspended')]
    const before = await codes()
    for (const { email } of names) await resend(email)
    expect(await codes()).toBe(before)
  })

  it('gets the answers of accounts from sign-in and password reset', async () => {
    const answersOf = async (email: string) => {
      const { text, status } = await initiate(identity, email, 'abcdef')
      const challenge = parametersOf(await initiate(identity, email, 'abcdef'))
      const again = parametersOf(await initiate(identity, email, 'abcdef'))
      expect([again.SALT, again.USER_ID_FOR_SRP]).toEqual([challenge.SALT, challenge.USER_ID_FOR_SRP])
      const answer = await send('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: challenge.USERNAME!,
          PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK!,
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: 'Sun Apr 5 09:08:07 UTC 2026',
        },
      })
      const code = { ConfirmationCode: '000000', Password: 'Lantern-harbour-77' }
      return [
        ...[status, text.length, answer],
        ...[await send('ForgotPassword', { Username: email })],
        ...[await send('ConfirmForgotPassword', { Username: email, ...code })],
      ]
    }
    const expected = await answersOf((await nameOf('unknown')).email)
    for (const kind of KINDS) expect([kind, await answersOf((await nameOf(kind)).email)]).toEqual([kind, expected])
  })
})

describe('a name whose account is confirmed', () => {
  it('is called confirmed only to who has the code that confirmed it', async () => {
    const { email, userId } = await identity.signUp()
    const code = await identity.codeOf(userId)
    expect(await confirm(email, code)).toContain('200')
    expect(await confirm(email, code)).toContain('Current status is CONFIRMED')
    expect(await confirm(email, code === '000000' ? '000001' : '000000')).toContain('CodeMismatchException')
  })

  it('allows five codes in all at once, whatever they are', async () => {
    const { email } = await nameOf('confirmed')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(email, String(100_000 + n))))
    expect(answers.filter((answer) => answer.includes('TooManyFailedAttempts'))).toHaveLength(15)
  })
})
