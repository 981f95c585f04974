// Imports the user-pool library, so it is itself only ever imported lazily: on sign-up, sign-in, refresh and sign-out.
import { CognitoRefreshToken, CognitoUserPool, type CognitoUser } from 'amazon-cognito-identity-js'
import type { AppConfig } from './config.js'

type Done = (error: (Error & { nonRetryable?: boolean }) | null, result?: unknown) => void
/** The library's client, which its types leave out. */
interface PoolClient {
  request(operation: string, params: object, done: Done): void
}

/** The pool of the configuration, speaking to our own origin. */
export function userPool(idp: AppConfig['idp'], storage: Storage): CognitoUserPool {
  const pool = new CognitoUserPool({
    UserPoolId: idp.userPoolId,
    ClientId: idp.clientId,
    endpoint: new URL(idp.endpoint, globalThis.location.origin).href,
    Storage: storage,
  })
  endAtRefusals((pool as unknown as { client: PoolClient }).client)
  return pool
}

/** Marks refusals as final. The library repeats every failed renewal for 6.5 s, also when the pool has refused it. */
function endAtRefusals(client: PoolClient): void {
  const request = client.request.bind(client)
  client.request = (operation, params, done) =>
    request(operation, params, (error, result) => {
      done(error && isRefusal(error) ? Object.assign(error, { nonRetryable: true }) : error, result)
    })
}

/**
 * Renews the stored tokens by the library's own rules, with one request. True when there is a valid session afterwards,
 * false when the pool refused. Errors: the network's, when the pool could not be reached; nothing is discarded then.
 */
export async function refreshTokens(
  idp: AppConfig['idp'],
  storage: Storage,
  refreshToken: string | null,
): Promise<boolean> {
  const user = userPool(idp, storage).getCurrentUser()
  if (!user || !refreshToken) return false
  return new Promise((resolve, reject) => {
    user.refreshSession(new CognitoRefreshToken({ RefreshToken: refreshToken }), (error: Error | null) => {
      if (!error) resolve(true)
      else if (isRefusal(error)) resolve(false)
      else reject(error)
    })
  })
}

/** Revokes the refresh token and what was made from it. */
export async function revokeTokens(idp: AppConfig['idp'], storage: Storage): Promise<void> {
  const user: CognitoUser | null = userPool(idp, storage).getCurrentUser()
  if (!user) return
  await new Promise<void>((resolve, reject) => {
    user.getSession((error: Error | null) => {
      if (error)
        resolve() // nothing valid is left to revoke
      else user.signOut((failed?: unknown) => (failed ? reject(failed) : resolve()))
    })
  })
}

function isRefusal(error: Error & { code?: string; name?: string }): boolean {
  return /NotAuthorized|UserNotFound|ResourceNotFound|Local storage is missing|InvalidParameter/.test(
    `${error.code ?? ''} ${error.name} ${error.message}`,
  )
}
