import { CLOCK, legalOrThrow, type Clock } from '@hissa/kernel'
import { Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { IDS, type Ids } from '../ports.js'
import { RaiseStore } from '../raises/raises.api.js'
import { decide } from './order.js'
import type { OrderCommand } from './order.model.js'
import { orderChange, stepKey } from './order.change.js'
import { OrderStore } from './order.store.js'

/** Ends a reservation and releases its units, once it is certain that it can no longer be paid. */
@Injectable()
export class ReleaseOrder {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Returns true when this call released the order; false when it is not reserved, its checkout is not `sessionId`, or
   * the reservation was extended after it had been read.
   * `saves` are written in the same commit. Emits `investment.order.expired.v1` or `.failed.v1`.
   */
  async run(
    orderId: string,
    command: OrderCommand & { type: 'expire' | 'fail' },
    more: { sessionId?: string; saves?: (at: Date) => Save[] } = {},
  ): Promise<boolean> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = await this.orders.byId(orderId)
      if (order?.state !== 'reserved') return { done: false }
      if (more.sessionId && order.checkout && order.checkout.sessionId !== more.sessionId) return { done: false }
      if (more.sessionId && order.extension?.replaced === more.sessionId) return { done: false }
      const at = this.clock.now()
      if (command.type === 'expire' && command.due && at < order.expiresAt) return { done: false }
      const step = legalOrThrow(decide(order, command, at))
      const raise = await this.raises.byId(order.propertyId)
      const change = { key: stepKey(order, command.type), inputHash: command.type, order, step, at }
      const saves = more.saves?.(at) ?? []
      return orderChange({ ...change, saves, ...(raise ? { raise } : {}) }, this.ids)
    })
    if ('done' in outcome) return outcome.done
    if (outcome.ok) return !outcome.replayed
    throw new Error(`the reservation of ${orderId} was not released: ${outcome.reason}`)
  }
}
