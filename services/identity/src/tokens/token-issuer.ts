import {
  SignJWT,
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import { randomUUID } from 'node:crypto'
import type { IdentityClock } from '../clock.js'
import { notAuthorized } from '../errors/pool-error.js'
import { investorStatusOf, kycStatusOf } from '../users/user-status.js'
import type { User } from '../users/user.js'
import type { Family } from './family.store.js'
import type { KeyUse, SigningKeyStore } from './signing-keys.js'

/** The result of a sign-in or a refresh; a refresh returns no new refresh token. */
export interface AuthenticationResult {
  AccessToken: string
  IdToken: string
  RefreshToken?: string
  /** Seconds. */
  ExpiresIn: number
  TokenType: 'Bearer'
}

export interface TokenIssuerOptions {
  issuer: string
  clientId: string
  lifeSeconds: number
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** Issues and verifies the pool's tokens (RS256). */
export class TokenIssuer {
  private ownKeys: JWTVerifyGetKey | undefined

  constructor(
    private readonly keys: SigningKeyStore,
    private readonly clock: IdentityClock,
    private readonly options: TokenIssuerOptions,
  ) {}

  /** Issues an id token and an access token for a session. A refresh keeps its `origin_jti` and `auth_time`. */
  async issue(user: User, family: Family): Promise<AuthenticationResult> {
    const now = seconds(this.clock.now())
    const common = {
      sub: user.userId,
      ...(user.groups.length > 0 ? { 'cognito:groups': [...user.groups].sort() } : {}),
      iss: this.options.issuer,
      origin_jti: family.familyId,
      event_id: randomUUID(),
      auth_time: seconds(family.authenticatedAt),
      exp: now + this.options.lifeSeconds,
      iat: now,
    }
    const [AccessToken, IdToken] = await Promise.all([
      this.sign('access', { ...common, ...accessClaims(user, family) }),
      this.sign('id', { ...common, ...idClaims(user, family) }),
    ])
    return { AccessToken, IdToken, ExpiresIn: this.options.lifeSeconds, TokenType: 'Bearer' }
  }

  /** Verifies an access token of this pool. Errors: NotAuthorized if it is invalid or expired. */
  async readAccess(token: string): Promise<{ userId: string; familyId: string }> {
    const payload = await this.verify(token).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired')
      if (error instanceof errors.JOSEError || error instanceof TypeError) throw notAuthorized('Invalid Access Token')
      throw error
    })
    const { sub, origin_jti: familyId, token_use: use, client_id: clientId } = payload
    if (!sub || typeof familyId !== 'string' || use !== 'access' || clientId !== this.options.clientId) {
      throw notAuthorized('Invalid Access Token')
    }
    return { userId: sub, familyId }
  }

  /** Returns the public keys for clients and resource servers. */
  async publicKeys(): Promise<JSONWebKeySet> {
    const { id, access } = await this.keys.load()
    return { keys: [id.publicJwk, access.publicJwk] as JSONWebKeySet['keys'] }
  }

  private async verify(token: string): Promise<JWTPayload> {
    this.ownKeys ??= createLocalJWKSet(await this.publicKeys())
    const { issuer } = this.options
    return (await jwtVerify(token, this.ownKeys, { issuer, algorithms: ['RS256'], currentDate: this.clock.now() }))
      .payload
  }

  private async sign(use: KeyUse, payload: JWTPayload): Promise<string> {
    const { kid, privateKey } = (await this.keys.load())[use]
    return new SignJWT({ ...payload, jti: randomUUID() }).setProtectedHeader({ kid, alg: 'RS256' }).sign(privateKey)
  }
}

const accessClaims = (user: User, family: Family): JWTPayload => ({
  client_id: family.clientId,
  token_use: 'access',
  scope: 'aws.cognito.signin.user.admin',
  username: user.userId,
})

/** Attributes of the pool that an id token carries. */
const TEXT_CLAIMS = [
  'email',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'locale',
  'zoneinfo',
] as const

function idClaims(user: User, family: Family): JWTPayload {
  const { personal } = user
  const texts = TEXT_CLAIMS.filter((name) => personal[name]).map((name) => [name, personal[name]] as const)
  const phone = personal.phone_number
    ? { phone_number: personal.phone_number, phone_number_verified: user.phoneVerified }
    : {}
  return {
    aud: family.clientId,
    token_use: 'id',
    'cognito:username': user.userId,
    email_verified: user.emailVerified,
    ...Object.fromEntries(texts),
    ...phone,
    'custom:kyc_status': kycStatusOf(user.userStatus),
    'custom:investor_status': investorStatusOf(user.userStatus),
  }
}
