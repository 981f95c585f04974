import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CLIENT_ID, Harness, PASSWORD, newEmail, type RawAnswer } from './harness.js'
import { exchange, initiate, parametersOf, timestampOf } from './srp-exchange.js'

const GUESSES = 50
const WRONG_PASSWORD = 'Incorrect username or password.'
const LOCKED = 'Password attempts exceeded'
let identity: Harness

beforeAll(async () => {
  identity = await Harness.start(2)
})
afterAll(() => identity.stop())

const typeOf = ({ body }: RawAnswer) => (body.__type as string | undefined) ?? 'accepted'
const messageOf = ({ body }: RawAnswer) => (body.message as string | undefined) ?? 'accepted'
const count = (answers: readonly string[], wanted: string) => answers.filter((answer) => answer === wanted).length

/** Requests a challenge for a name. Returns a function that responds to it with an invalid proof. */
async function wrongGuess(harness: Harness, email: string, headers: Record<string, string> = {}) {
  const challenge = parametersOf(await initiate(harness, email, 'abcdef', 0, headers))
  return (_change: Record<string, string | null>, replica = 0, more: Record<string, string> = {}) =>
    harness.post(
      'RespondToAuthChallenge',
      {
        ClientId: CLIENT_ID,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: challenge.USERNAME,
          PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK,
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: timestampOf(new Date()),
        },
      },
      { replica, headers: more },
    )
}

/** Returns fifty different codes with the correct one in the middle. */
const codes = (right: string) =>
  Array.from({ length: GUESSES }, (_, n) =>
    n === GUESSES / 2 ? right : String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'),
  )

describe('concurrent guesses', () => {
  it('lead to at most five verifications of a password, after which the correct one is rejected', async () => {
    const { email, userId } = await identity.confirmed()
    const guesses = await Promise.all(Array.from({ length: GUESSES }, () => wrongGuess(identity, email)))
    const right = await exchange(identity, email, PASSWORD)
    const { answers, last } = await identity.clock.frozen(async () => ({
      answers: await Promise.all(guesses.map((guess, n) => guess({}, n % 2))),
      last: await right.respond(),
    }))
    expect(count(answers.map(messageOf), WRONG_PASSWORD)).toBe(5)
    expect(count(answers.map(messageOf), LOCKED)).toBe(GUESSES - 5)
    expect(messageOf(last)).toBe(LOCKED)
    const failures = identity.store.collection<{ _id: string; count: number }>('failures')
    expect((await failures.findOne({ _id: userId }))?.count).toBe(5)
  })

  it.each([0.2, 0.5, 1])(
    'of a password with the correct one at position %d lead to at most nine failed verifications',
    async (place) => {
      const { email } = await identity.confirmed()
      const guesses = await Promise.all(Array.from({ length: GUESSES - 1 }, () => wrongGuess(identity, email)))
      const right = await exchange(identity, email, PASSWORD)
      guesses.splice(Math.round(place * (GUESSES - 1)), 0, right.respond)
      const answers = await identity.clock.frozen(() => Promise.all(guesses.map((guess, n) => guess({}, n % 2))))
      const messages = answers.map(messageOf)
      // Connections are served in no particular order, so the correct password may be among the first five.
      const accepted = count(messages, 'accepted')
      expect(count(messages, WRONG_PASSWORD)).toBeLessThanOrEqual(accepted === 1 ? 9 : 5)
      expect(accepted + count(messages, WRONG_PASSWORD) + count(messages, LOCKED)).toBe(GUESSES)
    },
  )

  it('lead to at most five comparisons of a sign-up code', async () => {
    const { email, userId } = await identity.signUp()
    const right = await identity.codeOf(userId)
    const answers = await Promise.all(
      codes(right).map((code, n) =>
        identity.post(
          'ConfirmSignUp',
          { ClientId: CLIENT_ID, Username: email, ConfirmationCode: code },
          { replica: n % 2 },
        ),
      ),
    )
    expect(count(answers.map(typeOf), 'CodeMismatchException')).toBeLessThanOrEqual(5)
    expect(count(answers.map(typeOf), 'InternalErrorException')).toBe(0)
  })

  it('lead to five comparisons of a password reset code', async () => {
    const { email, userId } = await identity.confirmed()
    await identity.post('ForgotPassword', { ClientId: CLIENT_ID, Username: email })
    const right = await identity.codeOf(userId, 'reset')
    const guess = (code: string, n: number) =>
      identity.post(
        'ConfirmForgotPassword',
        { ClientId: CLIENT_ID, Username: email, ConfirmationCode: code, Password: 'Lantern-harbour-77' },
        { replica: n % 2 },
      )
    const answers = await Promise.all(
      codes(right)
        .filter((code) => code !== right)
        .map(guess),
    )
    expect(count(answers.map(typeOf), 'CodeMismatchException')).toBe(5)
    expect(count(answers.map(typeOf), 'TooManyFailedAttemptsException')).toBe(GUESSES - 1 - 5)
    expect(typeOf(await guess(right, 0))).toBe('TooManyFailedAttemptsException')
  })

  it('are limited per address across many names', async () => {
    const limited = await Harness.start(2, { IDENTITY_LIMIT_FACTOR: '1' })
    try {
      const from = { 'x-forwarded-for': '192.0.2.50' }
      const guesses = await Promise.all(Array.from({ length: 210 }, () => wrongGuess(limited, newEmail(), from)))
      const answers = await limited.clock.frozen(() => Promise.all(guesses.map((guess, n) => guess({}, n % 2, from))))
      expect(count(answers.map(typeOf), 'NotAuthorizedException')).toBe(200)
      expect(count(answers.map(typeOf), 'TooManyRequestsException')).toBe(10)
    } finally {
      await limited.stop()
    }
  })

  it('all succeed with the correct password', async () => {
    const { email } = await identity.confirmed()
    const begun = await Promise.all(Array.from({ length: 20 }, () => exchange(identity, email, PASSWORD)))
    const answers = await Promise.all(begun.map(({ respond }) => respond()))
    expect(count(answers.map(typeOf), 'accepted')).toBe(20)
  })
})
