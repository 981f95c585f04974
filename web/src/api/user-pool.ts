// Imports the user-pool library, so this file must only be imported lazily: on sign-up, sign-in, refresh and sign-out.
import { CognitoRefreshToken, CognitoUserPool, type CognitoUser } from 'amazon-cognito-identity-js'
import type { AppConfig } from './config.js'

type Done = (error: (Error & { nonRetryable?: boolean }) | null, result?: unknown) => void
/** The library's client, which its types omit. */
interface PoolClient {
  request(operation: string, params: object, done: Done): void
}

/** Creates the configured pool, whose endpoint is on this site's origin. */
export function userPool(idp: AppConfig['idp'], storage: Storage): CognitoUserPool {
  const pool = new CognitoUserPool({
    UserPoolId: idp.userPoolId,
    ClientId: idp.clientId,
    endpoint: new URL(idp.endpoint, globalThis.location.origin).href,
    Storage: storage,
  })
  stopRetryingRejections((pool as unknown as { client: PoolClient }).client)
  return pool
}

/** Marks rejections as final. The library retries every failed refresh for 6.5 s, even one that the pool rejected. */
function stopRetryingRejections(client: PoolClient): void {
  const request = client.request.bind(client)
  client.request = (operation, params, done) =>
    request(operation, params, (error, result) => {
      done(error && isRejection(error) ? Object.assign(error, { nonRetryable: true }) : error, result)
    })
}

/**
 * Refreshes the stored tokens through the library with one request. Returns true if the session is valid afterwards,
 * false if the pool rejected it. Errors: a network error if the pool was unreachable; the tokens are kept then.
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
      else if (isRejection(error)) resolve(false)
      else reject(error)
    })
  })
}

/** Revokes the refresh token and the tokens issued from it. */
export async function revokeTokens(idp: AppConfig['idp'], storage: Storage): Promise<void> {
  const user: CognitoUser | null = userPool(idp, storage).getCurrentUser()
  if (!user) return
  await new Promise<void>((resolve, reject) => {
    user.getSession((error: Error | null) => {
      if (error)
        resolve() // There is no valid session to revoke.
      else user.signOut((failed?: unknown) => (failed ? reject(failed) : resolve()))
    })
  })
}

function isRejection(error: Error & { code?: string; name?: string }): boolean {
  return /NotAuthorized|UserNotFound|ResourceNotFound|Local storage is missing|InvalidParameter/.test(
    `${error.code ?? ''} ${error.name} ${error.message}`,
  )
}
