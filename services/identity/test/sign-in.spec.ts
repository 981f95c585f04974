import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createHash, randomBytes } from 'node:crypto'
import { N } from '../src/srp/group.js'
import { signature, sessionKey } from '../src/srp/caldera.js'
import { withOwnArithmetic } from './client-library.js'
import { Harness, PASSWORD, newEmail, refusalOf, type RawAnswer } from './harness.js'
import { exchange as exchangeWith, initiate as begin, parametersOf, timestampOf } from './srp-exchange.js'

let identity: Harness
let email: string
let userId: string

beforeAll(async () => {
  identity = await Harness.start(2)
  ;({ email, userId } = await identity.confirmed())
})
afterAll(() => identity.stop())

const initiate = (username: string, srpA: string) => begin(identity, username, srpA)
const exchange = (username: string, password: string) => exchangeWith(identity, username, password)
const errorOf = ({ status, body }: RawAnswer) => `${status} ${String(body.__type)}: ${String(body.message)}`

/** Sends a correct proof with a name as typed. */
const respondAs = async (typed: string) => (await exchange(email, PASSWORD)).respond({ USERNAME: typed })

const BAD = '400 NotAuthorizedException: Incorrect username or password.'

describe('sign-in', () => {
  it('returns tokens for the correct password, by address in any case or by sub', async () => {
    const { session } = await identity.signIn(email.toUpperCase())
    expect(session.getIdToken().payload.sub).toBe(userId)
    expect((await (await exchange(userId, PASSWORD)).respond()).status).toBe(200)
  })

  it('rejects a wrong password', async () => {
    expect(await refusalOf(identity.signIn(email, 'Corniche-2027'))).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    )
  })

  it('works with the unmodified client library', async () => {
    const { session } = await withOwnArithmetic(() => identity.signIn(email))
    expect(session.getIdToken().payload.sub).toBe(userId)
    expect(await refusalOf(withOwnArithmetic(() => identity.signIn(email, 'Corniche-2027')))).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    )
  })

  it('succeeds 64 times in a row, alternating between replicas', async () => {
    for (let n = 0; n < 64; n += 1) {
      const { session } = await identity.signIn(email, PASSWORD, n % 2)
      expect(session.isValid()).toBe(true)
    }
  })

  it('can start at one replica and complete at another', async () => {
    const { respond } = await exchange(email, PASSWORD)
    expect((await respond({}, 1)).status).toBe(200)
  })

  it('accepts the typed address instead of the sub, and ignores other parameters', async () => {
    const { respond } = await exchange(email, PASSWORD)
    expect((await respond({ USERNAME: email, SRP_A: 'abc', DEVICE_KEY: null })).status).toBe(200)
  })

  it('rejects a proof with the name of another user', async () => {
    const other = await identity.confirmed()
    const { respond } = await exchange(email, PASSWORD)
    expect(errorOf(await respond({ USERNAME: other.userId }))).toBe(BAD)
  })

  it.each([
    ['zero', '0'],
    ['the prime', N.toString(16)],
    ['twice the prime', (2n * N).toString(16)],
    ['an empty text', ''],
    ['a text that is not hex', 'xyz'],
    ['a huge number', 'f'.repeat(8_000)],
  ])('rejects %s as the public value of a client', async (_, value) => {
    expect(errorOf(await initiate(email, value))).toMatch(/^400 InvalidParameterException: /)
  })

  it('accepts only one response to a challenge, correct or wrong', async () => {
    const right = await exchange(email, PASSWORD)
    expect((await right.respond()).status).toBe(200)
    expect(errorOf(await right.respond())).toBe(BAD)
    const wrong = await exchange(email, PASSWORD)
    expect(errorOf(await wrong.respond({ PASSWORD_CLAIM_SIGNATURE: 'AAAA' }))).toBe(BAD)
    expect(errorOf(await wrong.respond())).toBe(BAD)
  })

  it('accepts one of two concurrent responses', async () => {
    const { respond } = await exchange(email, PASSWORD)
    const answers = await Promise.all([respond({}, 0), respond({}, 1)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  it('rejects a challenge after three minutes', async () => {
    const { respond } = await exchange(email, PASSWORD)
    identity.clock.advance(3 * 60_000)
    expect(errorOf(await respond())).toBe(BAD)
  })

  it('does not use up the challenge for an unknown device, because clients retry without it', async () => {
    const { respond } = await exchange(email, PASSWORD)
    const refused = await respond({ DEVICE_KEY: 'ap-southeast-1_0f0f' })
    expect(errorOf(refused)).toBe('400 ResourceNotFoundException: Device does not exist.')
    expect((await respond({ DEVICE_KEY: null })).status).toBe(200)
  })

  it('rejects a timestamp in another format, or too far from the current time', async () => {
    const { respond } = await exchange(email, PASSWORD)
    expect(errorOf(await respond({ TIMESTAMP: '2026-11-21T10:00:00Z' }))).toMatch(
      /InvalidParameterException: TIMESTAMP format/,
    )
    expect(errorOf(await respond({ TIMESTAMP: 'Sun Apr 5 09:08:07 UTC 2026' }))).toBe(BAD)
  })

  it.each([
    ['a day with a leading zero', (stated: string) => stated.replace(/^(\w+ \w+) \d+/, '$1 05')],
    [
      'another weekday',
      (stated: string) => (stated.startsWith('Sun') ? stated.replace('Sun', 'Mon') : `Sun${stated.slice(3)}`),
    ],
  ])('rejects a correct proof for a timestamp with %s like a wrong password', async (_, change) => {
    const { respond, responsesAt } = await exchange(email, PASSWORD)
    expect(errorOf(await respond(responsesAt(change(timestampOf(new Date())))))).toBe(BAD)
    expect(errorOf(await respond())).toBe(BAD)
    expect(await refusalOf(identity.signIn(email))).toBe('accepted')
  })

  it.each([
    [
      'in full-width letters',
      (name: string) =>
        [...name].map((c) => (/[!-~]/.test(c) ? String.fromCodePoint(c.codePointAt(0)! + 0xfee0) : c)).join(''),
    ],
    ['with invisible characters', (name: string) => `\u200b${name.slice(0, 3)}\u00ad${name.slice(3)}\ufeff`],
    ['with surrounding spaces', (name: string) => `\u00a0${name.toUpperCase()} `],
  ])('accepts the address %s', async (_, written) => {
    const { respond } = await exchange(written(email), PASSWORD)
    expect((await respond()).status).toBe(200)
    expect((await respondAs(written(email))).status).toBe(200)
  })

  it('reports an unconfirmed account only for the correct password', async () => {
    const unconfirmed = await identity.signUp()
    expect(await refusalOf(identity.signIn(unconfirmed.email))).toBe(
      'UserNotConfirmedException: User is not confirmed.',
    )
    expect(await refusalOf(identity.signIn(unconfirmed.email, 'Corniche-2027'))).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    )
  })
})

describe('sign-in with an unknown name', () => {
  it('returns the same fields, lengths and errors as for an account, with a stable salt and id', async () => {
    const absent = newEmail()
    const [known, unknown, again] = [
      parametersOf(await initiate(email, 'abcdef')),
      parametersOf(await initiate(absent, 'abcdef')),
      parametersOf(await initiate(absent.toUpperCase(), 'abcdef')),
    ]
    const shape = (parameters: Record<string, string>) =>
      Object.entries(parameters).map(([name, value]) => [name, value.length])
    expect(shape(unknown)).toEqual(shape(known))
    expect([again.SALT, again.USER_ID_FOR_SRP]).toEqual([unknown.SALT, unknown.USER_ID_FOR_SRP])
    expect(again.SRP_B).not.toBe(unknown.SRP_B)
    expect(await refusalOf(identity.signIn(absent))).toBe('NotAuthorizedException: Incorrect username or password.')
  })

  it('rejects a proof computed from the returned parameters', async () => {
    const { respond } = await exchange(newEmail(), PASSWORD)
    const guess = signature(sessionKey(2n, 4n, randomBytes(32)), 'x', 'y', createHash('sha256').digest(), 'z')
    expect(errorOf(await respond({ PASSWORD_CLAIM_SIGNATURE: guess }))).toBe(BAD)
  })
})

describe('lockout', () => {
  const LOCKED = 'NotAuthorizedException: Password attempts exceeded'
  const WRONG = 'NotAuthorizedException: Incorrect username or password.'
  // Time is frozen, because a lockout of one second is shorter than an attempt on a busy machine.
  const still = (act: () => Promise<void>) => () => identity.clock.frozen(act)
  const tryIn = (name: string, password: string) => refusalOf(identity.signIn(name, password))

  it(
    'doubles with each wrong password from the fifth, and ends with a correct one',
    still(async () => {
      const victim = (await identity.confirmed()).email
      for (let n = 0; n < 5; n += 1) expect(await tryIn(victim, 'Corniche-2027')).toBe(WRONG)
      expect(await tryIn(victim, PASSWORD)).toBe(LOCKED)
      identity.clock.advance(1_000)
      expect(await tryIn(victim, 'Corniche-2027')).toBe(WRONG)
      identity.clock.advance(500)
      expect(await tryIn(victim, PASSWORD)).toBe(LOCKED)
      identity.clock.advance(1_500)
      expect(await tryIn(victim, PASSWORD)).toBe('accepted')
      for (let n = 0; n < 4; n += 1) expect(await tryIn(victim, 'Corniche-2027')).toBe(WRONG)
      expect(await tryIn(victim, PASSWORD)).toBe('accepted')
    }),
  )

  it(
    'counts every one of concurrent wrong passwords, and then rejects the correct one',
    still(async () => {
      const victim = (await identity.confirmed()).email
      await Promise.all(Array.from({ length: 8 }, async () => (await exchange(victim, 'Corniche-2027')).respond()))
      expect(await tryIn(victim, PASSWORD)).toBe(LOCKED)
    }),
  )

  it(
    'applies to an unknown name',
    still(async () => {
      const unknown = newEmail()
      for (let n = 0; n < 5; n += 1) expect(await tryIn(unknown, PASSWORD)).toBe(WRONG)
      expect(await tryIn(unknown, PASSWORD)).toBe(LOCKED)
    }),
  )
})
