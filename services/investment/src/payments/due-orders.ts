import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { afterFailure } from '../due/due.js'
import type { Clocks } from '../due/due.schema.js'
import { isStoreAway, sweepDue } from '../due/sweep-due.js'
import { type Order, orderChange, type OrderStep, OrderStore, type OrderWork, stepKey } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { GatewayRefused } from './gateway.js'

/** Does the work that is due on orders, and writes through the ledger's commit what became of an attempt that failed. */
@Injectable()
export class DueOrders {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  nextDueAt(kind: OrderWork): Promise<Date | null> {
    return this.orders.nextDueAt(kind, this.clocks(this.clock.now()))
  }

  /** `work` moves an order on, puts it off, or throws, on which it waits longer each time. Errors: LedgerUnavailable. */
  sweep(kind: OrderWork, now: Date, work: (order: Order) => Promise<void>): Promise<void> {
    return sweepDue(
      (limit) => this.orders.due(kind, this.clocks(now), limit),
      (order) => this.attempt(order, work),
    )
  }

  /** Leaves an order alone until wall time `until`; this counts as no failure. */
  putOff(order: Order, until: Date): Promise<void> {
    return this.save(order, 'put-off', { set: { due: { ...order.due!, nextTryAt: until } }, unset: [], transfers: [] })
  }

  private async attempt(order: Order, work: (order: Order) => Promise<void>): Promise<void> {
    try {
      await work(order)
    } catch (error) {
      if (isStoreAway(error)) throw error
      await this.failed(order, error)
    }
  }

  private async failed(order: Order, error: unknown): Promise<void> {
    const failure = error instanceof GatewayRefused ? { code: error.code ?? 'refused' } : {}
    const next = afterFailure(order.due!, failure, this.clocks(this.clock.now()))
    const { kind } = order.due!
    if ('due' in next) {
      this.logger.warn({ err: error, orderId: order._id, kind, tries: next.due.tries }, 'due work failed')
      return this.save(order, 'backoff', { set: { due: next.due }, unset: [], transfers: [] })
    }
    const { code } = next.rejected
    this.logger.error({ orderId: order._id, kind, code, alarm: 'WORK_REJECTED' }, 'due work was rejected for good')
    return this.save(order, 'reject', { set: { rejected: next.rejected }, unset: ['due'], transfers: [] })
  }

  /** An order that is no longer at its version has moved on, which is better than what is written here. */
  private async save(order: Order, verb: string, step: OrderStep): Promise<void> {
    const change = { key: stepKey(order, verb), inputHash: this.ids.next(), order, step, at: this.clock.now() }
    await this.ledger.commit(orderChange(change, this.ids))
  }

  private clocks(at: Date): Clocks {
    return { at, wall: this.wall.now() }
  }
}
