import { ok, type Answer, type Input as In } from '@hissa/contracts'
import { ChangeEmailPreference, GetEmailPreference } from '@hissa/contracts/identity'
import { Input, Rpc } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Controller, Inject } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { Keyring } from '../crypto/keyring.js'
import { MoveStatus } from '../status/move-status.js'
import { changeSettings, settingsOf } from '../users/settings.js'
import { UserStore } from '../users/user.store.js'
import { invalidLink, readEmailLink } from './email-link.js'

/** Lets who holds the link of an email read and change the one preference that it is about, without a session. */
@Controller()
export class EmailPreferenceController {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly keys: Keyring,
    private readonly users: UserStore,
    private readonly status: MoveStatus,
  ) {}

  @Rpc(GetEmailPreference)
  async get(@Input() { token }: In<typeof GetEmailPreference>): Promise<Answer<typeof GetEmailPreference>> {
    const link = readEmailLink(this.keys, token, this.clock.now())
    if (!link.ok) return link
    const { userId, topic } = link.value
    const user = await this.users.findById(userId)
    return user ? ok({ topic, email: settingsOf(user).notices[topic].email }) : invalidLink()
  }

  /** Events: identity.settings.changed.v1, if the preference changes. */
  @Rpc(ChangeEmailPreference)
  async change(
    @Input() { token, email }: In<typeof ChangeEmailPreference>,
  ): Promise<Answer<typeof ChangeEmailPreference>> {
    const link = readEmailLink(this.keys, token, this.clock.now())
    if (!link.ok) return link
    const { userId, topic } = link.value
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      if (!user) return invalidLink()
      const change = changeSettings(user, { notices: { [topic]: { email } } })
      if (Object.keys(change).length > 0) await this.status.save(user, user.facts, session, change)
      return ok({ topic, email })
    })
  }
}
