import * as z from 'zod/mini'
import { count, defineEvent, fils, id, units, version } from '../core.js'

/** Every state of an order. The service's transition table lists the allowed transitions. */
export const OrderState = z.enum([
  'reserved',
  'paid',
  'cooling_off',
  'allotted',
  'issued',
  'expired',
  'failed',
  'cancelled',
  'refunding',
  'refunded',
])
export type OrderState = z.infer<typeof OrderState>

export const RaiseState = z.enum(['draft', 'in_review', 'active', 'funded', 'completed', 'failed'])
export type RaiseState = z.infer<typeof RaiseState>

/** The published state of a raise. `unitsAvailable` = total less reserved less paid; apply only a newer `version`. */
export const RaiseFact = z.object({
  propertyId: id,
  unitsTotal: units,
  unitsAvailable: units,
  unitsPaid: units,
  /** Number of investors with at least one paid order. */
  investors: count,
  state: RaiseState,
  version,
})
export type RaiseFact = z.infer<typeof RaiseFact>

/**
 * Why a reservation ended unpaid (`lapsed`, or `released` by the investor), or why it ended or was refunded
 * (`account_not_eligible`: the account could not invest; `units_unavailable`: paid after the shares were sold).
 */
export const OrderReason = z.enum(['lapsed', 'released', 'account_not_eligible', 'units_unavailable'])
export type OrderReason = z.infer<typeof OrderReason>

/** The published state of an order. `totalFils` = `amountFils` + `feeFils` is charged to the card. */
export const OrderFact = z.object({
  orderId: id,
  userId: id,
  propertyId: id,
  units,
  amountFils: fils,
  feeFils: fils,
  totalFils: fils,
  /** Set for orders that ended unpaid or whose payment is refunded. */
  reason: z.optional(OrderReason),
  /** Set for orders with a refund: the number of the attempt, from 1. */
  refundAttempt: z.optional(z.int()),
  /** Set if the refund was not paid to the original card. */
  refundMethod: z.optional(z.literal('bank_transfer')),
  version,
})
export type OrderFact = z.infer<typeof OrderFact>

export const RaiseOpened = defineEvent({ type: 'investment.raise.opened.v1', data: RaiseFact })
/** Units were reserved, paid or released. */
export const RaiseProgressed = defineEvent({ type: 'investment.raise.progressed.v1', data: RaiseFact })
/** Every unit is paid. */
export const RaiseFunded = defineEvent({ type: 'investment.raise.funded.v1', data: RaiseFact })

export const OrderReserved = defineEvent({ type: 'investment.order.reserved.v1', data: OrderFact })
export const OrderPaid = defineEvent({ type: 'investment.order.paid.v1', data: OrderFact })
/** The reservation ended unpaid and its units were released; `reason` states why. */
export const OrderExpired = defineEvent({ type: 'investment.order.expired.v1', data: OrderFact })
/** The checkout session could not be opened, or the payment failed permanently; the units were released. */
export const OrderFailed = defineEvent({ type: 'investment.order.failed.v1', data: OrderFact })
/** No units are available for a payment, so it is refunded to its source. */
export const OrderRefunding = defineEvent({ type: 'investment.order.refunding.v1', data: OrderFact })
/**
 * The card network accepted the refund. It can still return it; then `refunding` follows with a higher `refundAttempt`.
 */
export const OrderRefunded = defineEvent({ type: 'investment.order.refunded.v1', data: OrderFact })
