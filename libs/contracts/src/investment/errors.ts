import * as z from 'zod/mini'
import { fils, id, isoDateTime, units, UserStatus } from '../core.js'
import { defineError } from '../result.js'
import { InvestorClass, OrderState } from './events.js'
import { ActionFigures, DisclosureRef, OpenOrderLink } from './views.js'

export const RAISE_NOT_OPEN = defineError({
  code: 'RAISE_NOT_OPEN',
  status: 409,
  description: 'The property is not open for investment: its deadline has passed, or its raise has ended.',
})

export const PROPERTY_FULLY_FUNDED = defineError({
  code: 'PROPERTY_FULLY_FUNDED',
  status: 409,
  description: 'Every share is paid or reserved. Shares of reservations that end unpaid become available again.',
})

export const AMOUNT_BELOW_MINIMUM = defineError({
  code: 'AMOUNT_BELOW_MINIMUM',
  status: 422,
  extra: { minimumFils: fils },
  description: 'The amount is below the minimum of this order, `minimumFils`.',
})

export const AMOUNT_NOT_MULTIPLE = defineError({
  code: 'AMOUNT_NOT_MULTIPLE',
  status: 422,
  extra: { nearestFils: z.tuple([fils, fils]), unitPriceFils: fils },
  description:
    'The amount is not a multiple of the share price. `nearestFils` are the nearest amounts that can be bought, equal ' +
    'when there is only one.',
})

export const AMOUNT_ABOVE_AVAILABLE = defineError({
  code: 'AMOUNT_ABOVE_AVAILABLE',
  status: 409,
  extra: { availableFils: fils, unitsAvailable: units },
  description: 'Fewer shares are left than the amount would buy. `availableFils` is the most that can be ordered.',
})

export const AMOUNT_ABOVE_CARD_LIMIT = defineError({
  code: 'AMOUNT_ABOVE_CARD_LIMIT',
  status: 422,
  extra: { maximumFils: fils },
  description: 'Amount and fee together exceed `maximumFils`, the limit of one card payment.',
})

export const RESERVATION_TOO_LARGE = defineError({
  code: 'RESERVATION_TOO_LARGE',
  status: 409,
  extra: { maximumUnits: units, maximumAmountFils: fils, retryAt: z.optional(isoDateTime) },
  description:
    'Large reservations of this raise are limited at the moment. `maximumAmountFils` can be reserved now; ' +
    '`retryAt` is the latest time (business time) at which more can be.',
})

export const KYC_REQUIRED = defineError({
  code: 'KYC_REQUIRED',
  status: 403,
  extra: { userStatus: UserStatus },
  description: "The caller's identity must be verified first. `userStatus` is the current state.",
})

export const RESERVATION_OPEN = defineError({
  code: 'RESERVATION_OPEN',
  status: 409,
  extra: { openOrders: z.array(OpenOrderLink) },
  description: 'The caller has an unpaid reservation of this property. `openOrders` links to it.',
})

export const TOO_MANY_RESERVATIONS = defineError({
  code: 'TOO_MANY_RESERVATIONS',
  status: 409,
  extra: { openOrders: z.array(OpenOrderLink) },
  description: 'The caller has reached the limit of unpaid reservations. `openOrders` links to each of them.',
})

export const RESERVATIONS_PAUSED = defineError({
  code: 'RESERVATIONS_PAUSED',
  status: 409,
  extra: { retryAt: isoDateTime },
  description:
    "Several of the caller's reservations ended unpaid. The next order is possible at `retryAt` (business time).",
})

export const RESERVATION_CLOSED = defineError({
  code: 'RESERVATION_CLOSED',
  status: 409,
  description: 'The order can no longer be paid: it ended or is being released. Place another.',
})

/** Why a reservation cannot be extended: the `why` of RESERVATION_NOT_EXTENDABLE. */
export const ExtensionRefusal = z.enum([
  /** The order is paid, or its reservation has ended. */
  'ended',
  /** The reservation is being released. */
  'releasing',
  /** It has been extended before. */
  'extended',
  /** Large reservations share an allowance of time. */
  'large',
  /** Only seconds are left, and the payment page is being closed. */
  'too_late',
  /** The property is no longer open for investment. */
  'raise_closed',
])
export type ExtensionRefusal = z.infer<typeof ExtensionRefusal>

export const RESERVATION_NOT_EXTENDABLE = defineError({
  code: 'RESERVATION_NOT_EXTENDABLE',
  status: 409,
  extra: { why: ExtensionRefusal },
  description: 'The reservation cannot be extended and keeps its deadline. `why` is the reason.',
})

