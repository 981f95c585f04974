import { CLOCK, Deadlines, type Clock, type Sweep } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { dueFrom } from '../due/due.js'
import { HoldingStore } from '../holdings/holdings.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { type Order, orderChange, OrderStore, stepKey } from '../orders/orders.api.js'
import { DueOrders } from '../payments/payments.api.js'
import { IDS, type Ids } from '../ports.js'
import { type Raise, RAISES, RaiseStore } from '../raises/raises.api.js'
import { CancelOrder } from './cancel-order.js'
import { OrdersOfRaise } from './orders-of-raise.js'

/** Refunds or allots an order whose raise failed, or was allotted, while the order was disputed or on hold. */
@Injectable()
export class CatchUpOrderWhenUnblocked implements Sweep, OnModuleInit {
  readonly name = 'investment-catch-up-order-when-unblocked'

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly holdings: HoldingStore,
    private readonly investors: InvestorStore,
    private readonly cancel: CancelOrder,
    private readonly due: DueOrders,
    private readonly deadlines: Deadlines,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  nextDueAt(): Promise<Date | null> {
    return this.due.nextDueAt('catchUp')
  }

  sweep(now: Date): Promise<boolean> {
    return this.due.sweep('catchUp', now, (order) => this.catchUp(order))
  }

  private async catchUp({ _id }: Order): Promise<void> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = await this.orders.byId(_id)
      if (order?.due?.kind !== 'catchUp') return { done: 'moved on' }
      const raise = (await this.raises.byId(order.propertyId))!
      const decided = await this.work(raise).decide(_id)
      return 'done' in decided ? this.nothing(order) : this.withRaise(decided, raise)
    })
    if ('ok' in outcome && !outcome.ok) throw new Error(`order ${_id} was not caught up: ${outcome.reason}`)
  }

  private work({ _id, state }: Raise): OrdersOfRaise {
    const { orders, raises, holdings, investors, cancel, ids } = this
    const now = () => this.clock.now()
    return new OrdersOfRaise(_id, state === 'failed' ? 'refund' : 'allot', {
      orders,
      raises,
      holdings,
      investors,
      cancel,
      ids,
      now,
    })
  }

  /** Schedules another allotment run of a raise that is not completed: this may have been the last order to allot. */
  private withRaise(change: Change, { _id: id, version, state }: Raise): Change {
    if (state !== 'funded') return change
    const save: Save = { collection: RAISES, id, version, set: { due: dueFrom('allot' as const, this.clock.now()) } }
    return { ...change, saves: [...change.saves, save] }
  }

  private nothing(order: Order): Change {
    const step = { set: {}, unset: ['due' as const], transfers: [], events: [] }
    const at = this.clock.now()
    return orderChange({ key: stepKey(order, 'caught-up'), inputHash: 'caught-up', order, step, at }, this.ids)
  }
}
