import {
  ACCOUNT_SUSPENDED,
  NOT_FOUND,
  ok,
  refuse,
  refuseFields,
  type Answer,
  type ErrorsOf,
  type Refused,
} from '@hissa/contracts'
import {
  PROFILE_LOCKED,
  PROFILE_VERSION_CONFLICT,
  type ProfileForm,
  type SaveProfile as Contract,
} from '@hissa/contracts/identity'
import { CLOCK, type Clock } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { MoveStatus } from '../status/move-status.js'
import { applyEvent } from '../users/user-status.js'
import type { Personal, User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { changesLockedIdentity } from './locked-identity.js'
import { readProfile, toProfile } from './profile.js'

/** Saves a user's profile. The first save changes the status from `registered` to `profile_complete`. */
@Injectable()
export class SaveProfile {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDENTITY_CLOCK) private readonly wallClock: IdentityClock,
    private readonly users: UserStore,
    private readonly status: MoveStatus,
  ) {}

  /** Validates and saves the form. Events: identity.userStatus.changed.v1, if the status changes. */
  async run(userId: string, form: ProfileForm): Promise<Answer<typeof Contract>> {
    const read = readProfile(form, this.clock.now())
    if ('errors' in read) return refuseFields(read.errors)
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      if (!user) return refuse(NOT_FOUND, 'There is no such user.')
      const refused = this.checkSave(user, form, read.personal)
      if (refused) return refused
      const change = {
        personal: { ...user.personal, ...read.personal },
        phoneVerified: user.phoneVerified && read.personal.phone_number === user.personal.phone_number,
        language: form.language ?? user.language,
        profileVersion: user.profileVersion + 1,
      }
      const facts = applyEvent(user.facts, { kind: 'profile-saved' })
      return ok({ profile: toProfile(await this.status.save(user, facts, session, change)) })
    })
  }

  private checkSave(
    user: User,
    { version }: ProfileForm,
    personal: Partial<Personal>,
  ): Refused<ErrorsOf<typeof Contract>> | undefined {
    // An access token remains valid for a while after the suspension.
    if (user.facts.suspended) return refuse(ACCOUNT_SUSPENDED, 'This account is suspended.')
    if (version !== undefined && version !== user.profileVersion) {
      return refuse(PROFILE_VERSION_CONFLICT, 'The profile has changed since it was loaded. Reload it and try again.', {
        version: user.profileVersion,
      })
    }
    return isLockedAgainst(user, personal, this.wallClock.now())
      ? refuse(
          PROFILE_LOCKED,
          'Name, date of birth and nationality cannot be changed once your identity verification is submitted.',
        )
      : undefined
  }
}

/** Compares only the full name: its parts are derived from it and may be stored differently. */
function isLockedAgainst(user: User, { name, dateOfBirth, nationality }: Partial<Personal>, now: Date): boolean {
  const stated = { ...(name && { name }), ...(dateOfBirth && { dateOfBirth }), ...(nationality && { nationality }) }
  return changesLockedIdentity(user, stated, now)
}
