import { orderReference, type OrderState, type OrderView } from '@hissa/contracts/investment'
import type { Order } from './order.js'

const iso = (date: Date | undefined) => date?.toISOString()

/**
 * Returns an order as its owner sees it, without a payment page if the owner may not invest or the order is being
 * released.
 */
export function orderView(order: Order, eligible: boolean): OrderView {
  const { _id, propertyId, slug, title, state, units, unitPriceFils, amountFils, feeFils, totalFils, version } = order
  const checkoutUrl = state === 'reserved' && eligible && !order.ending ? order.checkout?.url : undefined
  const reason = order.ending?.reason ?? order.reason
  return {
    orderId: _id,
    reference: orderReference(_id),
    property: { propertyId, slug, title },
    ...{ state, units, unitPriceFils, amountFils, feeFils, totalFils, version },
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    ...(order.description === undefined ? {} : { description: order.description }),
    ...(order.paidAt ? { paidAt: iso(order.paidAt) } : {}),
    ...(order.refundedAt ? { refundedAt: iso(order.refundedAt) } : {}),
    ...(checkoutUrl ? { checkoutUrl } : {}),
    ...(reason ? { reason } : {}),
  }
}

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
