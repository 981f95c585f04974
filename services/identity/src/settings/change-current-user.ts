import { ACCOUNT_SUSPENDED, NOT_FOUND, ok, refuse, refuseFields, type Input, type Answer } from '@hissa/contracts'
import { CURRENT_USER_CHANGED, type ChangeCurrentUser as Contract } from '@hissa/contracts/identity'
import type { Claims } from '@hissa/auth'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { isCountry } from '../profile/profile.js'
import { SaveProfile } from '../profile/save-profile.js'
import { MoveStatus } from '../status/move-status.js'
import { applyEvent } from '../users/user-status.js'
import type { User, UserChange } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { toCurrentUser, versionOf } from './current-user.js'
import { changeSettings, settingsFaults } from '../users/settings.js'

type Change = Omit<Input<typeof Contract>, 'version'>

/** Changes some fields of a user's profile and settings. */
@Injectable()
export class ChangeCurrentUser {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly users: UserStore,
    private readonly profiles: SaveProfile,
    private readonly status: MoveStatus,
  ) {}

  /** Validates and saves the change. Events: those of `MoveStatus.save`. */
  async run(
    { userId, roles }: Claims,
    { version, ...change }: Input<typeof Contract>,
  ): Promise<Answer<typeof Contract>> {
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      if (!user) return refuse(NOT_FOUND, 'There is no such user.')
      // An access token remains valid for a while after the suspension.
      if (user.facts.suspended) return refuse(ACCOUNT_SUSPENDED, 'This account is suspended.')
      if (version !== undefined && version !== versionOf(user))
        return refuse(
          CURRENT_USER_CHANGED,
          'Your profile or settings have been changed elsewhere since you opened them.',
          {
            version: versionOf(user),
          },
        )
      const saved = await this.save(user, change, session)
      return saved.ok ? ok({ user: toCurrentUser(saved.value, roles, this.clock.now()) }) : saved
    })
  }

  private async save(user: User, { settings = {}, taxResidence, ...fields }: Change, session: ClientSession) {
    const faults = settingsFaults(settings)
    if (taxResidence && !isCountry(taxResidence.country))
      faults.push({ path: '/taxResidence/country', code: 'invalid_country', message: 'Choose a country' })
    if (faults.length > 0) return refuseFields(faults)
    const editsForm = Object.values(fields).some((value) => value !== undefined)
    const profile = editsForm ? this.profiles.decide(user, fields) : ok<UserChange>({})
    if (!profile.ok) return profile
    const facts = editsForm ? applyEvent(user.facts, { kind: 'profile-saved' }) : user.facts
    const change = {
      ...withTaxResidence(user, profile.value, taxResidence),
      ...changeSettings(user, settings),
    }
    return ok(Object.keys(change).length > 0 ? await this.status.save(user, facts, session, change) : user)
  }
}

function withTaxResidence(user: User, change: UserChange, taxResidence: Change['taxResidence']): UserChange {
  if (taxResidence === undefined) return change
  const personal = {
    ...(change.personal ?? user.personal),
    taxResidence: taxResidence ? JSON.stringify(taxResidence) : '',
  }
  return { ...change, personal, profileVersion: user.profileVersion + 1 }
}
