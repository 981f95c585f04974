import type { OrderReason } from '@hissa/contracts/investment'
import { CLOCK, legalOrThrow, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { IDS, type Ids } from '../ports.js'
import { decide } from './order.js'
import type { Order } from './order.model.js'
import { orderChange, stepKey } from './order.change.js'
import { OrderStore } from './order.store.js'

/**
 * Records that a reservation is to be released early, and why. From then on it has no payment page. Its units are
 * released once the processor has closed the page (see `EndReservation`), also after a crash.
 */
@Injectable()
export class ScheduleRelease {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Returns the order after the change; one that is not reserved, or already being released, is unchanged. */
  async run(orderId: string, reason: OrderReason): Promise<Order | undefined> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = await this.orders.byId(orderId)
      if (order?.state !== 'reserved' || order.ending) return { done: order }
      const at = this.clock.now()
      const step = legalOrThrow(decide(order, { type: 'scheduleRelease', reason }, at))
      return orderChange({ key: stepKey(order, 'give-up'), inputHash: reason, order, step, at }, this.ids)
    })
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`could not record the release of order ${orderId}: ${outcome.reason}`)
    return this.orders.byId(orderId)
  }

  /** Schedules the release of all reservations of an investor. */
  async ofInvestor(userId: string, reason: OrderReason): Promise<void> {
    const reserved = await this.orders.ofUser(userId, { limit: 100, state: 'reserved' })
    for (const { _id } of reserved) await this.run(_id, reason)
  }
}
