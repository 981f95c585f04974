import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime, Locale } from '../core.js'
import { OrderState } from './events.js'
import {
  AcceptanceView,
  aedAmount,
  Dashboard,
  DisclosureRef,
  HoldingView,
  OrderPreview,
  OrderView,
  PaymentView,
  propertyRef,
} from './views.js'

const Page = { limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20), cursor: z.optional(id) }

/**
 * Errors: NOT_FOUND, RAISE_NOT_OPEN, PROPERTY_FULLY_FUNDED, AMOUNT_BELOW_MINIMUM, AMOUNT_NOT_MULTIPLE,
 * AMOUNT_ABOVE_AVAILABLE, RESERVATION_TOO_LARGE 409 (`maximumUnits`, `maximumAmountFils`, `retryAt`).
 */
export const PreviewOrder = defineRpc({
  name: 'investment.previewOrder',
  input: z.object({ propertyId: propertyRef, amount: aedAmount }),
  output: OrderPreview,
  access: 'public',
})

/**
 * Reserves units for at most 31 minutes and opens a hosted payment page in the payer's language. Unless a large
 * reservation is held for less, `expiresAt` is the instant at which the payment page expires. Errors: those of
 * previewOrder, KYC_REQUIRED 403, ACCOUNT_SUSPENDED 403 (also for an existing order), RESERVATION_OPEN 409 and
 * TOO_MANY_RESERVATIONS 409 (`openOrders`), RESERVATIONS_PAUSED 409 (`retryAt`, business time), RESERVATION_CLOSED 409,
 * DISCLOSURES_REQUIRED 422 (`next`, `documents`), DISCLOSURES_UNAVAILABLE 503, RULE_REFUSED 403 (`rule`),
 * IDEMPOTENCY_KEY_REUSED 422, IDEMPOTENCY_IN_FLIGHT 409, PAYMENT_UNAVAILABLE 503 (the same key resumes).
 */
export const PlaceOrder = defineRpc({
  name: 'investment.placeOrder',
  input: z.object({
    propertyId: propertyRef,
    amount: aedAmount,
    description: z.optional(z.string().check(z.maxLength(500))),
    idempotencyKey: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    locale: z.optional(Locale),
  }),
  output: z.object({ url: z.string(), orderId: id, expiresAt: isoDateTime }),
  access: 'user',
  timeoutMs: 15_000,
})

/** Records that the caller acknowledged these texts for this property. Errors: NOT_FOUND, DISCLOSURE_OUTDATED 409. */
export const AcceptDisclosures = defineRpc({
  name: 'investment.acceptDisclosures',
  input: z.object({
    propertyId: propertyRef,
    locale: Locale,
    documents: z.array(DisclosureRef).check(z.minLength(1), z.maxLength(20)),
  }),
  output: z.object({ accepted: z.array(DisclosureRef), outstanding: z.array(DisclosureRef) }),
  access: 'user',
})

/**
 * Returns what the caller's order for this property still needs, so that a screen can ask for it beforehand.
 * `identity` is `verified`, `required` or `suspended`. Texts accepted in their current version stay accepted; those in
 * `outstanding` have not been accepted yet, or have changed since. Errors: NOT_FOUND (property).
 */
export const GetOrderRequirements = defineRpc({
  name: 'investment.getOrderRequirements',
  input: z.object({ propertyId: propertyRef }),
  output: z.object({
    identity: z.enum(['verified', 'required', 'suspended']),
    accepted: z.array(AcceptanceView),
    outstanding: z.array(DisclosureRef),
  }),
  access: 'user',
})

/** Errors: NOT_FOUND, also for another's order. */
export const GetOrder = defineRpc({
  name: 'investment.getOrder',
  input: z.object({ orderId: id }),
  output: z.object({ order: OrderView }),
  access: 'user',
})

/**
 * Releases an unpaid reservation: its payment page is closed first, then its units are released. Returns the order as
 * it then is: `expired`; `paid` when the payment was faster; `reserved` with a `reason` while the processor cannot be
 * reached, and it is released later. Safe to repeat. Errors: NOT_FOUND, also for another's order.
 */
export const ReleaseReservation = defineRpc({
  name: 'investment.releaseReservation',
  input: z.object({ orderId: id }),
  output: z.object({ order: OrderView }),
  access: 'user',
  timeoutMs: 15_000,
})

/** What the payment result page shows. Errors: NOT_FOUND, also for another's session. */
export const GetOrderBySession = defineRpc({
  name: 'investment.getOrderBySession',
  input: z.object({ sessionId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  output: z.object({
    status: z.enum(['processing', 'confirmed', 'failed', 'expired', 'refunding', 'refunded']),
    order: OrderView,
  }),
  access: 'user',
})

/** Newest first. */
export const ListOrders = defineRpc({
  name: 'investment.listOrders',
  input: z.object({ ...Page, state: z.optional(OrderState) }),
  output: z.object({ orders: z.array(OrderView), count: z.int(), cursor: z.optional(id) }),
  access: 'user',
})

export const ListHoldings = defineRpc({
  name: 'investment.listHoldings',
  input: z.object({}),
  output: z.object({ holdings: z.array(HoldingView), count: z.int() }),
  access: 'user',
})

export const GetDashboard = defineRpc({
  name: 'investment.getDashboard',
  input: z.object({}),
  output: Dashboard,
  access: 'user',
})

/** Newest first; a refunded order shows its payment and each attempt to refund it. */
export const ListPayments = defineRpc({
  name: 'investment.listPayments',
  input: z.object(Page),
  output: z.object({ payments: z.array(PaymentView), count: z.int(), cursor: z.optional(id) }),
  access: 'user',
})

/**
 * The card processor's webhook, byte for byte as it came. The signature is verified here, before the body is parsed.
 * `duplicate`: that event was applied before; `ignored`: nothing here is interested in it.
 * Errors: WEBHOOK_SIGNATURE_INVALID 400; WEBHOOK_NOT_APPLIED 503 (ask for redelivery).
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
})
