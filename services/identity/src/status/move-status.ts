import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import type { User, UserChange } from '../users/user.js'
import { settingsChanged, statusChanged } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'
import { applyEvent, statusOf, type StatusEvent, type StatusFacts } from '../users/user-status.js'

/** Updates `userStatus`. No other code writes it. */
@Injectable()
export class MoveStatus {
  constructor(
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly users: UserStore,
    private readonly outbox: Outbox,
  ) {}

  /** Applies an event of another service to a user. Ignores an unknown user, who belongs to another pool. */
  async applyEvent(userId: string, event: StatusEvent, session: ClientSession): Promise<void> {
    const user = await this.users.findById(userId, session)
    if (user) await this.apply(user, event, session)
  }

  /** Records the first paid orders of these users. */
  async applyPaid(userIds: readonly string[], session: ClientSession): Promise<void> {
    for (const user of await this.users.unpaidOf(userIds, session))
      await this.apply(user, { kind: 'order-paid' }, session)
  }

  private async apply(user: User, event: StatusEvent, session: ClientSession): Promise<void> {
    const facts = applyEvent(user.facts, event)
    if (facts === user.facts) return
    // From now on the facts lock the identity, until a decision unlocks it.
    const isSubmitted = event.kind === 'kyc' && event.outcome === 'submitted'
    await this.save(user, facts, session, isSubmitted ? { identityLockedUntil: null } : {})
  }

  /**
   * Saves the facts and another change of the user.
   * Events: identity.userStatus.changed.v1 and identity.settings.changed.v1, if status or settings change.
   */
  async save(user: User, facts: StatusFacts, session: ClientSession, change: UserChange = {}): Promise<User> {
    const userStatus = statusOf(facts)
    const changed = userStatus !== user.userStatus
    const statusVersion = user.statusVersion + (changed ? 1 : 0)
    const updatedAt = this.clock.now()
    const saved = await this.users.save(user, { ...change, facts, userStatus, statusVersion, updatedAt }, session)
    const now = this.businessClock.now()
    if (changed) await this.outbox.append(session, statusChanged(saved, now))
    if (saved.settingsVersion !== user.settingsVersion) await this.outbox.append(session, settingsChanged(saved, now))
    return saved
  }
}
