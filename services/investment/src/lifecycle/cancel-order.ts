import { type Answer, type ErrorOf, type Input, ok, refuse, type Result } from '@hissa/contracts'
import {
  type CancelOrder as Contract,
  COOLING_OFF_ENDED,
  ORDER_DISPUTED,
  ORDER_NOT_CANCELLABLE,
  type OrderReason,
} from '@hissa/contracts/investment'
import { CLOCK, legalOrThrow, type Clock } from '@hissa/kernel'
import { type Change, Committer, type Outcome } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { type Holding, HoldingStore, takeFromHolding } from '../holdings/holdings.api.js'
import {
  cashRefundSave,
  decide,
  leftFils,
  noOrder,
  type Order,
  orderChange,
  OrderStore,
  orderView,
  stepKey,
  whyNotCancel,
} from '../orders/orders.api.js'
import { refundRowId, refundSave } from '../payments/payments.api.js'
import { IDS, type Ids } from '../ports.js'
import { coolingOffEnd, type Raise, RaiseStore } from '../raises/raises.api.js'

type NotCancellable = ErrorOf<typeof ORDER_NOT_CANCELLABLE | typeof COOLING_OFF_ENDED | typeof ORDER_DISPUTED>

/**
 * Cancels paid orders: their units return to the treasury. Their payment is held for a refund to the card, or is back in
 * the cash that it came from, in the same commit.
 */
@Injectable()
export class CancelOrder {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly holdings: HoldingStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Cancels the caller's order in its cooling-off period. A repeated call returns the cancelled order. */
  async run(userId: string, input: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const { orderId } = input
    let outcome = await this.attempt(userId, input)
    // Staff or the run of a failed raise took the same units back first: the next attempt finds the order cancelled.
    if ('ok' in outcome && !outcome.ok && outcome.reason === 'LIMIT') outcome = await this.attempt(userId, input)
    if ('done' in outcome) return outcome.done
    if (!outcome.ok) throw new Error(`order ${orderId} was not cancelled: ${outcome.reason}`)
    return this.view((await this.orders.byId(orderId))!, this.clock.now())
  }

  private attempt(
    userId: string,
    { orderId }: Input<typeof Contract>,
  ): Promise<Outcome | { done: Answer<typeof Contract> }> {
    return this.ledger.decideAndCommit<Answer<typeof Contract>>(async () => {
      const order = await this.orders.byId(orderId)
      if (order?.userId !== userId) return { done: noOrder() }
      const at = this.clock.now()
      if (order.cancelledAt && order.reason === 'cancelled') return { done: this.view(order, at) }
      const raise = (await this.raises.byId(order.propertyId))!
      const refused = refuseCancelling(order, raise, at)
      if (refused) return { done: refused }
      return this.change(order, raise, 'cancelled', { key: stepKey(order, 'cancel'), at })
    })
  }

  /**
   * Builds the change that cancels a paid order, and reopens or fails a raise that it leaves below its minimum. Reads
   * the holding unless it is given.
   */
  async change(
    order: Order,
    raise: Raise,
    reason: OrderReason,
    moment: { key: string; at: Date; holding?: Holding | undefined },
  ): Promise<Change> {
    const { key, at } = moment
    const { userId, units } = order
    const holding = moment.holding ?? (await this.holdings.of(userId, order.propertyId))!
    const type = order.paidFrom === 'cash' ? 'returnToCash' : 'cancel'
    const step = legalOrThrow(decide(order, { type, key, reason }, at))
    const refund =
      type === 'returnToCash'
        ? cashRefundSave(order, refundRowId(order._id, 1), at)
        : refundSave(order, { amount: order.totalFils, attempt: 1, left: leftFils(order) }, at)
    const saves = [takeFromHolding(holding, order, 'paid'), refund]
    const moved = { userId, units, how: 'returned' as const }
    return orderChange({ key, inputHash: reason, order, step, raise, moved, saves, at }, this.ids)
  }

  private view(order: Order, at: Date): Result<{ order: ReturnType<typeof orderView> }, never> {
    // A cancelled order has no payment page.
    return ok({ order: orderView(order, { eligible: false, at }) })
  }
}

/** Returns why an investor cannot cancel an order at `at`; undefined if that is possible. */
function refuseCancelling(order: Order, raise: Raise, at: Date): Result<never, NotCancellable> | undefined {
  // The raise is authoritative: its run may not have updated the order since the raise closed or reopened.
  const coolingOffEndsAt = coolingOffEnd(raise)
  const { coolingOffEndsAt: _, ...rest } = order
  const why = whyNotCancel({ ...rest, ...(coolingOffEndsAt ? { coolingOffEndsAt } : {}) }, at)
  if (why === 'state') {
    return refuse(ORDER_NOT_CANCELLABLE, 'This order cannot be cancelled.', { state: order.state })
  }
  if (why === 'dispute') {
    return refuse(
      ORDER_DISPUTED,
      'Your bank is deciding a dispute of this payment. The order cannot change until then.',
    )
  }
  if (why === 'ended') {
    const endedAt = coolingOffEndsAt!.toISOString()
    return refuse(COOLING_OFF_ENDED, 'The cooling-off period of this order has ended.', { endedAt })
  }
  return undefined
}
