import type { OrderReason } from '@hissa/contracts/investment'
import { amountOf, type Save, single, type TransferInput } from '@hissa/ledger'
import { accounts } from '../accounts.js'
import { type Order, PAYMENTS } from '../orders/orders.api.js'
import type { CheckoutSnapshot } from '../processor/processor.api.js'
import { paymentItemId, type SuspenseItem } from './suspense/suspense.js'

export const WEBHOOK_EVENTS = 'webhook_events'

/**
 * Money that arrived by card or from cash, or was refunded. `_id`: the checkout session, `cash:` and the order, or
 * `refund:`, the order and the attempt.
 */
export interface Payment {
  _id: string
  kind: 'payment' | 'refund'
  state: 'pending' | 'succeeded' | 'failed'
  orderId?: string
  userId?: string
  propertyId?: string
  slug?: string
  title?: string
  paymentId?: string
  /** The processor's id of a refund, once the processor has accepted the refund. */
  refundId?: string
  /** Set if the refund was not made to the card; `cash` if the money came from the investor's cash, or returned there. */
  method?: 'bank_transfer' | 'dispute' | 'cash'
  amount: number
  /** For a refund: what was left of the amount when it began, if a part had been refunded in the dashboard before. */
  left?: number
  currency: string
  /** What the money was used for: units, a refund, or suspense. */
  use?: 'units' | 'refund' | 'suspense'
  at: Date
  version: number
}

/** How the money of a paid checkout is used. */
export type Use =
  | { use: 'pay' | 'payAgain' }
  | { use: 'refund'; reason: OrderReason }
  /** Money that matches no order; `fail` also ends the reservation that it was meant for. */
  | { use: 'suspense'; reason: 'unknown_order' | 'wrong_amount' | 'wrong_currency' | 'order_settled'; fail: boolean }

/**
 * Decides how paid money is used. It must match the order to the fil. A reserved order is paid; an expired one takes
 * units again if `canRetake`, otherwise the money is refunded. The money of an investor who may no longer invest, and
 * that of a raise that has `failed`, is refunded. All else is kept in suspense for staff to resolve.
 */
export function useOf(
  snapshot: CheckoutSnapshot,
  order: Order | undefined,
  { canRetake, eligible, failed }: { canRetake: boolean; eligible: boolean; failed: boolean },
): Use {
  if (!order) return { use: 'suspense', reason: 'unknown_order', fail: false }
  const fail = order.state === 'reserved'
  if (snapshot.currency !== 'aed') return { use: 'suspense', reason: 'wrong_currency', fail }
  if (snapshot.amount !== order.totalFils) return { use: 'suspense', reason: 'wrong_amount', fail }
  if ((order.state === 'reserved' || order.state === 'expired') && !eligible) {
    return { use: 'refund', reason: 'account_not_eligible' }
  }
  if (order.state === 'reserved') return failed ? { use: 'refund', reason: 'raise_failed' } : { use: 'pay' }
  if (order.state === 'expired') return canRetake ? { use: 'payAgain' } : { use: 'refund', reason: 'units_unavailable' }
  return { use: 'suspense', reason: 'order_settled', fail: false }
}

/** Books money that no order explains, in the ledger of its currency. */
export function toSuspense(snapshot: CheckoutSnapshot): TransferInput[] {
  const { currency, amount, sessionId } = snapshot
  const [debit, credit] = [accounts.cardClearing(currency), accounts.suspense(currency)]
  return single('card.suspense', debit, credit, amountOf('money', amount), { sessionId })
}

/** Opens the suspense item of a payment; none for a zero amount. */
export function paymentItem(
  snapshot: CheckoutSnapshot,
  order: Order | undefined,
  reason: (Use & { use: 'suspense' })['reason'],
  openedAt: Date,
): SuspenseItem | undefined {
  const { sessionId, paymentId, amount, currency } = snapshot
  if (amount === 0) return undefined
  const isSecond = reason === 'order_settled' && order?.paymentId !== undefined
  return {
    ...{ _id: paymentItemId(sessionId), direction: 'in', state: 'open', amount, currency, openedAt, version: 0 },
    kind: isSecond ? 'second_payment' : reason.startsWith('wrong') ? 'wrong_payment' : 'payment_without_order',
    ...(order ? { orderId: order._id, userId: order.userId } : {}),
    ...(paymentId ? { paymentId } : {}),
  }
}

/** Builds the row of a paid checkout, with the order that it belongs to, if any. */
export function paymentSave(snapshot: CheckoutSnapshot, order: Order | undefined, use: Payment['use'], at: Date): Save {
  const { sessionId: id, paymentId, amount, currency } = snapshot
  const set = { kind: 'payment', state: 'succeeded', ...namesOf(order), paymentId, amount, currency, use, at }
  return { collection: PAYMENTS, id, version: 0, set: defined(set) }
}

/** Returns the id of the row of one attempt to refund an order. */
export const refundRowId = (orderId: string, attempt: number) => `refund:${orderId}:${attempt}`

/** Builds the row of one attempt to refund an order. */
export function refundSave(
  order: Order,
  { amount, attempt, left }: { amount: number; attempt: number; left?: number | undefined },
  at: Date,
): Save {
  const set = { kind: 'refund', state: 'pending', ...namesOf(order), amount, left, currency: 'aed', at }
  return { collection: PAYMENTS, id: refundRowId(order._id, attempt), version: 0, set: defined(set) }
}

/** Builds the row of money that the payer's bank took back. It counts as the order's first attempt to refund. */
export function disputeLossSave(order: Order, amount: number, at: Date): Save {
  const row = refundSave(order, { amount, attempt: 1 }, at)
  return { ...row, set: { ...row.set, state: 'succeeded', method: 'dispute' } }
}

/** The webhook event that caused a change; absent when a timer did. */
export interface Cause {
  eventId: string
  type: string
}
export type Settled = 'applied' | 'duplicate' | 'ignored'

/** Records a webhook event in the commit of its effect. */
export function webhookEventSave(event: Cause | undefined, at: Date, outcome: string): Save[] {
  if (!event) return []
  return [{ collection: WEBHOOK_EVENTS, id: event.eventId, version: 0, set: { type: event.type, outcome, at } }]
}

function namesOf(order: Order | undefined) {
  if (!order) return {}
  const { _id: orderId, userId, propertyId, slug, title } = order
  return { orderId, userId, propertyId, slug, title }
}

const defined = (set: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
