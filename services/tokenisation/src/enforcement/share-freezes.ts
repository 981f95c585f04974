import { newId, type Clock } from '@hissa/kernel'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { Freezes } from '../relocations/relocations.api.js'
import { after, covers, type Freeze } from './freeze.js'
import { FreezeStore } from './freeze.store.js'

/** Begins and lifts freezes, and answers which shares are frozen. `ApplyFreezes` applies them to the chain. */
@Injectable()
export class ShareFreezes extends Freezes {
  constructor(
    private readonly store: FreezeStore,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {
    super()
  }

  /** Begins a freeze that was decided, in the transaction of the decision. `propertyId` is absent for all properties. */
  async begin(
    { propertyId, ...decided }: Pick<Freeze, 'userId' | 'propertyId' | 'approvalId' | 'frozenAt'>,
    session: ClientSession,
  ): Promise<Freeze> {
    const only = propertyId === undefined ? {} : { propertyId }
    const now = this.wall.now()
    const times = { dueAt: now, waitingSince: now, mintsUntil: new Date(now.getTime() + this.pace.retryMs) }
    const freeze: Freeze = { _id: newId(), ...decided, ...only, state: 'freezing', ...times, version: 1 }
    await this.store.insert(freeze, session)
    return freeze
  }

  /** Lifts a freeze that applies, in the transaction of the decision. */
  async lift(
    freeze: Freeze,
    decided: Required<Pick<Freeze, 'liftApprovalId' | 'liftedAt'>>,
    session: ClientSession,
  ): Promise<void> {
    const now = this.wall.now()
    const set = { state: after(freeze, 'lift'), ...decided, dueAt: now, waitingSince: now }
    if (!(await this.store.change(freeze, { set }, session))) throw new Error(`the freeze ${freeze._id} has changed`)
  }

  /** Returns whether any shares of an investor are frozen, by decision: the chain may not have it yet. */
  override async isAnyFrozen(userId: string, session: ClientSession | null = null): Promise<boolean> {
    return (await this.store.on([userId], session)).length > 0
  }

  /** Returns those of some investors whose shares of a property are frozen, by decision. */
  async frozenAmong(propertyId: string, userIds: readonly string[], session: ClientSession | null = null) {
    const on = (await this.store.on(userIds, session)).filter((freeze) => covers(freeze, propertyId))
    return new Set(on.map(({ userId }) => userId))
  }

  /** Has the investor's freezes of a property looked at soon. */
  async hasten(userId: string, propertyId: string, session: ClientSession): Promise<void> {
    const about = await this.about(userId, propertyId, session)
    for (const freeze of about.filter(({ state }) => state !== 'lifted'))
      await this.store.change(freeze, { set: { dueAt: this.wall.now() } }, session)
  }

  /** Does the same after a reorganisation; the freeze that was lifted last is being lifted again if none applies. */
  async reopen(userId: string, propertyId: string, session: ClientSession): Promise<void> {
    const about = await this.about(userId, propertyId, session)
    if (about.some(({ state }) => state !== 'lifted')) return this.hasten(userId, propertyId, session)
    const latest = about.toSorted((a, b) => b.liftedAt!.getTime() - a.liftedAt!.getTime())[0]
    if (!latest) return
    const now = this.wall.now()
    const set = { state: after(latest, 'reopen'), dueAt: now, waitingSince: now }
    await this.store.change(latest, { set }, session)
  }

  private async about(userId: string, propertyId: string, session: ClientSession): Promise<Freeze[]> {
    return (await this.store.ofUser(userId, session)).filter((freeze) => covers(freeze, propertyId))
  }
}
