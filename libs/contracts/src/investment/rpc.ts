import * as z from 'zod/mini'
import { cursor, defineRpc, id, isoDateTime, Locale } from '../core.js'
import { ACCOUNT_SUSPENDED, NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { AppropriatenessState } from './appropriateness.js'
import {
  AMOUNT_ABOVE_AVAILABLE,
  AMOUNT_ABOVE_CARD_LIMIT,
  AMOUNT_BELOW_MINIMUM,
  AMOUNT_NOT_MULTIPLE,
  COOLING_OFF_ENDED,
  ANNUAL_LIMIT_REACHED,
  APPROPRIATENESS_PAUSED,
  APPROPRIATENESS_REQUIRED,
  CONSIDERATION_BELOW_MINIMUM,
  DISCLOSURES_REQUIRED,
  DISCLOSURES_UNAVAILABLE,
  DISCLOSURE_OUTDATED,
  IDEMPOTENCY_IN_FLIGHT,
  IDEMPOTENCY_KEY_REUSED,
  INVESTOR_CLASS_NOT_ADMITTED,
  KYC_REQUIRED,
  ORDER_DISPUTED,
  ORDER_NOT_CANCELLABLE,
  OFFER_PERSONS_REACHED,
  PAYMENT_REFUSED,
  PAYMENT_UNAVAILABLE,
  PROPERTY_FULLY_FUNDED,
  RAISE_NOT_OPEN,
  RESERVATIONS_PAUSED,
  RESERVATION_CLOSED,
  RESERVATION_NOT_EXTENDABLE,
  RESERVATION_OPEN,
  RESERVATION_TOO_LARGE,
  TOO_MANY_RESERVATIONS,
  TRY_AGAIN,
  VALUATION_OUTDATED,
  WEBHOOK_NOT_APPLIED,
  WEBHOOK_SIGNATURE_INVALID,
} from './errors.js'
import { CASH_INSUFFICIENT } from './cash.js'
import { InvestorClass, OrderState } from './events.js'
import {
  AcceptanceView,
  aedAmount,
  AnnualLimit,
  Dashboard,
  DisclosureRef,
  HoldingView,
  OrderPreview,
  OrderView,
  PayFrom,
  PaymentView,
  propertyRef,
} from './views.js'

const Page = { limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20), cursor: z.optional(cursor) }

/** Returns how many units an amount buys now and what they cost. */
export const PreviewOrder = defineRpc({
  name: 'investment.previewOrder',
  input: z.object({ propertyId: propertyRef, amount: aedAmount }),
  output: OrderPreview,
  access: 'public',
  errors: [
    NOT_FOUND,
    RAISE_NOT_OPEN,
    PROPERTY_FULLY_FUNDED,
    AMOUNT_BELOW_MINIMUM,
    AMOUNT_NOT_MULTIPLE,
    AMOUNT_ABOVE_AVAILABLE,
    AMOUNT_ABOVE_CARD_LIMIT,
    RESERVATION_TOO_LARGE,
  ],
})

const PlacedOrder = z
  .object({
    propertyId: propertyRef,
    amount: aedAmount,
    description: z.optional(z.string().check(z.maxLength(500))),
    idempotencyKey: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    locale: z.optional(Locale),
    /** Defaults to `card`. */
    payFrom: z.optional(PayFrom),
  })
  .check(
    z.refine(({ payFrom, idempotencyKey }) => payFrom !== 'cash' || idempotencyKey !== undefined, {
      path: ['idempotencyKey'],
      error: 'is required for an order that is paid from cash',
    }),
  )

/**
 * Reserves units for at most 31 minutes and opens a checkout session in the payer's language. `expiresAt` is when the
 * payment page expires, unless a large reservation is shorter. For a repeated key of an order that has been paid, `url`
 * is the page that shows what the order has become. An account that is suspended or not verified is rejected for an
 * existing order too.
 *
 * With `payFrom: cash` the order is paid at once from the caller's cash, in the commit that places it, and nothing is
 * reserved. It needs an idempotency key, because a repeated call would pay for another order. `url` is the page that
 * shows the order.
 */
