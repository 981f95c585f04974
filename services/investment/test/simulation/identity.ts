import type { UserStatus } from '@hissa/contracts'
import type { World } from './world.js'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/** The identity service of the simulation: it suspends investors, and reinstates them later. */
export class Identity {
  constructor(private readonly world: World) {}

  /** Suspends an investor with an open or a paid order, if there is one, and reinstates them later. */
  async suspendSomeone(): Promise<void> {
    const reserved = this.world.ordersWhere(({ state }) => state === 'reserved')
    const paid = this.world.ordersWhere(({ state }) => state === 'paid' || state === 'cooling_off')
    const pays = this.world.wants('order reserved → refunding') || this.world.chance.hit(0.5)
    const open = reserved.length > 0 && pays ? reserved : [...reserved, ...paid]
    if (open.length === 0) return
    const { userId, checkout } = this.world.chance.pick(open)
    this.world.reached.fault('investor suspended')
    await this.setStatus(userId, 'suspended')
    this.world.suspendedAtMs.set(userId, this.world.scheduler.nowMs)
    await this.world.scheduler.after(2 * MINUTE_MS)
    if (pays && checkout && this.world.faulty) this.world.stripe.pay(checkout.sessionId)
    await this.world.scheduler.after(2 * HOUR_MS * this.world.chance.next())
    this.world.suspendedAtMs.delete(userId)
    this.world.reached.fault('investor reinstated')
    await this.setStatus(userId, 'kyc_complete')
  }

  private setStatus(userId: string, status: UserStatus): Promise<void> {
    const version = (this.world.statuses.get(userId)?.version ?? 0) + 1
    const data = { userId, status, version }
    return this.world.insist(() =>
      this.world.chance.pick(this.world.replicas).statuses.handle({ id: `${userId}:${version}`, data } as never),
    )
  }
}
