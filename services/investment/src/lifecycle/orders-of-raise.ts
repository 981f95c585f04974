import type { UserStatus } from '@hissa/contracts'
import { OrderDeadlineExtended, type OrderState } from '@hissa/contracts/investment'
import { legalOrThrow } from '@hissa/kernel'
import type { Change, RunWork } from '@hissa/ledger'
import { allotInHolding, type Holding, holdingId, type HoldingStore } from '../holdings/holdings.api.js'
import {
  canAllot,
  decide,
  isDisputed,
  type Order,
  orderChange,
  type OrderStore,
  reviewChange,
  stepKey,
} from '../orders/orders.api.js'
import type { InvestorStore } from '../investors/investors.api.js'
import type { Ids } from '../ports.js'
import { coolingOffEnd, type Raise, type RaiseStore, type RaiseWork } from '../raises/raises.api.js'
import { isEligible } from '../rules/rules.api.js'
import type { CancelOrder } from './cancel-order.js'

/** The work that processes every order of a raise. */
export type OrdersWork = Exclude<RaiseWork, 'deadline'>

/** The states of the orders that each kind of work processes. */
export const STATES: Record<OrdersWork, readonly OrderState[]> = {
  // An order that the last reopening did not reach still has the end of its earlier cooling-off period.
  coolingOff: ['paid', 'cooling_off'],
  reopen: ['cooling_off'],
  extend: ['paid'],
  allot: ['cooling_off', 'paid'],
  refund: ['paid', 'cooling_off', 'reserved'],
}

/** The state of the raise in which each kind of work is done. */
export const WORK_STATE: Record<OrdersWork, Raise['state']> = {
  ...{ coolingOff: 'funded', reopen: 'active', extend: 'active', allot: 'funded', refund: 'failed' },
}

/** The work that changes holdings. */
const MOVE_UNITS: readonly OrdersWork[] = ['allot', 'refund']

export interface OrdersOfRaiseParts {
  orders: OrderStore
  raises: RaiseStore
  holdings: HoldingStore
  investors: InvestorStore
  cancel: CancelOrder
  ids: Ids
  now: () => Date
}

type Decided = Change | { done: string }

/** What was read with an order's chunk. */
interface ReadOfChunk {
  holding?: Holding | undefined
  status?: UserStatus | undefined
}

/**
 * The orders of a raise as the items of a run. The raise, the holdings and the investors' statuses are read once for
 * each chunk. A change that is decided on an older state of the raise or a holding is refused as STALE, and then they
 * are read again; so is one of an order that was put on hold since, because the status of its investor has changed.
 */
export class OrdersOfRaise implements RunWork {
  private raise: Raise | undefined
  private readonly first = new Map<string, Order>()
  private holdings: ReadonlyMap<string, Holding> = new Map()
  private statuses: ReadonlyMap<string, UserStatus> = new Map()

  constructor(
    private readonly propertyId: string,
    private readonly kind: OrdersWork,
    private readonly parts: OrdersOfRaiseParts,
  ) {}

  async ids(after: string, limit: number): Promise<readonly string[]> {
    this.raise = await this.parts.raises.byId(this.propertyId)
    const orders = await this.parts.orders.ofRaise(this.propertyId, STATES[this.kind], after, limit)
    this.first.clear()
    for (const order of orders) this.first.set(order._id, order)
    if (MOVE_UNITS.includes(this.kind)) this.holdings = await this.parts.holdings.ofOrders(orders)
    if (this.kind === 'allot') this.statuses = await this.parts.investors.statusesOf(orders.map(({ userId }) => userId))
    return orders.map(({ _id }) => _id)
  }

  async decide(id: string): Promise<Decided> {
    const read = this.first.get(id)
    this.first.delete(id)
    const order = read ?? (await this.parts.orders.byId(id))
    const raise = (read && this.raise) ?? (await this.parts.raises.byId(this.propertyId))
    if (!order || !raise) throw new Error(`order ${id} or its raise does not exist`)
    if (!read) return this.change(order, raise, {})
    const [holding, status] = [
      this.holdings.get(holdingId(order.userId, order.propertyId)),
      this.statuses.get(order.userId),
    ]
    return this.change(order, raise, { holding, status })
  }

  /** Reads what was not read with the chunk, when it is needed. */
  private change(order: Order, raise: Raise, { holding, status }: ReadOfChunk): Decided | Promise<Decided> {
    switch (this.kind) {
      case 'coolingOff':
        return this.beginCoolingOff(order, raise)
      case 'reopen':
        return this.reopen(order, raise)
      case 'extend':
        return this.announceDeadline(order, raise)
      case 'allot':
        return this.allotOrHold(order, raise, { holding, status })
      case 'refund':
        return this.refund(order, raise, holding)
    }
  }