export const DISCLOSURES_REQUIRED = defineError({
  code: 'DISCLOSURES_REQUIRED',
  status: 422,
  extra: { next: z.string(), documents: z.array(z.extend(DisclosureRef, { required: z.boolean() })) },
  description: 'The caller has to accept `documents` for this property first, on the page `next`.',
})

export const DISCLOSURES_UNAVAILABLE = defineError({
  code: 'DISCLOSURES_UNAVAILABLE',
  status: 503,
  description: 'No risk disclosure is published, and orders require one. Try again later.',
})

export const DISCLOSURE_OUTDATED = defineError({
  code: 'DISCLOSURE_OUTDATED',
  status: 409,
  extra: { documents: z.array(DisclosureRef) },
  description: 'A disclosure has changed since it was read. `documents` lists the current versions.',
})

export const IDEMPOTENCY_KEY_REUSED = defineError({
  code: 'IDEMPOTENCY_KEY_REUSED',
  status: 422,
  description: 'The caller has used this idempotency key for another order. Use a new one.',
})

export const IDEMPOTENCY_IN_FLIGHT = defineError({
  code: 'IDEMPOTENCY_IN_FLIGHT',
  status: 409,
  description: 'Another call is opening the payment page of this order. Repeat the call in a moment.',
})

export const PAYMENT_UNAVAILABLE = defineError({
  code: 'PAYMENT_UNAVAILABLE',
  status: 503,
  extra: { orderId: id },
  description: 'The payment page cannot be opened. The shares stay reserved. The same call or key resumes the order.',
})

export const PAYMENT_REFUSED = defineError({
  code: 'PAYMENT_REFUSED',
  status: 422,
  description: 'The payment processor does not accept this payment. The order has failed and its shares were released.',
})

export const ORDER_NOT_CANCELLABLE = defineError({
  code: 'ORDER_NOT_CANCELLABLE',
  status: 409,
  extra: { state: OrderState },
  description: 'Only a paid order that is not allotted can be cancelled. An unpaid reservation is released instead.',
})

export const COOLING_OFF_ENDED = defineError({
  code: 'COOLING_OFF_ENDED',
  status: 409,
  extra: { endedAt: isoDateTime },
  description: 'The cooling-off period ended at `endedAt` (business time). The order can no longer be cancelled.',
})

export const ORDER_DISPUTED = defineError({
  code: 'ORDER_DISPUTED',
  status: 409,
  description: "The payer's bank is deciding a dispute of this payment. The order cannot change until it has.",
})

export const TRY_AGAIN = defineError({
  code: 'TRY_AGAIN',
  status: 409,
  description: 'Other orders were committed first on every attempt. Nothing was reserved. Repeat the call.',
})

export const WEBHOOK_SIGNATURE_INVALID = defineError({
  code: 'WEBHOOK_SIGNATURE_INVALID',
  status: 400,
  description: 'The signature does not match the body. Nothing was read from the body.',
})

export const WEBHOOK_NOT_APPLIED = defineError({
  code: 'WEBHOOK_NOT_APPLIED',
  status: 503,
  description: 'The event could not be applied now. Ask for redelivery; an event is applied at most once.',
})

export const CONFLICT_OF_INTEREST = defineError({
  code: 'CONFLICT_OF_INTEREST',
  status: 403,
  description: "The item concerns the caller's own money. Other people have to resolve it.",
})

/** Why a resolution is not possible: the `why` of RESOLUTION_NOT_POSSIBLE. */
export const ResolutionRefusal = z.enum([
  /** The item is resolved or is being refunded. */
  'state',
  'dispute_open',
  /** The disputed money was returned before the event of its withdrawal was delivered. */
  'event_missing',
  /** This action does not resolve items of this kind. */
  'action',
  /** The processor named no payment to refund. */
  'no_payment',
  /** The money was refunded elsewhere or is disputed. */
  'left_elsewhere',
  /** The payment in suspense offsets it: it must be netted before the platform covers anything. */
  'net_first',
  /** It is the refund of an order: it must be assigned to that order before any other payment. */
  'assign_first',
  'nothing_to_net',
  'no_order',
  'amount',
  'other_investor',
  /** The money that left came from a different payment than the order's. */
  'other_payment',
  'order_state',
  'not_eligible',
  'checkout_open',
  'no_units',
  /** The order would exceed its investor's annual limit. */
  'annual_limit',
  'no_money',
  /** Too few units are paid to close the raise. */
  'below_minimum',
  /** The new deadline is not later, or too late; or the deed is dated in the future. */
  'deadline',
  /** The state of the raise does not allow it. */
  'raise_state',
  /** Orders can still be cancelled, so the money is not final. */
  'cooling_off_runs',
  /** The receiver of shares is the investor who holds them. */
  'same_investor',
  /** There is no investor with this id to receive the shares. */
  'no_investor',
  /** The account of the investor who would receive the shares is suspended. */
  'suspended',
  /** The document of the deed isn't stored, or a newer version of it is. */
  'document',
])
export type ResolutionRefusal = z.infer<typeof ResolutionRefusal>

