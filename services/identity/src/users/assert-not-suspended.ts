import { userDisabled } from '../errors/pool-error.js'
import type { User } from './user.js'

/** Returns the user. Errors: NotAuthorized if the account is suspended. */
export function assertNotSuspended(user: User): User {
  if (user.facts.suspended) throw userDisabled()
  return user
}
