import { isProvedSamePerson, type Proofs } from '../subjects/same-person.js'
import type { User } from '../users/user.js'

/**
 * Returns why a member of staff may not protect an account, or null if they may. Their own account needs a colleague,
 * and an account with a staff role needs an administrator. Only ids are compared: by what users state about themselves,
 * they could keep their account from chosen staff. Pure.
 */
export function refusalOf(
  user: Pick<User, 'userId' | 'groups'>,
  { userId, roles }: { userId: string; roles: readonly string[] },
): 'own_account' | 'staff_account' | null {
  if (user.userId === userId) return 'own_account'
  return isStaff(user) && !roles.includes('admin') ? 'staff_account' : null
}

type Person = Pick<User, 'userId'> & Proofs

/**
 * Returns whether the caller suspended an account, also with another account of theirs by its verified data. Pure.
 * @param own the caller's account; undefined if this pool doesn't have it
 * @param suspender the account that suspended it, if this pool has it
 */
export const hasSuspended = (
  { suspendedBy }: Pick<User, 'suspendedBy'>,
  callerId: string,
  own: Person | undefined,
  suspender: Person | undefined,
): boolean =>
  suspendedBy === callerId || (own !== undefined && suspender !== undefined && isProvedSamePerson(own, suspender))

const isStaff = ({ groups }: Pick<User, 'groups'>) => groups.some((group) => group !== 'investor')