export const RESOLUTION_NOT_POSSIBLE = defineError({
  code: 'RESOLUTION_NOT_POSSIBLE',
  status: 409,
  extra: { why: ResolutionRefusal },
  description: 'The item cannot be resolved in this way. `why` is the reason.',
})

export const FIGURES_CHANGED = defineError({
  code: 'FIGURES_CHANGED',
  status: 409,
  extra: { figures: ActionFigures },
  description: 'What the action changes is no longer what the caller was shown. `figures` are those of now: ask again.',
})

export const WORK_NOT_REJECTED = defineError({
  code: 'WORK_NOT_REJECTED',
  status: 409,
  description: 'The work needs no retry: it was never rejected, or it has been retried or resolved.',
})

export const APPROPRIATENESS_REQUIRED = defineError({
  code: 'APPROPRIATENESS_REQUIRED',
  status: 422,
  extra: { next: z.string() },
  description: 'The caller has to answer the questions about the risks first, on the page `next`.',
})

export const APPROPRIATENESS_PAUSED = defineError({
  code: 'APPROPRIATENESS_PAUSED',
  status: 409,
  extra: { retryAt: isoDateTime },
  description: 'Answers to the questions about the risks were wrong. The next attempt is possible at `retryAt`.',
})

export const APPROPRIATENESS_OUTDATED = defineError({
  code: 'APPROPRIATENESS_OUTDATED',
  status: 409,
  extra: { version: z.int(), hash: z.string() },
  description: 'The questions have changed since they were read. Read them again, then answer.',
})

export const ANNUAL_LIMIT_REACHED = defineError({
  code: 'ANNUAL_LIMIT_REACHED',
  status: 409,
  extra: { year: z.int(), limitFils: fils, leftFils: fils, resetsAt: isoDateTime },
  description:
    'The amount exceeds what the caller may still invest in the calendar year `year` (Dubai time). `leftFils` is left; ' +
    'cancelled, released and refunded orders free their amount. A new limit applies from `resetsAt`.',
})

export const INVESTOR_CLASS_NOT_ADMITTED = defineError({
  code: 'INVESTOR_CLASS_NOT_ADMITTED',
  status: 403,
  extra: { investorClass: InvestorClass },
  description: 'The offer is directed at professional clients only. `investorClass` is the caller’s class.',
})

export const CONSIDERATION_BELOW_MINIMUM = defineError({
  code: 'CONSIDERATION_BELOW_MINIMUM',
  status: 422,
  extra: { minimumFils: fils },
  description: 'The offer’s legal basis requires at least `minimumFils` from each investor.',
})

export const OFFER_PERSONS_REACHED = defineError({
  code: 'OFFER_PERSONS_REACHED',
  status: 409,
  extra: { maximumPersons: z.int() },
  description:
    'The offer’s legal basis limits it to `maximumPersons` people in 12 months, and that limit has been reached.',
})

export const VALUATION_OUTDATED = defineError({
  code: 'VALUATION_OUTDATED',
  status: 409,
  extra: { valuedOn: z.nullable(z.iso.date()), maximumAgeDays: z.int() },
  description:
    'The independent valuation is missing or older than `maximumAgeDays`. Orders are possible again once a new one is ' +
    'published.',
})

/** Why a class is not possible: the `why` of CLASSIFICATION_NOT_POSSIBLE. */
export const ClassificationRefusal = z.enum([
  /** A class other than retail needs evidence of a kind that the class admits. */
  'evidence',
  /** The net assets are below the threshold of the rules. */
  'net_assets',
  /** The evidence is dated in the future, or is too old. */
  'evidence_date',
  /** The investor's request for the class is missing. */
  'opt_up',
  /** The expiry is missing, in the past, or later than the rules allow. */
  'expiry',
  /** The investor has this class, with the same evidence and expiry. */
  'unchanged',
])
export type ClassificationRefusal = z.infer<typeof ClassificationRefusal>

export const CLASSIFICATION_NOT_POSSIBLE = defineError({
  code: 'CLASSIFICATION_NOT_POSSIBLE',
  status: 409,
  extra: { why: ClassificationRefusal },
  description: 'The rules do not allow this class. `why` is the reason.',
})
