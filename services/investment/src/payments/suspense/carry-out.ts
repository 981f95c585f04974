import { ok, refuse, type Result } from '@hissa/contracts'
import { RESOLUTION_NOT_POSSIBLE, type ResolutionAction, type ResolutionRefusal } from '@hissa/contracts/investment'
import { CLOCK, legalOrThrow, type Clock } from '@hissa/kernel'
import type { Change, Save } from '@hissa/ledger'
import { fils, type Fils, subtract } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../../accounts.js'
import { decide, methodOf, noOrder, type Order, orderChange, OrderStore, PAYMENTS } from '../../orders/orders.api.js'
import { IDS, type Ids } from '../../ports.js'
import { isOpen, RaiseStore } from '../../raises/raises.api.js'
import { refundRowId, refundSave } from '../payment.js'
import { PaymentStore } from '../payment.store.js'
import { SettlePayment } from '../settle-payment.js'
import { whyNot } from './possible-actions.js'
import { BlockOrder } from './block-order.js'
import { after, cover, withdraw } from './money-left.js'
import { net, type Netting, nettingOf } from './netting.js'
import { feeRefundRow, feeRefundRowId } from './fee-refund.js'
import { beginRefund, settleByTransfer } from './suspense-refund.js'
import { assigned, type SuspenseItem, suspenseSave, type SuspenseStep } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'
import { noItem, type Subject } from './resolution.js'
import {
  type Moment,
  type NotPossible,
  type ResolutionError,
  SUBJECT_ACTIONS,
  type SubjectActions,
} from './subject-actions.js'

type Action<T extends ResolutionAction['type']> = ResolutionAction & { type: T }

