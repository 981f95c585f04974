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
  /** Exactly the tokens' `iss`. */
  issuer: string
  /** The app client that id tokens name in `aud` and access tokens in `client_id`. */
  clientId: string
  keys: JWTVerifyGetKey
  /** Sessions that ended before their tokens did; without it a token is good until it expires. */
  revocations?: Revocations | undefined
  /** Wall time; tests move it. */
  now?: () => Date
}

/** Keys published at a URL, fetched when first needed, kept ten minutes, asked again for an unknown key at most twice a minute. */
export const remoteKeys = (jwksUrl: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 })

/** Keys at hand, for tests and for the service that holds them. */
export const localKeys = (keys: JSONWebKeySet): JWTVerifyGetKey => createLocalJWKSet(keys)

/** Verifies tokens of one user pool for one app client. */
export class TokenVerifier {
  constructor(private readonly options: TokenVerifierOptions) {}

  /**
   * Verifies signature, issuer, client, kind and expiry of a token, and that its session was not revoked. Id tokens only, unless `accept` names access tokens too.
   * Errors: UNAUTHENTICATED (401), TOKEN_EXPIRED (401), IDENTITY_UNAVAILABLE (503: the keys cannot be fetched).
   */
  verify(token: string | undefined, accept: readonly TokenUse[] = ['id']): Promise<Claims> {
    return verifyToken(token, { ...this.options, accept })
  }
}

/** `TokenVerifier.verify` of a pool whose keys are published at `jwksUrl`, as a function. */
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

/** As `TokenVerifier.verify`, for callers that hold the options themselves. */
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
  // Not being able to reach the keys says nothing about the token: the client must not throw its session away.
  const unreachable = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  const transport = !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC'
  if (unreachable || transport) {
    return problemFor(IDENTITY_UNAVAILABLE, 'Sign-in cannot be checked right now. Please try again.')
  }
  return refused()
}