export const PlaceOrder = defineRpc({
  name: 'investment.placeOrder',
  input: PlacedOrder,
  output: z.object({ url: z.string(), orderId: id, expiresAt: isoDateTime }),
  access: 'user',
  timeoutMs: 15_000,
  errors: [
    NOT_FOUND,
    RAISE_NOT_OPEN,
    PROPERTY_FULLY_FUNDED,
    AMOUNT_BELOW_MINIMUM,
    AMOUNT_NOT_MULTIPLE,
    AMOUNT_ABOVE_AVAILABLE,
    AMOUNT_ABOVE_CARD_LIMIT,
    RESERVATION_TOO_LARGE,
    KYC_REQUIRED,
    ACCOUNT_SUSPENDED,
    RESERVATION_OPEN,
    TOO_MANY_RESERVATIONS,
    RESERVATIONS_PAUSED,
    RESERVATION_CLOSED,
    DISCLOSURES_REQUIRED,
    DISCLOSURES_UNAVAILABLE,
    APPROPRIATENESS_REQUIRED,
    APPROPRIATENESS_PAUSED,
    ANNUAL_LIMIT_REACHED,
    INVESTOR_CLASS_NOT_ADMITTED,
    CONSIDERATION_BELOW_MINIMUM,
    OFFER_PERSONS_REACHED,
    VALUATION_OUTDATED,
    IDEMPOTENCY_KEY_REUSED,
    IDEMPOTENCY_IN_FLIGHT,
    PAYMENT_UNAVAILABLE,
    PAYMENT_REFUSED,
    CASH_INSUFFICIENT,
    TRY_AGAIN,
  ],
})

/** Records that the caller accepted these texts for this property. */
export const AcceptDisclosures = defineRpc({
  name: 'investment.acceptDisclosures',
  input: z.object({
    propertyId: propertyRef,
    locale: Locale,
    documents: z.array(DisclosureRef).check(z.minLength(1), z.maxLength(20)),
  }),
  output: z.object({ accepted: z.array(DisclosureRef), outstanding: z.array(DisclosureRef) }),
  access: 'user',
  errors: [NOT_FOUND, DISCLOSURE_OUTDATED],
})

/**
 * Returns what the caller's order for this property still requires, so that a screen can request it in advance.
 * `identity` is `verified`, `required` or `suspended`. Texts accepted in their current version stay accepted; those in
 * `outstanding` have not been accepted yet, or have changed since. An order is also refused unless `appropriateness` is
 * `passed` or `not_required`: see `getAppropriateness`.
 */
export const GetOrderRequirements = defineRpc({
  name: 'investment.getOrderRequirements',
  input: z.object({ propertyId: propertyRef }),
  output: z.object({
    identity: z.enum(['verified', 'required', 'suspended']),
    accepted: z.array(AcceptanceView),
    outstanding: z.array(DisclosureRef),
    appropriateness: AppropriatenessState,
    /** Set if `appropriateness` is `paused` (business time). */
    appropriatenessRetryAt: z.optional(isoDateTime),
    investorClass: InvestorClass,
    /** Null if the rules set no annual limit for the investor's class. */
    annualLimit: z.nullable(AnnualLimit),
  }),
  access: 'user',
  callers: ['chat'],
  errors: [NOT_FOUND],
})

/** Returns an order of the caller; another user's order is not found. */
export const GetOrder = defineRpc({
  name: 'investment.getOrder',
  input: z.object({ orderId: id }),
  output: z.object({ order: OrderView }),
  access: 'user',
  errors: [NOT_FOUND],
})

/**
 * Releases an unpaid reservation: its payment page is closed first, then its units are released. Returns the order's
 * new state: `expired`; `paid` if the payment completed first; `reserved` with a `reason` while the processor is
 * unreachable, to be released later. Idempotent. Another user's order is not found.
 */
