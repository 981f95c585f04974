import { splitName } from '../identifiers/names.js'
import type { Personal, User } from '../users/user.js'

/** What a document states about a person, and KYC compares. */
const LOCKED = ['name', 'given_name', 'family_name', 'dateOfBirth', 'nationality'] as const
type LockedField = (typeof LOCKED)[number]

/** From the moment KYC reads it for a submission on, until it is refused or something is asked again. */
const isLocked = ({ facts, identityLockedUntil }: Pick<User, 'facts' | 'identityLockedUntil'>, now: Date): boolean =>
  facts.kyc !== 'none' || (identityLockedUntil != null && now < identityLockedUntil)

/**
 * Whether `change` would make somebody else of a person whose documents are being decided on or were approved. Only the
 * fields in `change` count; a name is the same however it is spaced, and what was never stated may still be.
 */
export function changesLockedIdentity(
  user: Pick<User, 'facts' | 'personal' | 'identityLockedUntil'>,
  change: Partial<Personal>,
  now: Date,
) {
  const differs = (field: LockedField) => {
    const [before, after] = [user.personal[field], change[field]]
    return before !== undefined && after !== undefined && spaced(before) !== spaced(after)
  }
  return isLocked(user, now) && LOCKED.some(differs)
}

const spaced = (text: string) => splitName(text).fullName
