import type { IdentityLock } from '@hissa/contracts/identity'
import { splitName } from '../identifiers/names.js'
import type { Personal, User } from '../users/user.js'

/** Fields that KYC compares with identity documents. */
const LOCKED = ['name', 'given_name', 'family_name', 'dateOfBirth', 'nationality'] as const
type LockedField = (typeof LOCKED)[number]

/** Returns why the identity is locked: from submission until KYC rejects the case or requests more information. */
export function identityLockOf(
  { facts, identityLockedUntil }: Pick<User, 'facts' | 'identityLockedUntil'>,
  now: Date,
): IdentityLock {
  if (facts.kyc !== 'none') return facts.kyc
  return identityLockedUntil != null && now < identityLockedUntil ? 'pending' : 'none'
}

/**
 * Returns whether `change` alters an identity that is under review or approved. Only the fields in `change` count.
 * Spacing in names is ignored, and a field without a value may still be set.
 */
export function changesLockedIdentity(
  user: Pick<User, 'facts' | 'personal' | 'identityLockedUntil'>,
  change: Partial<Personal>,
  now: Date,
) {
  const differs = (field: LockedField) => {
    const [before, after] = [user.personal[field], change[field]]
    return before !== undefined && after !== undefined && normaliseSpaces(before) !== normaliseSpaces(after)
  }
  return identityLockOf(user, now) !== 'none' && LOCKED.some(differs)
}

const normaliseSpaces = (text: string) => splitName(text).fullName
