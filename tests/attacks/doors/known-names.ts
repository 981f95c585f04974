import { newPerson, type Journey } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import { median } from '@hissa/testing-helpers/bench'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Metrics } from '../support/metrics.js'

const KINDS = ['unknown', 'unconfirmed', 'confirmed'] as const
type Kind = (typeof KINDS)[number]

/** Rounds with a name of each kind. A name receives at most five codes an hour, so each round has new names. */
const ROUNDS = 8
/** How often each call is repeated for a name. The order of the kinds changes with each turn. */
const TURNS = 3
/** The slowest kind's median by the fastest kind's. Generous, because it is measured on a shared machine. */
const LARGEST_RATIO = 3

interface Attempt {
  action: string
  request: (name: string, challenge: Challenge) => object
}

/** The parameters of a sign-in that was begun. */
interface Challenge {
  USERNAME: string
  SECRET_BLOCK: string
}

const wrongProof = (_: string, { USERNAME, SECRET_BLOCK }: Challenge) => ({
  ChallengeName: 'PASSWORD_VERIFIER',
  ChallengeResponses: {
    USERNAME,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: 'AAAA',
    TIMESTAMP: 'Sun Apr 5 09:08:07 UTC 2026',
  },
})
const signIn = (USERNAME: string) => ({
  AuthFlow: 'USER_SRP_AUTH',
  AuthParameters: { USERNAME, SRP_A: randomBytes(128).toString('hex') },
})
const newPassword = { ConfirmationCode: '000000', Password: 'Lantern-harbour-77' }
const ATTEMPTS: readonly Attempt[] = [
  { action: 'InitiateAuth', request: signIn },
  { action: 'RespondToAuthChallenge', request: wrongProof },
  { action: 'ConfirmSignUp', request: (Username) => ({ Username, ConfirmationCode: '000000' }) },
  { action: 'ResendConfirmationCode', request: (Username) => ({ Username }) },
  { action: 'ForgotPassword', request: (Username) => ({ Username }) },
  { action: 'ConfirmForgotPassword', request: (Username) => ({ Username, ...newPassword }) },
]

/**
 * Compares what the pool answers about unknown, unconfirmed and confirmed names: status, body and size must be the same,
 * and no kind may take much longer than another.
 */
export async function verifyKnownNames(metrics: Metrics, hissa: Hissa, journey: Journey): Promise<void> {
  const { idp } = await journey.api<{ idp: { clientId: string } }>('/config.json')
  const send = sender(hissa.url, idp.clientId)
  const times = new Map<string, number[]>()
  const differing = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = { unknown: newName(), unconfirmed: await unconfirmed(journey), confirmed: await confirmed(journey) }
    for (const attempt of ATTEMPTS)
      for (let turn = 0; turn < TURNS; turn += 1) {
        const answers = new Set<string>()
        for (let n = 0; n < KINDS.length; n += 1) {
          const kind = KINDS[(round + turn + n) % KINDS.length]!
          const { answer, tookMs } = await send(attempt, names[kind])
          answers.add(answer)
          const key = keyOf(attempt, kind)
          times.set(key, [...(times.get(key) ?? []), tookMs])
        }
        if (answers.size > 1) differing.add(`${attempt.action}: ${[...answers].join(' or ')}`)
      }
    for (const name of Object.values(names)) for (const answer of await exhausted(send, name)) differing.add(answer)
  }
  for (const difference of differing) console.log(`     ${difference}`)
  metrics.add({ id: 'names.differing', value: differing.size, unit: 'answers', limit: 0 })
  for (const attempt of ATTEMPTS) {
    const medians = KINDS.map((kind) => median(times.get(keyOf(attempt, kind))!))
    const value = Math.max(...medians) / Math.min(...medians)
    metrics.add({ id: `names.${attempt.action}`, value, unit: 'times', limit: LARGEST_RATIO })
  }
}

const keyOf = ({ action }: Attempt, kind: Kind) => `${action} ${kind}`

/** Returns an address; all are masked alike. */
const newName = () => `n${randomUUID().slice(0, 13)}@hissa.test`

async function unconfirmed(journey: Journey): Promise<string> {
  const person = newPerson({ email: newName() })
  await journey.signUp(person)
  return person.email
}

async function confirmed(journey: Journey): Promise<string> {
  const email = await unconfirmed(journey)
  await journey.confirm(email)
  return email
}

type Send = (attempt: Attempt, name: string) => Promise<{ answer: string; tookMs: number }>

/** Submits wrong codes until no try is left. Returns the answers after that unless they are as expected. */
async function exhausted(send: Send, name: string): Promise<string[]> {
  const confirm = ATTEMPTS.find(({ action }) => action === 'ConfirmSignUp')!
  const answers: string[] = []
  for (let n = 0; n < 6; n += 1) answers.push((await send(confirm, name)).answer)
  const types = answers.map((answer) => /(\w+)Exception/.exec(answer)?.[1])
  const isExpected = types.slice(0, 5).every((type) => type === 'CodeMismatch') && types[5] === 'TooManyFailedAttempts'
  return isExpected ? [] : [`ConfirmSignUp: ${types.join(', ')}`]
}

/** Returns a function that sends a request to the pool and returns the shape of the answer, and how long it took. */
function sender(url: string, clientId: string): Send {
  const post = async (action: string, request: object) => {
    const startedAt = performance.now()
    const response = await fetch(`${url}/idp/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      },
      body: JSON.stringify({ ClientId: clientId, ...request }),
    })
    const text = await response.text()
    return { status: response.status, text, tookMs: performance.now() - startedAt }
  }
  return async ({ action, request }, name) => {
    const begun = action === 'RespondToAuthChallenge' ? (await post('InitiateAuth', signIn(name))).text : '{}'
    const { ChallengeParameters: challenge } = JSON.parse(begun) as { ChallengeParameters?: Challenge }
    const { status, text, tookMs } = await post(action, request(name, challenge!))
    return { answer: `${status} ${shapeOf(text)}`, tookMs }
  }
}

/** Returns a body with the length of what differs between two sign-ins of one name, or between two names. */
function shapeOf(text: string): string {
  const body = JSON.parse(text) as { ChallengeParameters?: Record<string, string> }
  if (!body.ChallengeParameters) return text
  // A number is as long as its first digits make it.
  const { SRP_B: _number, ...rest } = body.ChallengeParameters
  const lengths = Object.entries(rest).map(([name, value]) => `${name}: ${value.length}`)
  return JSON.stringify({ ...body, ChallengeParameters: lengths })
}
