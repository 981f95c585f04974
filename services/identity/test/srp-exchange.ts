import { signature } from '../src/srp/caldera.js'
import { clientParts } from './client-library.js'
import { CLIENT_ID, POOL_ID, type Harness, type RawAnswer } from './harness.js'

const { AuthenticationHelper, BigInteger, DateHelper } = await clientParts()
const POOL_NAME = POOL_ID.split('_')[1]!

type Headers = Record<string, string>

/** Sends the first request of a sign-in without the client library. */
export const initiate = (identity: Harness, username: string, srpA: string, replica = 0, headers: Headers = {}) =>
  identity.post(
    'InitiateAuth',
    { ClientId: CLIENT_ID, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: username, SRP_A: srpA } },
    { replica, headers },
  )

export const parametersOf = (answer: RawAnswer) => answer.body.ChallengeParameters as Record<string, string>

/** Returns a timestamp in the format of clients. */
export function timestampOf(at: Date): string {
  const [day, date, month, year, time] = at.toUTCString().replace(',', '').split(' ')
  return `${day} ${month} ${Number(date)} ${time} UTC ${year}`
}

/** Starts a sign-in and returns functions for the second request, which can be repeated or changed. */
export async function exchange(identity: Harness, username: string, password: string, headers: Headers = {}) {
  const helper = new AuthenticationHelper(POOL_NAME)
  const a = await new Promise<{ toString(radix: number): string }>((resolve) =>
    helper.getLargeAValue((_, value) => resolve(value)),
  )
  const challenge = parametersOf(await initiate(identity, username, a.toString(16), 0, headers))
  const key = await new Promise<Buffer>((resolve) =>
    helper.getPasswordAuthenticationKey(
      challenge.USER_ID_FOR_SRP!,
      password,
      new BigInteger(challenge.SRP_B!, 16),
      new BigInteger(challenge.SALT!, 16),
      (_, value) => resolve(Buffer.from(value)),
    ),
  )
  const block = Buffer.from(challenge.SECRET_BLOCK!, 'base64')
  /** Returns the responses with a proof for a timestamp. */
  const responsesAt = (timestamp: string): Record<string, string> => ({
    USERNAME: challenge.USERNAME!,
    PASSWORD_CLAIM_SECRET_BLOCK: challenge.SECRET_BLOCK!,
    PASSWORD_CLAIM_SIGNATURE: signature(key, POOL_NAME, challenge.USER_ID_FOR_SRP!, block, timestamp),
    TIMESTAMP: timestamp,
  })
  const responses = responsesAt(new DateHelper().getNowString())
  const respond = (change: Record<string, string | null> = {}, replica = 0, more: Headers = {}) =>
    identity.post(
      'RespondToAuthChallenge',
      { ClientId: CLIENT_ID, ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: { ...responses, ...change } },
      { replica, headers: more },
    )
  return { challenge, respond, responsesAt }
}
