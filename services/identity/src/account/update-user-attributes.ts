import type { Request, UpdateUserAttributesRequest } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { RequestCode } from '../delivery/request-code.js'
import { emailDelivery } from '../delivery/code-delivery.js'
import { unauthorizedAttribute } from '../errors/pool-error.js'
import { changesLockedIdentity } from '../profile/locked-identity.js'
import { changeSettings } from '../users/settings.js'
import { AccessTokens } from '../tokens/access-tokens.js'
import { languageOf, readAttributes } from '../users/attributes.js'
import type { Personal, User, UserChange } from '../users/user.js'
import { settingsChanged } from '../users/user.events.js'
import { assertNotSuspended } from '../users/assert-not-suspended.js'
import { UserStore } from '../users/user.store.js'

/** Changes attributes of the signed-in user. */
@Injectable()
export class UpdateUserAttributes {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly tokens: AccessTokens,
    private readonly users: UserStore,
    private readonly codes: RequestCode,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Saves the attributes. A new email address becomes the sign-in address once it is verified. Only then, and only to
   * who has its code, is it revealed that another account has the address.
   * Errors: NotAuthorized (also for a change of a locked identity), InvalidParameter, LimitExceeded.
   * Events: identity.code.requested.v1 (new address), identity.settings.changed.v1 (new language).
   */
  async run(request: Request<typeof UpdateUserAttributesRequest>) {
    const userId = await this.tokens.userIdOf(request.AccessToken)
    const values = readAttributes(request.UserAttributes)
    if (values.email) await this.codes.admit(userId)
    return transaction(this.connection, async (session) => {
      const user = assertNotSuspended((await this.users.findById(userId, session))!)
      if (changesLockedIdentity(user, values, this.clock.now())) throw unauthorizedAttribute()
      const language = languageOf(values.locale)
      const settings = language ? changeSettings(user, { language }) : {}
      const CodeDeliveryDetailsList = await this.apply(user, values, settings, session)
      if (settings.settingsVersion)
        await this.outbox.append(session, settingsChanged({ ...user, ...settings }, this.businessClock.now()))
      return { CodeDeliveryDetailsList }
    })
  }

  private async apply(user: User, values: Partial<Personal>, settings: UserChange, session: ClientSession) {
    const newEmail = values.email !== undefined && values.email !== user.personal.email
    const change = { ...changeOf(user, values, this.clock.now()), ...settings }
    if (!newEmail) {
      await this.users.save(user, change, session)
      return []
    }
    // Until the new address is verified, the old one signs in and receives password reset codes.
    const verifiedEmail = user.personal.verifiedEmail ?? user.personal.email
    const personal = { ...change.personal!, verifiedEmail }
    await this.codes.issue(user, { purpose: 'attribute' }, session, { ...change, personal, emailVerified: false })
    return [emailDelivery(values.email!)]
  }
}

function changeOf(user: User, values: Partial<Personal>, updatedAt: Date): UserChange {
  const personal = { ...user.personal, ...values }
  const newPhone = (values.phone_number ?? user.personal.phone_number) !== user.personal.phone_number
  const touchesProfile = ['name', 'given_name', 'family_name', 'phone_number', 'locale'].some((name) => name in values)
  return {
    personal,
    updatedAt,
    ...(newPhone ? { phoneVerified: false } : {}),
    // The profile includes these fields, so an edit based on the older version must conflict.
    ...(touchesProfile && user.profileVersion > 0 ? { profileVersion: user.profileVersion + 1 } : {}),
  }
}
