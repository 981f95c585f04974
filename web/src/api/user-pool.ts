// Imports the user-pool library, so this file must only be imported lazily: on sign-up, sign-in, refresh and sign-out.
import {
  CognitoRefreshToken,
  CognitoUserPool,
  type CognitoUser,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js'
import type { AppConfig } from './config.js'

type Done = (error: (Error & { nonRetryable?: boolean }) | null, result?: unknown) => void
/** The library's client, which its types omit. */
interface PoolClient {
  request(operation: string, params: object, done: Done): void
}

/** Creates the configured pool, whose endpoint is on this site's origin. */
export function userPool(idp: AppConfig['idp'], storage: ICognitoStorage): CognitoUserPool {
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
 * false if the pool rejected it. What another tab has stored since is kept in both cases: `isStored` returns whether
 * the refresh token still is the stored one. Errors: a network error if the pool was unreachable; the tokens are kept then.
 */
export async function refreshTokens(
  idp: AppConfig['idp'],
  storage: Storage,
  refreshToken: string | null,
  isStored: () => boolean,
): Promise<boolean> {
  // The library removes rejected tokens itself, whatever is stored by then, so it works on a copy.
  const copy = copyOf(storage)
  const user = userPool(idp, copy).getCurrentUser()
  if (!user || !refreshToken) return false
  const isRenewed = await new Promise<boolean>((resolve, reject) => {
    user.refreshSession(new CognitoRefreshToken({ RefreshToken: refreshToken }), (error: Error | null) => {
      if (!error) resolve(true)
      else if (isRejection(error)) resolve(false)
      else reject(error)
    })
  })
  if (isRenewed && isStored()) copy.storeIn(storage)
  return isRenewed
}

/** Returns a storage with the same values, whose changes are stored only by `storeIn`. */
function copyOf(storage: Storage): ICognitoStorage & { storeIn: (storage: Storage) => void } {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)!)
  const values = new Map(keys.map((key) => [key, storage.getItem(key) ?? '']))
  const written = new Set<string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void (values.set(key, value), written.add(key)),
    removeItem: (key) => void (values.delete(key), written.delete(key)),
    clear: () => (values.clear(), written.clear()),
    storeIn: (target) => written.forEach((key) => target.setItem(key, values.get(key)!)),
  }
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