  private beginCoolingOff(order: Order, raise: Raise): Decided {
    const endsAt = coolingOffEnd(raise)
    if (raise.state !== 'funded' || !endsAt) return { done: 'moved on' }
    const isNew = order.state === 'paid' || order.coolingOffEndsAt?.getTime() !== endsAt.getTime()
    if (!isNew || (order.state !== 'paid' && order.state !== 'cooling_off')) return { done: 'moved on' }
    const at = this.parts.now()
    const step = legalOrThrow(decide(order, { type: 'beginCoolingOff', endsAt }, at))
    return this.within(order, raise, 'cool', step, at)
  }

  private reopen(order: Order, raise: Raise): Decided {
    if (order.state !== 'cooling_off' || raise.state !== 'active') return { done: 'moved on' }
    const at = this.parts.now()
    return this.within(order, raise, 'reopen', legalOrThrow(decide(order, { type: 'reopen' }, at)), at)
  }

  /** Publishes the new deadline to the investor of a paid order. The order stays as it is. */
  private announceDeadline(order: Order, raise: Raise): Decided {
    const { deadline: raiseDeadline, extendedAt } = raise
    const isKnown = order.raiseDeadline?.getTime() === raiseDeadline.getTime()
    // An order that was placed later was placed under the new deadline.
    const isLater = !extendedAt || order.createdAt >= extendedAt
    if (order.state !== 'paid' || raise.state !== 'active' || isKnown || isLater) return { done: 'known' }
    const step = { set: { raiseDeadline }, unset: [], transfers: [], events: [OrderDeadlineExtended] }
    return this.within(order, raise, 'extend', step, this.parts.now())
  }

  private async allotOrHold(order: Order, raise: Raise, { holding, status }: ReadOfChunk): Promise<Decided> {
    const known = status ?? (await this.parts.investors.statusOf(order.userId))
    return isEligible(known) ? this.allot(order, raise, holding) : this.hold(order)
  }

  /** Puts an order on hold whose investor may not invest, unless that was done when the investor's status changed. */
  private hold(order: Order): Decided {
    if ((order.state !== 'paid' && order.state !== 'cooling_off') || order.hold?.review) return { done: 'on hold' }
    return reviewChange(order, true, this.parts.now(), this.parts.ids)
  }

  /** Allots an order that nothing blocks, once its cooling-off period has ended and the deed is filed. */
  private async allot(order: Order, raise: Raise, read: Holding | undefined): Promise<Decided> {
    const at = this.parts.now()
    const deedFiledAt = raise.deed?.filedAt
    const isClosed = raise.state === 'funded' || raise.state === 'completed'
    if (order.state !== 'cooling_off' || !isClosed || !canAllot(order, deedFiledAt, at)) return { done: 'not yet' }
    const holding = read ?? (await this.parts.holdings.of(order.userId, order.propertyId))!
    const step = legalOrThrow(decide(order, { type: 'allot', deedFiledAt }, at))
    return this.within(order, raise, 'allot', step, at, [allotInHolding(holding, order)])
  }

  /** Refunds a paid order of a failed raise; an unpaid one ends. A disputed one waits for its bank's decision. */
  private async refund(order: Order, raise: Raise, holding: Holding | undefined): Promise<Decided> {
    if (raise.state !== 'failed') return { done: 'moved on' }
    const at = this.parts.now()
    const reason = 'raise_failed'
    if (order.state === 'reserved') {
      if (order.ending) return { done: 'ending already' }
      const step = legalOrThrow(decide(order, { type: 'scheduleRelease', reason }, at))
      return orderChange({ key: stepKey(order, 'give-up'), inputHash: reason, order, step, at }, this.parts.ids)
    }
    if (isDisputed(order) || (order.state !== 'paid' && order.state !== 'cooling_off')) return { done: 'not now' }
    // Differs from the key of the investor's cancellation, so that the second of the two is decided again.
    return this.parts.cancel.change(order, raise, reason, { key: stepKey(order, 'raise-failed'), at, holding })
  }

  private within(
    order: Order,
    raise: Raise,
    verb: string,
    step: Parameters<typeof orderChange>[0]['step'],
    at: Date,
    saves: Change['saves'] = [],
  ): Change {
    const change = { key: stepKey(order, verb), inputHash: verb, order, step, within: raise, saves, at }
    return orderChange(change, this.parts.ids)
  }
}
