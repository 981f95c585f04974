import {
  type ExtensionRefusal,
  type OnChainView,
  type OrderFailure,
  orderReference,
  type OrderState,
  type OrderView,
} from '@hissa/contracts/investment'
import { isDisputed, leftFils } from './order.after-payment.js'
import { LAST_CALL_MS, type ListedOrder, type Order, type SharesOnChain } from './order.model.js'

const iso = (date: Date | undefined) => date?.toISOString()

/**
 * Returns why an order cannot be cancelled by its investor at `at`; undefined if it can. A caller that has the raise
 * passes the end of its cooling-off period.
 */
export function whyNotCancel(
  order: Pick<Order, 'state' | 'dispute' | 'coolingOffEndsAt'>,
  at: Date,
): 'state' | 'dispute' | 'ended' | undefined {
  if (order.state !== 'paid' && order.state !== 'cooling_off') return 'state'
  if (isDisputed(order)) return 'dispute'
  return order.coolingOffEndsAt && at >= order.coolingOffEndsAt ? 'ended' : undefined
}

/** Returns why a reservation cannot be extended at `at`; undefined if it can. The raise has to be open as well. */
export function whyNotExtend(
  order: Pick<Order, 'state' | 'ending' | 'extension' | 'large' | 'expiresAt'>,
  at: Date,
): ExtensionRefusal | undefined {
  if (order.state !== 'reserved') return 'ended'
  if (order.ending) return 'releasing'
  if (order.extension) return 'extended'
  if (order.large) return 'large'
  return order.expiresAt.getTime() - at.getTime() <= LAST_CALL_MS ? 'too_late' : undefined
}

/**
 * Returns an order as its owner sees it at `at`, without a payment page if the owner may not invest or the order is
 * being released.
 */
export function orderView(order: ListedOrder, { eligible, at }: { eligible: boolean; at: Date }): OrderView {
  const { _id, propertyId, slug, title, state, units, unitPriceFils, amountFils, feeFils, totalFils, version } = order
  const checkoutUrl = state === 'reserved' && eligible && !order.ending ? order.checkout?.url : undefined
  const reason = order.ending?.reason ?? order.reason
  const left = leftFils(order)
  return {
    orderId: _id,
    reference: orderReference(_id),
    property: { propertyId, slug, title },
    ...{ state, units, unitPriceFils, amountFils, feeFils, totalFils, version },
    ...(order.paidFrom ? { paidFrom: order.paidFrom } : {}),
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    ...(left === undefined ? {} : { leftFils: left }),
    ...(order.description === undefined ? {} : { description: order.description }),
    ...(order.paidAt ? { paidAt: iso(order.paidAt) } : {}),
    ...(order.refundedAt ? { refundedAt: iso(order.refundedAt) } : {}),
    ...(order.coolingOffEndsAt ? { coolingOffEndsAt: iso(order.coolingOffEndsAt) } : {}),
    canCancel: whyNotCancel(order, at) === undefined,
    canExtend: eligible && whyNotExtend(order, at) === undefined,
    ...(order.cancelledAt ? { cancelledAt: iso(order.cancelledAt) } : {}),
    ...(order.allottedAt ? { allottedAt: iso(order.allottedAt) } : {}),
    ...(order.issuedAt ? { issuedAt: iso(order.issuedAt) } : {}),
    ...(order.minted ? { onChain: onChainView(order.minted) } : {}),
    ...(order.dispute ? { dispute: order.dispute.state } : {}),
    ...(order.hold ? { onHold: true as const } : {}),
    ...(checkoutUrl ? { checkoutUrl } : {}),
    ...(reason ? { reason } : {}),
    ...(state === 'failed' ? { failure: failureOf(order.failure) } : {}),
  }
}

/** Returns where an order's shares were minted, without what only the service needs. */
export const onChainView = ({ chainId, token, account, transactionHash }: SharesOnChain): OnChainView => ({
  ...{ chainId, token, account, transactionHash },
})

const FAILURES: Readonly<Record<string, OrderFailure>> = {
  payment_failed: 'declined',
  wrong_amount: 'wrong_payment',
  wrong_currency: 'wrong_payment',
}

/** Returns why an order failed. An unknown value is the processor's code for a rejected payment page. */
const failureOf = (failure: string | undefined): OrderFailure => FAILURES[failure ?? ''] ?? 'rejected'

export type PaymentResult = 'processing' | 'confirmed' | 'failed' | 'expired' | 'refunding' | 'refunded'

const RESULTS: Record<OrderState, PaymentResult> = {
  reserved: 'processing',
  paid: 'confirmed',
  cooling_off: 'confirmed',
  allotted: 'confirmed',
  issued: 'confirmed',
  expired: 'expired',
  failed: 'failed',
  cancelled: 'refunding',
  refunding: 'refunding',
  refunded: 'refunded',
}

/** Returns the payment result page's status for a state. */
export const paymentResult = (state: OrderState): PaymentResult => RESULTS[state]