export const ReleaseReservation = defineRpc({
  name: 'investment.releaseReservation',
  input: z.object({ orderId: id }),
  output: z.object({ order: OrderView }),
  access: 'user',
  timeoutMs: 15_000,
  errors: [NOT_FOUND],
})

/**
 * Extends an unpaid reservation once, by a new payment page with a new deadline, while the property is open for
 * investment. The old page is closed first. Returns the order with its new `expiresAt` and `checkoutUrl`, or as `paid`
 * if the payment completed first. After PAYMENT_UNAVAILABLE the shares stay reserved; the same call continues. Another
 * user's order is not found.
 */
export const KeepReservation = defineRpc({
  name: 'investment.keepReservation',
  input: z.object({ orderId: id }),
  output: z.object({ order: OrderView }),
  access: 'user',
  timeoutMs: 15_000,
  errors: [
    NOT_FOUND,
    RESERVATION_NOT_EXTENDABLE,
    RESERVATION_CLOSED,
    KYC_REQUIRED,
    ACCOUNT_SUSPENDED,
    IDEMPOTENCY_IN_FLIGHT,
    PAYMENT_UNAVAILABLE,
    PAYMENT_REFUSED,
  ],
})

/**
 * Cancels a paid order in its cooling-off period. Its units are offered again, and the payment is refunded in full to
 * its source, fee included. Returns the order, which is `cancelled` or already `refunding`. Idempotent. Another user's
 * order is not found.
 */
export const CancelOrder = defineRpc({
  name: 'investment.cancelOrder',
  input: z.object({ orderId: id }),
  output: z.object({ order: OrderView }),
  access: 'user',
  errors: [NOT_FOUND, ORDER_NOT_CANCELLABLE, COOLING_OFF_ENDED, ORDER_DISPUTED],
})

/** Returns what the payment result page shows. Another user's session is not found. */
export const GetOrderBySession = defineRpc({
  name: 'investment.getOrderBySession',
  input: z.object({ sessionId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  output: z.object({
    status: z.enum(['processing', 'confirmed', 'failed', 'expired', 'refunding', 'refunded']),
    order: OrderView,
  }),
  access: 'user',
  errors: [NOT_FOUND],
})

/** Lists the caller's orders, newest first. */
export const ListOrders = defineRpc({
  name: 'investment.listOrders',
  input: z.object({ ...Page, state: z.optional(OrderState) }),
  output: z.object({ orders: z.array(OrderView), count: z.int(), cursor: z.optional(z.string()) }),
  access: 'user',
  errors: [VALIDATION_FAILED],
})

export const ListHoldings = defineRpc({
  name: 'investment.listHoldings',
  input: z.object({}),
  output: z.object({ holdings: z.array(HoldingView), count: z.int() }),
  access: 'user',
  errors: [],
})

export const GetDashboard = defineRpc({
  name: 'investment.getDashboard',
  input: z.object({}),
  output: Dashboard,
  access: 'user',
  callers: ['chat'],
  errors: [],
})

/** Lists the caller's payments, newest first; a refunded order shows its payment and each refund attempt. */
export const ListPayments = defineRpc({
  name: 'investment.listPayments',
  input: z.object(Page),
  output: z.object({ payments: z.array(PaymentView), count: z.int(), cursor: z.optional(z.string()) }),
  access: 'user',
  callers: ['chat'],
  errors: [VALIDATION_FAILED],
})

/**
 * Applies an event of the card processor's webhook, passed on byte for byte. The signature is verified before the body
 * is parsed. `duplicate`: the event was applied before; `ignored`: the service does not handle this type of event.
 */
export const SettlePayment = defineRpc({
  name: 'investment.settlePayment',
  input: z.object({
    payloadBase64: z.string().check(z.maxLength(1_400_000)),
    signature: z.string().check(z.maxLength(4_096)),
  }),
  output: z.object({ outcome: z.enum(['applied', 'duplicate', 'ignored']) }),
  access: 'service',
  callers: ['gateway'],
  timeoutMs: 15_000,
  errors: [WEBHOOK_SIGNATURE_INVALID, WEBHOOK_NOT_APPLIED],
})
