import { FORBIDDEN, UNAUTHENTICATED, type Access } from '@hissa/contracts'
import { problemFor } from '@hissa/kernel'
import type { Role } from './claims.js'

/** Returns whether a caller with these roles passes an access rule; `service` admits no user. */
export function permits(access: Access, caller: { roles: readonly Role[] } | undefined): boolean {
  if (access === 'public') return true
  if (access === 'service' || !caller) return false
  return access === 'user' || access.some((role) => caller.roles.includes(role))
}

/** Throws UNAUTHENTICATED (401) without a caller, FORBIDDEN (403) if the access rule excludes the caller. */
export function requireAccess(access: Access, caller: { roles: readonly Role[] } | undefined): void {
  if (permits(access, caller)) return
  if (!caller && access !== 'service') {
    throw problemFor(UNAUTHENTICATED, 'Authentication required. Please sign in again.')
  }
  throw problemFor(FORBIDDEN, 'Your account may not do this.')
}

/**
 * Returns the token of an `Authorization: Bearer` header, whatever the case of the scheme; undefined for anything else.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization ?? '')?.[1]
}