/** Decides whether a resolution is possible, which evidence it depends on, and what it changes. */
@Injectable()
export class CarryOut {
  constructor(
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    private readonly raises: RaiseStore,
    private readonly settle: SettlePayment,
    @Inject(SUBJECT_ACTIONS) private readonly others: SubjectActions,
    private readonly block: BlockOrder,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Returns why an action that its evidence allows is not possible for now, or undefined. */
  async obstacle(subject: Subject, action: ResolutionAction): Promise<ResolutionRefusal | undefined> {
    return this.others.handles(subject, action) ? this.others.obstacle(subject, action) : undefined
  }

  /** Returns the evidence that maker and checker must both have seen. */
  async evidence(
    subject: Subject,
    action: ResolutionAction,
  ): Promise<Result<Record<string, unknown>, ResolutionError>> {
    if (this.others.handles(subject, action)) return this.others.evidence(subject, action)
    if (subject.kind === 'order') {
      const order = await this.rejectedOrder(subject.id, action)
      return order.ok ? ok({ action, order: order.value._id, version: order.value.version }) : order
    }
    const found = await this.item(subject.id, action)
    if (!found.ok) return found
    const { item, netting } = found.value
    if (action.type === 'net') return ok({ action, items: [...netting.arrived, ...netting.left].map(versionOf) })
    const seen = { action, item: item._id, version: item.version }
    if (action.type !== 'assign') return ok(seen)
    const target = await this.target(item, action)
    if (!target.ok) return target
    const { state, userId, totalFils } = target.value
    return ok({ ...seen, state, userId, totalFils })
  }

  /** Builds the change of an approved resolution; refuses as `evidence` does. */
  async change(subject: Subject, action: ResolutionAction, moment: Moment): Promise<Result<Change, ResolutionError>> {
    if (this.others.handles(subject, action)) return this.others.change(subject, action, moment)
    if (subject.kind === 'order') {
      const order = await this.rejectedOrder(subject.id, action)
      return order.ok ? ok(await this.ofOrder(order.value, action, moment)) : order
    }
    const found = await this.item(subject.id, action)
    if (!found.ok) return found
    const { item, netting } = found.value
    if (action.type === 'net') {
      const { change, changed } = netted(item, netting, moment)
      return ok(await this.block.alongWith(change, changed, moment.at))
    }
    if (action.type !== 'assign') {
      const step = stepOf(item, action, moment)
      if (!step.ok) return step
      const row = action.type === 'settle' ? await this.payments.byId(feeRefundRowId(item)) : undefined
      const paid = feeRefundRow(item, row, { state: 'succeeded', method: 'bank_transfer' })
      const changed = after({ item, step: step.value })
      return ok(await this.block.alongWith(onlyItem(item, step.value, moment, paid), [changed], moment.at))
    }
    const order = await this.target(item, action)
    if (!order.ok) return order
    if (item.direction === 'in') return this.pay(item, order.value, moment)
    return ok(await this.accountFor(item, order.value, moment))
  }

  private async item(
    itemId: string,
    { type }: ResolutionAction,
  ): Promise<Result<{ item: SuspenseItem; netting: Netting }, ResolutionError>> {
    const item = await this.items.byId(itemId)
    if (!item) return noItem()
    const netting = await this.nettingOf(item)
    const why = whyNot(item, type, netting)
    return why ? notPossible(why) : ok({ item, netting })
  }

  /** Finds the items that an item can be netted against. */
  async nettingOf(item: SuspenseItem): Promise<Netting> {
    if (item.paymentId === undefined) return nettingOf(item, [item])
    const netting = nettingOf(item, await this.items.ofPayment(item.paymentId))
    return { ...netting, isOwedToOrder: item.direction === 'out' && (await this.isOwedToOrder(item)) }
  }

  /** Returns whether an order of the payment still has to be refunded. */
  private async isOwedToOrder({ _id, paymentId = '' }: SuspenseItem): Promise<boolean> {
    const paid = await this.payments.ofPayment(paymentId)
    const orders = await Promise.all(paid.flatMap(({ orderId }) => (orderId ? [this.orders.byId(orderId)] : [])))
    const isOwed = (order: Order) => order.state === 'refunding' && order.paymentId === paymentId
    return orders.some((order) => order && isOwed(order) && !hasReversed(_id, order))
  }

  /** Returns the order that an item may be assigned to: it awaits exactly that money, or exactly that refund. */
  private async target(item: SuspenseItem, { orderId }: Action<'assign'>): Promise<Result<Order, NotPossible>> {
    const order = await this.orders.byId(orderId)
    if (!order) return notPossible('no_order')
    if (item.userId && item.userId !== order.userId) return notPossible('other_investor')
    if (item.direction === 'out') return refundedBy(item, order)
    if (item.currency !== 'aed' || item.amount !== order.totalFils) return notPossible('amount')
    if (!(await this.settle.isEligible(order.userId))) return notPossible('not_eligible')
    if (order.state === 'reserved') {
      // Its page could be paid as well. An order whose page is or was being opened is locked or has a page.
      if (order.checkout || order.lockedUntil) return notPossible('checkout_open')
      return ok(order)
    }
    const raise = order.state === 'expired' ? await this.raises.byId(order.propertyId) : undefined
    if (!raise || !isOpen(raise, this.clock.now())) return notPossible('order_state')
    return ok(order)
  }

  private async rejectedOrder(orderId: string, { type }: ResolutionAction): Promise<Result<Order, ResolutionError>> {
    const order = await this.orders.byId(orderId)
    if (!order) return noOrder()
    const { kind } = order.rejected ?? {}
    const fits = (kind === 'refund' && type === 'settle') || (kind === 'expiry' && type === 'release')
    if (!fits) return notPossible(kind ? 'action' : 'state')
    if (type === 'settle' && (await this.hasLeftElsewhere(order))) return notPossible('assign_first')
    return ok(order)
  }

  /** Returns whether a dashboard refund or a dispute of the order's payment has yet to be assigned to it. */
  private async hasLeftElsewhere(order: Order): Promise<boolean> {
    const { paymentId } = order
    const items = paymentId === undefined ? [] : await this.items.ofPayment(paymentId)
    return items.some(
      ({ _id, direction, state }) => direction === 'out' && state === 'open' && !hasReversed(_id, order),
    )
  }

  private async ofOrder(order: Order, action: ResolutionAction, { key, at }: Moment): Promise<Change> {
    if (action.type === 'release') {
      const raise = await this.raises.byId(order.propertyId)
      const step = legalOrThrow(decide(order, { type: 'expire', due: order.expiresAt <= at }, at))
      return orderChange({ key, inputHash: action.type, order, step, at, ...(raise ? { raise } : {}) }, this.ids)
    }
    const all = { account: accounts.bank(), amountFils: order.refund!.amountFils, elsewhereFils: fils(0) }
    return this.settleRefund(order, all, [], { key, at })
  }

  /** Pays the order with money in suspense, unless its raise has ended: that is checked on the raise of the commit. */
  private async pay(item: SuspenseItem, order: Order, { key, at }: Moment): Promise<Result<Change, NotPossible>> {
    const known = await this.settle.raiseAndHolding(order)
    const isPayable = order.state === 'reserved' ? known.raise.state !== 'failed' : isOpen(known.raise, at)
    if (!isPayable) return notPossible('order_state')
    const sessionId = item._id.slice(item._id.indexOf(':') + 1)
    const { paymentId = sessionId } = item
    const receipt = { sessionId, paymentId, amountFils: fils(item.amount), from: accounts.suspense() }
    const step = legalOrThrow(decide(order, { type: order.state === 'reserved' ? 'pay' : 'payAgain', receipt }, at))
    const row = await this.payments.byId(sessionId)
    const { _id: orderId, userId, propertyId, slug, title } = order
    const names = { orderId, userId, propertyId, slug, title, use: 'units' }
    const saves: Save[] = [suspenseSave(item, assigned(order._id, at))]
    if (row) saves.push({ collection: PAYMENTS, id: row._id, version: row.version, set: names })
    return ok(await this.settle.paid(order, step, { key, inputHash: item._id, saves, at }, known))
  }

  /** Settles the order's refund with a dashboard refund. */
  private accountFor(item: SuspenseItem, order: Order, moment: Moment): Promise<Change> {
    const save = suspenseSave(item, assigned(order._id, moment.at))
    const amountFils = fils(item.amount)
    const part = {
      account: accounts.suspenseOut(),
      amountFils,
      elsewhereFils: wasOut(item, order) ? amountFils : fils(0),
    }
    return this.settleRefund(order, part, [save], moment)
  }

  /** Settles the refund, or a part of it when less money left; the rest is attempted again. */
  private async settleRefund(
    order: Order,
    { account, amountFils, elsewhereFils }: { account: string; amountFils: Fils; elsewhereFils: Fils },
    saves: Save[],
    { key, at }: Moment,
  ): Promise<Change> {
    const { amountFils: owedFils, attempt } = order.refund!
    const isPart = amountFils < owedFils
    const part = { type: 'settlePart', account, amountFils, elsewhereFils, key } as const
    const step = legalOrThrow(decide(order, isPart ? part : { type: 'settleRefund', account }, at))
    const row = await this.payments.byId(refundRowId(order._id, attempt))
    const closed = { state: 'succeeded', amount: amountFils, ...methodOf(account) }
    if (row) saves.push({ collection: PAYMENTS, id: row._id, version: row.version, set: closed })
    if (isPart) saves.push(refundSave(order, { amount: subtract(owedFils, amountFils), attempt: attempt + 1 }, at))
    return orderChange({ key, inputHash: account, order, step, saves, at }, this.ids)
  }
}

/** Returns whether money had been refunded in the dashboard before the refund of the order began. */
const wasOut = ({ kind, openedAt }: SuspenseItem, { closedAt }: Order) =>
  kind === 'dashboard_refund' && closedAt !== undefined && openedAt <= closedAt

/** Returns whether the order was reversed by this dispute, so that the order is owed only the rest of its payment. */
const hasReversed = (itemId: string, { dispute }: Order) => dispute?.itemId === itemId && dispute.state === 'lost'

/** Returns the order if the money that left was all or a part of its refund. */
function refundedBy({ _id, paymentId, currency, amount }: SuspenseItem, order: Order): Result<Order, NotPossible> {
  if (paymentId !== order.paymentId || hasReversed(_id, order)) return notPossible('other_payment')
  // Until our own refund is rejected, it could still be paid out as well.
  if (order.state !== 'refunding' || order.rejected?.kind !== 'refund') return notPossible('order_state')
  if (currency !== 'aed' || amount > order.refund!.amountFils) return notPossible('amount')
  return ok(order)
}

/** Builds the step of an action that changes only the item. */
function stepOf(item: SuspenseItem, action: ResolutionAction, { key, at }: Moment): Result<SuspenseStep, NotPossible> {
  if (action.type === 'refund') return ok(beginRefund(item, key, at))
  if (action.type === 'settle') return ok(settleByTransfer(item, action.reference, at))
  if (action.type === 'cover') return ok(cover(item, action.reference, at))
  if (action.type === 'withdraw') return ok(withdraw(item, action.reference, at))
  return notPossible('action')
}

const versionOf = ({ _id: item, version }: SuspenseItem) => ({ item, version })

function netted(subject: SuspenseItem, netting: Netting, { key, at }: Moment) {
  const { items, transfers } = net(netting, at)
  const saves = items.map(({ item, step }) => suspenseSave(item, step))
  const change: Change = { key, inputHash: subject._id, transfers, saves, events: [] }
  return { change, changed: items.map(({ item, step }) => after({ item, step: { ...step, transfers } })) }
}

function onlyItem(item: SuspenseItem, step: SuspenseStep, { key }: Moment, more: readonly Save[]): Change {
  const saves = [suspenseSave(item, step), ...more]
  return { key, inputHash: item._id, transfers: step.transfers, saves, events: [] }
}

/** Returns the refusal of a resolution with its reason. */
export const notPossible = (why: ResolutionRefusal) =>
  refuse(RESOLUTION_NOT_POSSIBLE, 'This cannot be resolved in that way.', { why })
