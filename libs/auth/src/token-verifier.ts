import { IDENTITY_UNAVAILABLE, TOKEN_EXPIRED, UNAUTHENTICATED } from '@hissa/contracts'
import { problemFor } from '@hissa/kernel'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose'
import type { Revocations } from './revocations.js'
import { readClaims, type Claims, type TokenUse } from './claims.js'

export interface TokenVerifierOptions {
  /** Must equal the tokens' `iss`. */
  issuer: string
  /** The app client, in `aud` of id tokens and `client_id` of access tokens. */
  clientId: string
  keys: JWTVerifyGetKey
  /** Sessions that ended before their tokens expire; without it a token is accepted until it expires. */
  revocations?: Revocations | undefined
  /** Wall time; set in tests. */
  now?: () => Date
}

/**
 * Returns the keys published at a URL: fetched when first needed, cached for ten minutes, and fetched again for an
 * unknown key at most twice a minute.
 */
export const remoteKeys = (jwksUrl: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 })

/** Returns keys in memory, for tests and for the service that owns them. */
export const localKeys = (keys: JSONWebKeySet): JWTVerifyGetKey => createLocalJWKSet(keys)

/** Verifies tokens of one user pool for one app client. */
export class TokenVerifier {
  constructor(private readonly options: TokenVerifierOptions) {}

  /**
   * Verifies signature, issuer, client, kind and expiry of a token, and that its session was not revoked. Accepts id
   * tokens only, unless `accept` includes access tokens.
   * Errors: UNAUTHENTICATED (401), TOKEN_EXPIRED (401), IDENTITY_UNAVAILABLE (503: the keys cannot be fetched).
   */
  verify(token: string | undefined, accept: readonly TokenUse[] = ['id']): Promise<Claims> {
    return verifyToken(token, { ...this.options, accept })
  }
}

/** Returns `TokenVerifier.verify` as a function, for a pool whose keys are published at `jwksUrl`. */
export function createTokenVerifier(options: {
  jwksUrl: string
  issuer: string
  clientId: string
  revocations?: Revocations
}) {
  const { issuer, clientId, revocations } = options
  const verifier = new TokenVerifier({ issuer, clientId, keys: remoteKeys(options.jwksUrl), revocations })
  return (token: string | undefined, accept?: readonly TokenUse[]) => verifier.verify(token, accept)
}

/** Verifies a token like `TokenVerifier.verify`, with the options as an argument. */
export async function verifyToken(
  token: string | undefined,
  options: TokenVerifierOptions & { accept?: readonly TokenUse[] },
): Promise<Claims> {
  if (!token) throw problemFor(UNAUTHENTICATED, 'Authentication required. Please sign in again.')
  const { payload } = await jwtVerify(token, options.keys, {
    issuer: options.issuer,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'exp', 'token_use'],
    currentDate: options.now?.(),
  }).catch((error: unknown) => {
    throw asProblem(error)
  })
  const claims = readClaims(payload)
  const audience = claims?.tokenUse === 'id' ? payload.aud : payload['client_id']
  if (!claims || audience !== options.clientId || !(options.accept ?? ['id']).includes(claims.tokenUse)) throw refused()
  await options.revocations?.ready()
  if (options.revocations?.isRevoked(claims)) throw ended()
  return claims
}

const ended = () => problemFor(UNAUTHENTICATED, 'This session has ended. Please sign in again.')
const refused = () => problemFor(UNAUTHENTICATED, 'The token was not accepted. Please sign in again.')

function asProblem(error: unknown): Error {
  if (error instanceof errors.JWTExpired) {
    return problemFor(TOKEN_EXPIRED, 'Session expired. Please sign in again.')
  }
  // Unreachable keys don't make the token invalid: the client must keep its session.
  const unreachable = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  const transport = !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC'
  if (unreachable || transport) {
    return problemFor(IDENTITY_UNAVAILABLE, 'Sign-in cannot be checked right now. Please try again.')
  }
  return refused()
}
