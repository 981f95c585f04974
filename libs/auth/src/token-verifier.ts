import { IDENTITY_UNAVAILABLE, TOKEN_EXPIRED, UNAUTHENTICATED } from '@hissa/contracts'
import { problemFor, systemTiming, wallNow } from '@hissa/kernel'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwksCache,
  jwtVerify,
  type ExportedJWKSCache,
  type JSONWebKeySet,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
} from 'jose'
import type { Revocations } from './revocations.js'
import { readClaims, type Claims, type TokenUse } from './claims.js'
import { VerifiedTokens } from './verified-tokens.js'

/** The keys of a pool. */
export interface TokenKeys extends JWTVerifyGetKey {
  /** Returns when the keys were fetched, or undefined if they must be fetched again. Absent if they never change. */
  fetchedAt?(): number | undefined
}

export interface TokenVerifierOptions {
  /** Must equal the tokens' `iss`. */
  issuer: string
  /** The app client, in `aud` of id tokens and `client_id` of access tokens. */
  clientId: string
  keys: TokenKeys
  /** Sessions that ended before their tokens expire; without it a token is accepted until it expires. */
  revocations?: Revocations | undefined
  /** Wall time; by default the system’s. */
  now?: (() => Date) | undefined
}

/**
 * Returns the keys published at a URL: fetched when first needed, cached for ten minutes, and fetched again for an
 * unknown key at most twice a minute.
 */
export function remoteKeys(jwksUrl: string): TokenKeys {
  const fetched: Partial<ExportedJWKSCache> = {}
  const durations = { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }
  const keys = createRemoteJWKSet(new URL(jwksUrl), { ...durations, [jwksCache]: fetched as JWKSCacheInput })
  const keyOf: JWTVerifyGetKey = (header, token) => keys(header, token)
  return Object.assign(keyOf, { fetchedAt: () => (keys.fresh ? fetched.uat : undefined) })
}

/** Returns keys in memory, for tests and for the service that owns them. */
export const localKeys = (keys: JSONWebKeySet): TokenKeys => createLocalJWKSet(keys)

/**
 * Verifies tokens of one user pool for one app client. The signature of a token is verified once while the same keys
 * apply; expiry, kind and revocation are checked each time.
 */
export class TokenVerifier {
  private readonly verified: VerifiedTokens

  constructor(private readonly options: TokenVerifierOptions) {
    this.verified = new VerifiedTokens(() => (options.keys.fetchedAt ? options.keys.fetchedAt() : 0))
  }

  /**
   * Verifies signature, issuer, client, kind and expiry of a token, and that its session was not revoked. Accepts id
   * tokens only, unless `accept` includes access tokens.
   * Errors: UNAUTHENTICATED (401), TOKEN_EXPIRED (401), IDENTITY_UNAVAILABLE (503: the keys cannot be fetched).
   */
  async verify(token: string | undefined, accept: readonly TokenUse[] = ['id']): Promise<Claims> {
    if (!token) throw problemFor(UNAUTHENTICATED, 'Authentication required. Please sign in again.')
    const { revocations, now } = this.options
    const claims = await this.verified.get(token, () => verifySignature(token, this.options))
    if (claims.expiresAt.getTime() <= wholeSeconds(now?.() ?? wallNow(systemTiming))) throw expired()
    if (!accept.includes(claims.tokenUse)) throw refused()
    await revocations?.ready()
    if (revocations?.isRevoked(claims)) throw ended()
    return claims
  }
}

/** Returns `TokenVerifier.verify` as a function, for a pool whose keys are published at `jwksUrl`. */
export function createTokenVerifier(options: {
  jwksUrl: string
  issuer: string
  clientId: string
  revocations?: Revocations
  now?: (() => Date) | undefined
}) {
  const { issuer, clientId, revocations, now } = options
  const verifier = new TokenVerifier({ issuer, clientId, keys: remoteKeys(options.jwksUrl), revocations, now })
  return (token: string | undefined, accept?: readonly TokenUse[]) => verifier.verify(token, accept)
}

/** Verifies everything that cannot change while a token is valid. */
async function verifySignature(token: string, options: TokenVerifierOptions): Promise<Claims> {
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
  if (!claims || audience !== options.clientId) throw refused()
  return claims
}

/** Returns the start of the second in ms, because the times of a token are whole seconds. */
const wholeSeconds = (at: Date) => Math.floor(at.getTime() / 1_000) * 1_000

const expired = () => problemFor(TOKEN_EXPIRED, 'Session expired. Please sign in again.')
const ended = () => problemFor(UNAUTHENTICATED, 'This session has ended. Please sign in again.')
const refused = () => problemFor(UNAUTHENTICATED, 'The token was not accepted. Please sign in again.')

function asProblem(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return expired()
  // Unreachable keys don't make the token invalid: the client must keep its session.
  const unreachable = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  const transport = !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC'
  if (unreachable || transport) {
    return problemFor(IDENTITY_UNAVAILABLE, 'Sign-in cannot be checked right now. Please try again.')
  }
  return refused()
}
