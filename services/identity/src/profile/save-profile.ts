import {
  ACCOUNT_SUSPENDED,
  NOT_FOUND,
  ok,
  refuse,
  refuseFields,
  type Answer,
  type ErrorOf,
  type ErrorsOf,
  type INVALID_FIELDS,
  type Refused,
  type Result,
} from '@hissa/contracts'
import {
  PROFILE_LOCKED,
  PROFILE_VERSION_CONFLICT,
  ProfileForm,
  type SaveProfile as Contract,
} from '@hissa/contracts/identity'
import { CLOCK, type Clock } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { changeSettings } from '../users/settings.js'
import { MoveStatus } from '../status/move-status.js'
import { applyEvent } from '../users/user-status.js'
import type { Personal, User, UserChange } from '../users/user.js'
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

  /** Validates and saves the form. Events: those of `MoveStatus.save`. */
  async run(userId: string, form: ProfileForm): Promise<Answer<typeof Contract>> {
    const read = readProfile(form, this.clock.now())
    if ('errors' in read) return refuseFields(read.errors)
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      if (!user) return refuse(NOT_FOUND, 'There is no such user.')
      const refused = this.checkSave(user, form, read.personal)
      if (refused) return refused
      const { language } = form
      const change = { ...profileChange(user, read.personal), ...(language && changeSettings(user, { language })) }
      const facts = applyEvent(user.facts, { kind: 'profile-saved' })
      return ok({ profile: toProfile(await this.status.save(user, facts, session, change)) })
    })
  }

  /**
   * Returns what a change of some fields of a profile saves. The whole profile has to be valid afterwards, so a profile
   * that was never saved has to be completed.
   */
  decide(user: User, fields: Partial<ProfileForm>): Result<UserChange, ErrorOf<Edited>> {
    const { success, data: form, error } = z.safeParse(ProfileForm, { ...formOf(user), ...fields })
    if (!success) return refuseFields(fieldErrors(error.issues))
    const read = readProfile(form, this.clock.now())
    if ('errors' in read) return refuseFields(read.errors)
    if (isLockedAgainst(user, read.personal, this.wallClock.now())) return locked()
    return ok(profileChange(user, read.personal))
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
    return isLockedAgainst(user, personal, this.wallClock.now()) ? locked() : undefined
  }
}

type Edited = typeof INVALID_FIELDS | typeof PROFILE_LOCKED

const locked = () =>
  refuse(
    PROFILE_LOCKED,
    'Name, date of birth and nationality cannot be changed once your identity verification is submitted.',
  )

/** Returns what saving these fields changes. A new phone number is unverified. */
const profileChange = (user: User, personal: Partial<Personal>): UserChange => ({
  personal: { ...user.personal, ...personal },
  phoneVerified: user.phoneVerified && personal.phone_number === user.personal.phone_number,
  profileVersion: user.profileVersion + 1,
})

/** Returns the stored profile as a form, which lacks what was never stated. */
function formOf({ personal }: User) {
  const { name, phone_number: phoneNumber, dateOfBirth, nationality, countryOfResidence, address } = personal
  const stated = { dateOfBirth, nationality, countryOfResidence, address: address && (JSON.parse(address) as unknown) }
  return { fullName: name, phoneNumber, ...stated }
}

const fieldErrors = (issues: readonly z.core.$ZodIssue[]) =>
  issues.map(({ path, message }) => ({ path: `/${path.map(String).join('/')}`, code: 'invalid', message }))

/** Compares only the full name: its parts are derived from it and may be stored differently. */
function isLockedAgainst(user: User, { name, dateOfBirth, nationality }: Partial<Personal>, now: Date): boolean {
  const stated = { ...(name && { name }), ...(dateOfBirth && { dateOfBirth }), ...(nationality && { nationality }) }
  return changesLockedIdentity(user, stated, now)
}
