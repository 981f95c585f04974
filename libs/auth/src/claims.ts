import { Role } from '@hissa/contracts'
import type { JWTPayload } from 'jose'

export { Role }

export type TokenUse = 'id' | 'access'

/** The user of a verified token. Times are wall-clock. */
export interface Claims {
  /** The pool's `sub`: never changes, and is the user's id everywhere. */
  userId: string
  username: string
  /** Present on id tokens. */
  email?: string
  emailVerified: boolean
  name?: string
  /** Groups of the pool that are roles here; others are dropped. */
  roles: Role[]
  tokenUse: TokenUse
  /** One per sign-in; refreshed tokens keep it. */
  familyId?: string
  authenticatedAt?: Date
  issuedAt?: Date
  expiresAt: Date
}

/** Returns the claims of a verified payload; `undefined` when it lacks what every user-pool token has. */
export function readClaims(payload: JWTPayload): Claims | undefined {
  const { sub, exp, token_use: tokenUse } = payload
  if (!sub || !exp || (tokenUse !== 'id' && tokenUse !== 'access')) return undefined
  const text = (key: string) => (typeof payload[key] === 'string' ? payload[key] : undefined)
  const { auth_time: authTime, iat } = payload
  return {
    userId: sub,
    username: text('cognito:username') ?? text('username') ?? sub,
    email: text('email'),
    // A real pool sends a boolean in the token and the string "true" in attributes; both are accepted.
    emailVerified: payload['email_verified'] === true || payload['email_verified'] === 'true',
    name: text('name'),
    roles: readRoles(payload['cognito:groups']),
    tokenUse,
    familyId: text('origin_jti'),
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
    issuedAt: typeof iat === 'number' ? new Date(iat * 1000) : undefined,
    expiresAt: new Date(exp * 1000),
  }
}

function readRoles(groups: unknown): Role[] {
  if (!Array.isArray(groups)) return []
  return groups.filter((group): group is Role => Role.safeParse(group).success)
}
