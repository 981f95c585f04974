import { newPerson, poll, type Journey, type Session } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import type { Metrics } from '../support/metrics.js'

const GIVE_UP_MS = 15_000
const ASK_EVERY_MS = 20
const UNAUTHENTICATED = 401

/** Measures how long an id token is accepted after its session has signed out. */
export async function verifySignOut(metrics: Metrics, hissa: Hissa, journey: Journey): Promise<void> {
  const session = await journey.join(newPerson())
  await metrics.measure('signOut.rejected', 'ms', 2_000, async () => {
    await signOut(hissa.url, session)
    const startedAt = performance.now()
    const wait = { timeoutMs: GIVE_UP_MS, intervalMs: ASK_EVERY_MS }
    await poll(
      '401 for the token',
      async () => (await statusOf(hissa.url, session)) === UNAUTHENTICATED || undefined,
      wait,
    )
    return performance.now() - startedAt
  })
}

/** As the user pool's client library does. */
async function signOut(url: string, { refreshToken }: Session): Promise<void> {
  const { idp } = (await (await fetch(`${url}/config.json`)).json()) as { idp: { clientId: string } }
  const response = await fetch(`${url}/idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
    },
    body: JSON.stringify({ ClientId: idp.clientId, Token: refreshToken }),
  })
  if (!response.ok) throw new Error(`sign-out responded with ${response.status} ${await response.text()}`)
}

const statusOf = async (url: string, { idToken }: Session): Promise<number> =>
  (await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${idToken}` } })).status
