import { isDeepStrictEqual } from 'node:util'
import type { OrderState } from '@hissa/contracts/investment'
import type { Batch, MemoryLedgerStore } from '@hissa/ledger'
import type { OutboxRow } from '@hissa/messaging'
import { type Holding, holdingId } from '../../src/holdings/holding.js'
import { isRegistered } from '../../src/orders/order.after-payment.js'
import type { Order } from '../../src/orders/order.model.js'
import { isMissing } from '../../src/payments/suspense/block-order.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import { coolingOffEnd, type Raise } from '../../src/raises/raise.js'
import type { ShareTransfer } from '../../src/transfers/share-transfer.js'
import type { Changed } from './sim-stores.js'
import type { World } from './world.js'

const MINUTE_MS = 60_000

/** Returns the sender's registered units less those of disputed orders, after a transfer. */
export function disputedUnitsLeft(
  store: MemoryLedgerStore,
  { fromUserId, propertyId }: Pick<ShareTransfer, 'fromUserId' | 'propertyId'>,
): number {
  const orders = [...store.collection('orders').values()] as unknown as Order[]
  const isDisputed = ({ userId, dispute, ...order }: Order) =>
    userId === fromUserId && order.propertyId === propertyId && isRegistered(order) && dispute?.state === 'open'
  const holding = store.collection('holdings').get(holdingId(fromUserId, propertyId)) as unknown as Holding
  return orders.filter(isDisputed).reduce((left, { units }) => left - units, holding.allottedUnits ?? 0)
}

/** Watches the commits of the simulation. */
export class Watcher {
  /** The last event about each aggregate. */
  private readonly last = new Map<string, OutboxRow['event']>()

  constructor(private readonly world: World) {}

  /** Observes each commit: counts transitions, and checks what can only be checked at that moment. */
  watch(changes: readonly Changed[], events: Batch['events']): void {
    for (const row of events) {
      this.world.database.rows('outbox').set(row._id, { ...row })
      const { event } = row as unknown as OutboxRow
      this.world.chain.take(event)
      this.watchVersion(event)
    }
    for (const { save, before } of changes) {
      const { collection, set } = save
      if (collection === 'share_transfers' && !before) this.watchTransfer(set as unknown as ShareTransfer)
      if (collection === 'orders') this.watchHold(before as Order | undefined, save)
      const to = set['state'] as string | undefined
      if (to === undefined || before === undefined || before['state'] === to) continue
      if (collection === 'orders') this.watchOrder(before as unknown as Order, to as OrderState, set)
      if (collection === 'raises') this.world.reached.count(`raise ${before['state'] as string} → ${to}`)
    }
  }

  /**
   * Each event about an aggregate has a higher version than the one before it, because receivers drop what isn't newer.
   * Two events of one change may state the same version with the same data.
   */
  private watchVersion(event: OutboxRow['event']): void {
    const { type, subject, version, data } = event
    const before = this.last.get(subject)
    const isNewer = version > (before?.version ?? 0)
    const isRepeated = version === before?.version && isDeepStrictEqual(data, before.data)
    if (!isNewer && !isRepeated)
      this.world.broken.push(`I12 ${type} of ${subject} has version ${version} after ${before?.version}`)
    this.last.set(subject, event)
  }

  /** A transfer leaves the units of the sender's disputed orders where they are. */
  private watchTransfer(transfer: ShareTransfer): void {
    const { store, broken } = this.world
    const blocked = disputedUnitsLeft(store, transfer)
    if (blocked < 0) broken.push(`I11 a transfer took ${-blocked} units of disputed orders of ${transfer.fromUserId}`)
  }

  private watchOrder(order: Order, to: OrderState, set: Partial<Order>): void {
    this.world.reached.count(`order ${order.state} → ${to}`)
    const raise = this.world.store.collection('raises').get(order.propertyId) as unknown as Raise
    this.watchLifecycle(order, raise, to)
    const isLate = order.state === 'expired' && to === 'paid'
    if (isLate && set.paidAt! >= raise.deadline)
      this.world.broken.push(`I3 ${order._id} took units of a raise that had closed`)
    const page = order.checkout && this.world.stripe.sessions.get(order.checkout.sessionId)
    const isReleased = order.state === 'reserved' && (to === 'expired' || to === 'failed')
    if (isReleased && page?.state === 'open' && page.expiresAt.getTime() > this.world.scheduler.nowMs)
      this.world.broken.push(`I5 ${order._id} was released while its page could be paid`)
    const { status } = this.world.statuses.get(order.userId)!
    const sinceMs = this.world.suspendedAtMs.get(order.userId) ?? Infinity
    const isSuspended = status === 'suspended' && this.world.scheduler.nowMs - sinceMs > MINUTE_MS
    const isPayment = to === 'paid' && order.state !== 'cooling_off'
    if (isPayment && isSuspended) this.world.broken.push(`I10 ${order._id} was paid by a suspended investor`)
    if (to === 'allotted' && isSuspended)
      this.world.broken.push(`I10 ${order._id} was allotted to a suspended investor`)
    if (to === 'allotted' && this.isMoneyMissing(order))
      this.world.broken.push(`I10 ${order._id} was allotted although its payment was refunded in the dashboard`)
  }

  /** Returns whether money of an order's payment was refunded in the dashboard, and the refund is linked to the order. */
  private isMoneyMissing({ paymentId }: Order): boolean {
    const items = [...this.world.store.collection('suspense').values()] as unknown as SuspenseItem[]
    return items.some((item) => item.paymentId === paymentId && !item.due && isMissing(item))
  }

  private watchHold(before: Order | undefined, { set, unset = [] }: Changed['save']): void {
    const [was, is] = [before?.hold, set['hold'] as Order['hold']]
    if (is?.review && !was?.review) this.world.reached.fault('paid order on hold: account suspended')
    if (is?.moneyOut && !was?.moneyOut) this.world.reached.fault('paid order on hold: money refunded in the dashboard')
    if (was && unset.includes('hold')) this.world.reached.fault('hold ended')
  }

  /** Checks what must hold at the moment of a cancellation or an allotment. */
  private watchLifecycle(order: Order, raise: Raise, to: OrderState): void {
    const endsAt = coolingOffEnd(raise)
    const isOver = endsAt !== undefined && this.world.now() >= endsAt
    const isInvestors = to === 'cancelled' && raise.state !== 'failed'
    // A commit may take a while after it was decided.
    if (
      isInvestors &&
      endsAt &&
      this.world.now().getTime() - endsAt.getTime() > 5 * MINUTE_MS &&
      !this.world.staff.byStaff.has(order._id)
    )
      this.world.broken.push(`I5 ${order._id} was cancelled after its cooling-off period`)
    if (to === 'allotted' && (!isOver || !raise.deed || raise.state === 'active' || raise.state === 'failed'))
      this.world.broken.push(`I4 ${order._id} was allotted before its time`)
    if (to === 'issued' && !this.world.chain.minted.has(order._id))
      this.world.broken.push(`I9 ${order._id} was issued before its shares were minted`)
    if (to === 'cooling_off' && raise.state !== 'funded' && raise.state !== 'active' && raise.state !== 'failed')
      this.world.broken.push(`I2 ${order._id} cools off in a raise that is ${raise.state}`)
  }
}
