import type { Role } from '@hissa/auth'
import type { Address, CurrentUser, TaxResidence } from '@hissa/contracts/identity'
import { identityLockOf } from '../profile/locked-identity.js'
import { toSessionUser } from '../profile/profile.js'
import type { User } from '../users/user.js'
import { settingsOf } from '../users/settings.js'

/** Returns the version of profile and settings together: each change of either increases it by one. */
export const versionOf = ({ profileVersion, settingsVersion = 0 }: User): number => profileVersion + settingsVersion

/** Returns a user with profile and settings. `now` is wall time. */
export function toCurrentUser(user: User, roles: readonly Role[], now: Date): CurrentUser {
  const { dateOfBirth, nationality, countryOfResidence, address, taxResidence } = user.personal
  return {
    ...toSessionUser(user, roles),
    profile: {
      dateOfBirth: dateOfBirth ?? null,
      nationality: nationality ?? null,
      countryOfResidence: countryOfResidence ?? null,
      address: address ? (JSON.parse(address) as Address) : null,
      taxResidence: taxResidence ? (JSON.parse(taxResidence) as TaxResidence) : null,
    },
    identityLock: identityLockOf(user, now),
    settings: settingsOf(user),
    version: versionOf(user),
  }
}
