import type { User } from '../users/user.js'
import { isSamePerson } from '../subjects/same-person.js'

/**
 * Returns why a member of staff may not act on an account, or null if they may. Their own account, and one that seems
 * to belong to them, needs a colleague; an account with a staff role needs an administrator. Pure.
 * @param by their account; undefined if this pool doesn't have it
 * @param roles those of their token
 */
export function refusalOf(
  user: Pick<User, 'userId' | 'personal' | 'groups'>,
  by: Pick<User, 'userId' | 'personal'> | undefined,
  { userId, roles }: { userId: string; roles: readonly string[] },
): 'own_account' | 'staff_account' | null {
  if (user.userId === userId || (by && isSamePerson(user.personal, by.personal))) return 'own_account'
  const isStaff = user.groups.some((group) => group !== 'investor')
  return isStaff && !roles.includes('admin') ? 'staff_account' : null
}
