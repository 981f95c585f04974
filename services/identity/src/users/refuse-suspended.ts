import { userDisabled } from '../errors/pool-error.js'
import type { User } from './user.js'

/** Who is suspended neither comes in, nor stays in, nor changes anything. Errors: NotAuthorized. */
export function refuseSuspended(user: User): User {
  if (user.facts.suspended) throw userDisabled()
  return user
}
