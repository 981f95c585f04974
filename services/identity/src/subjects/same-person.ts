import type { Personal, User } from '../users/user.js'

/** Mail services that ignore dots in the name of a mailbox. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** Returns the mailbox that an address delivers to: without case, tag, and dots where the service ignores them. Pure. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [name = ''] = email.slice(0, at).toLowerCase().split('+')
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/**
 * Returns whether two accounts seem to belong to one person: the same mailbox, phone number, or name with date of
 * birth. Missing values match nothing. Pure.
 */
export function isSamePerson(one: Personal, other: Personal): boolean {
  const keysOf = (personal: Personal) => [
    ...[personal.email, personal.verifiedEmail].flatMap((email) => (email ? [`email:${mailboxOf(email)}`] : [])),
    ...(personal.phone_number ? [`phone:${personal.phone_number}`] : []),
    ...(personal.name && personal.dateOfBirth ? [`born:${personal.dateOfBirth}:${folded(personal.name)}`] : []),
  ]
  const known = new Set(keysOf(one))
  return keysOf(other).some((key) => known.has(key))
}

/** The personal data of an account and which of it is verified. */
export type Proofs = Pick<User, 'personal' | 'emailVerified' | 'phoneVerified'>

/** Returns the personal data that a user has proved to be theirs: the address and the telephone number. Pure. */
function verifiedOf(user: Proofs): Personal {
  const { email, verifiedEmail, phone_number } = user.personal
  const proved = verifiedEmail ?? (user.emailVerified ? email : '')
  return { email: proved, ...(user.phoneVerified && phone_number ? { phone_number } : {}) }
}

/** Returns whether two accounts seem to belong to one person, by verified data only. Pure. */
export const isProvedSamePerson = (one: Proofs, other: Proofs): boolean =>
  isSamePerson(verifiedOf(one), verifiedOf(other))

const folded = (name: string) => name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
