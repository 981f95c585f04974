import type { ProfileForm } from '@hissa/contracts/identity'
import { CLOCK, problem, validationProblem, type Clock } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { MoveStatus } from '../status/move-status.js'
import { learn } from '../users/user-status.js'
import type { Personal, User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { changesLockedIdentity } from './locked-identity.js'
import { readProfile } from './profile.js'

/** Saves a person's profile; the first time it takes them from `registered` to `profile_complete`. */
@Injectable()
export class SaveProfile {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDENTITY_CLOCK) private readonly wallClock: IdentityClock,
    private readonly users: UserStore,
    private readonly status: MoveStatus,
  ) {}

  /**
   * Errors: VALIDATION_FAILED (422, by field), VERSION_CONFLICT (409: the form was read before the last save),
   * PROFILE_LOCKED (409: another name, date of birth or nationality than KYC has been given), NOT_FOUND,
   * ACCOUNT_SUSPENDED (403: a token outlives the suspension).
   * Events: identity.userStatus.changed.v1, when the status changes.
   */
  async run(userId: string, form: ProfileForm): Promise<User> {
    const read = readProfile(form, this.clock.now())
    if ('errors' in read) throw validationProblem(read.errors, 422)
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      if (!user) throw problem('NOT_FOUND', 404, 'There is no such user.')
      if (user.facts.suspended) throw problem('ACCOUNT_SUSPENDED', 403, 'This account is suspended.')
      if (form.version !== undefined && form.version !== user.profileVersion) {
        throw problem('VERSION_CONFLICT', 409, 'The profile was changed in the meantime. Please look at it again.', {
          version: user.profileVersion,
        })
      }
      refuseLocked(user, read.personal, this.wallClock.now())
      const change = {
        personal: { ...user.personal, ...read.personal },
        phoneVerified: user.phoneVerified && read.personal.phone_number === user.personal.phone_number,
        language: form.language ?? user.language,
        profileVersion: user.profileVersion + 1,
      }
      return this.status.save(user, learn(user.facts, { kind: 'profile-saved' }), session, change)
    })
  }
}

/** The parts of a name follow from the whole, however they were stored. */
function refuseLocked(user: User, { name, dateOfBirth, nationality }: Partial<Personal>, now: Date): void {
  const stated = { ...(name && { name }), ...(dateOfBirth && { dateOfBirth }), ...(nationality && { nationality }) }
  if (changesLockedIdentity(user, stated, now)) {
    throw problem(
      'PROFILE_LOCKED',
      409,
      'Name, date of birth and nationality cannot be changed once your identity verification is submitted.',
    )
  }
}
