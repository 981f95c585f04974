import * as z from 'zod/mini'
import { count, defineEvent, fils, id, isoDateTime, Locale, units, version } from '../core.js'

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
  /** Absent in events of earlier releases. */
  deadline: z.optional(isoDateTime),
  /** When the raise closed; absent while it is open. */
  fundedAt: z.optional(isoDateTime),
  version,
})
export type RaiseFact = z.infer<typeof RaiseFact>

/**
 * Why an order ended.
 * - Unpaid: `lapsed`, or `released` by the investor.
 * - Unpaid or refunded: `account_not_eligible` (the account could not invest), `raise_failed`.
 * - Refunded: `units_unavailable` (paid after the shares were sold or the raise had closed), `annual_limit` (paid after
 *   its reservation ended, when the investor had used the annual limit otherwise), `cancelled` by the investor
 *   in time, `cancelled_by_staff`, `dispute_lost` (the payer's bank took the payment back).
 */
export const OrderReason = z.enum([
  'lapsed',
  'released',
  'account_not_eligible',
  'units_unavailable',
  'annual_limit',
  'cancelled',
  'cancelled_by_staff',
  'raise_failed',
  'dispute_lost',
])
export type OrderReason = z.infer<typeof OrderReason>

/**
 * Why a paid order is not allotted for now: `money_out` was refunded from its payment in the processor's dashboard and
 * is missing; `awaiting_review` while its investor's account may not invest, for example because it is suspended.
 */
export const OrderHold = z.enum(['money_out', 'awaiting_review'])
export type OrderHold = z.infer<typeof OrderHold>

/** The published state of an order. `totalFils` = `amountFils` + `feeFils` is charged to the card, or taken from the cash. */
export const OrderFact = z.object({
  orderId: id,
  userId: id,
  propertyId: id,
  units,
  amountFils: fils,
  feeFils: fils,
  totalFils: fils,
  /** Set if the investor's cash paid the order. Its refunds return to the cash. Absent for a card. */
  paidFrom: z.optional(z.literal('cash')),
  /** Set for orders that ended unpaid or whose payment is refunded. */
  reason: z.optional(OrderReason),
  /** Set for orders with a refund: the number of the attempt, from 1. */
  refundAttempt: z.optional(z.int()),
  /** With a refund: the amount of the attempt, less what the dashboard of the processor had already refunded of it. */
  refundFils: z.optional(fils),
  /** What is left of the payment; set while a refund made in the processor's dashboard is missing. */
  leftFils: z.optional(fils),
  /** Set if the refund was not paid to the original card; `dispute`: the payer's bank took the payment back. */
  refundMethod: z.optional(z.enum(['bank_transfer', 'dispute'])),
  /** When the order can no longer be cancelled. Set once the raise has closed. */
  coolingOffEndsAt: z.optional(isoDateTime),
  /** When the paid order was cancelled. Absent if the payment is refunded because it arrived too late. */
  cancelledAt: z.optional(isoDateTime),
  /** The raise's deadline, once it was extended while the order was paid. */
  raiseDeadline: z.optional(isoDateTime),
  /** The part of the platform fee that is refunded. Set when that is what the event is about. */
  feeRefundFils: z.optional(fils),
  /** How much of the payment the event's dispute is about; of a lost one, how much the payer's bank took. */
  disputedFils: z.optional(fils),
  /** Set once the payer has disputed the payment. */
  dispute: z.optional(z.enum(['open', 'won', 'lost'])),
  /**
   * How many units returned to the treasury when a dispute reversed the order after its allotment. Set if units had been
   * transferred to or from the investor: what other investors hold since then stays there. Absent if all returned.
   */
  unitsTakenBack: z.optional(units),
  version,
})
export type OrderFact = z.infer<typeof OrderFact>

export const RaiseOpened = defineEvent({ type: 'investment.raise.opened.v1', data: RaiseFact })
/** Units were reserved, paid or released. */
export const RaiseProgressed = defineEvent({ type: 'investment.raise.progressed.v1', data: RaiseFact })
/** The raise has closed with enough units paid: all of them, or at least its minimum at the deadline. */
export const RaiseFunded = defineEvent({ type: 'investment.raise.funded.v1', data: RaiseFact })

/** Cancellations left fewer paid units than the minimum before the deadline, so the raise is open again. */
export const RaiseReopened = defineEvent({ type: 'investment.raise.reopened.v1', data: RaiseFact })
/** The deadline was moved to a later time. */
export const RaiseExtended = defineEvent({ type: 'investment.raise.extended.v1', data: RaiseFact })
/** The raise missed its minimum, or staff ended it: every payment is refunded. */
export const RaiseFailed = defineEvent({ type: 'investment.raise.failed.v1', data: RaiseFact })
/** Two members of staff have filed the evidence that the company holds the title. `documentSha256` is the deed's. */
export const RaiseTitled = defineEvent({
  type: 'investment.raise.titled.v1',
  data: z.extend(RaiseFact, { documentSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)), filedAt: isoDateTime }),
})
/** The title is on file, and every order that is neither disputed nor on hold is allotted. */
export const RaiseCompleted = defineEvent({ type: 'investment.raise.completed.v1', data: RaiseFact })

export const OrderReserved = defineEvent({ type: 'investment.order.reserved.v1', data: OrderFact })
export const OrderPaid = defineEvent({ type: 'investment.order.paid.v1', data: OrderFact })
/** The reservation ended unpaid and its units were released; `reason` states why. */
export const OrderExpired = defineEvent({ type: 'investment.order.expired.v1', data: OrderFact })
/** The checkout session could not be opened, or the payment failed permanently; the units were released. */
export const OrderFailed = defineEvent({ type: 'investment.order.failed.v1', data: OrderFact })
/** The raise has closed. The order can be cancelled until `coolingOffEndsAt`. */
export const OrderCoolingOff = defineEvent({ type: 'investment.order.cooling_off_started.v1', data: OrderFact })
/** The raise is open again, so a new cooling-off period starts when it closes. */
export const OrderReopened = defineEvent({ type: 'investment.order.reopened.v1', data: OrderFact })
/** The deadline of the order's raise was moved to `raiseDeadline`, while the order was paid. */
export const OrderDeadlineExtended = defineEvent({ type: 'investment.order.deadline_extended.v1', data: OrderFact })
/** The order was cancelled after payment; `reason` states why. Its units are back on offer, and a refund follows. */
export const OrderCancelled = defineEvent({ type: 'investment.order.cancelled.v1', data: OrderFact })
/** The units are on the share register. */
export const OrderAllotted = defineEvent({ type: 'investment.order.allotted.v1', data: OrderFact })
/** The order's shares are minted on the chain. */
export const OrderIssued = defineEvent({ type: 'investment.order.issued.v1', data: OrderFact })
/** The payer's bank opened or decided a dispute of the payment; `dispute` is its state. */
export const OrderDisputed = defineEvent({ type: 'investment.order.disputed.v1', data: OrderFact })
/** The order is on hold, because its investor's account may not invest any more: it is not allotted until a review. */
export const OrderHeld = defineEvent({ type: 'investment.order.held.v1', data: OrderFact })
/** `feeRefundFils` of the platform fee is being refunded to the card that paid. The order stays as it is otherwise. */
export const OrderFeeRefunding = defineEvent({ type: 'investment.order.fee_refunding.v1', data: OrderFact })
/** The payment is being refunded to its source; `reason` states why. */
export const OrderRefunding = defineEvent({ type: 'investment.order.refunding.v1', data: OrderFact })
/**
 * The card network accepted the refund. It can still return it; then `refunding` follows with a higher `refundAttempt`.
 */
export const OrderRefunded = defineEvent({ type: 'investment.order.refunded.v1', data: OrderFact })

/** Why staff transfer registered shares from one investor to another. */
export const TransferBasis = z.enum(['court_order', 'inheritance', 'correction'])
export type TransferBasis = z.infer<typeof TransferBasis>

/**
 * Two members of staff have transferred registered shares; the register has them under the new holder. No money moved.
 */
export const SharesTransferred = defineEvent({
  type: 'investment.shares.transferred.v1',
  data: z.object({
    transferId: id,
    propertyId: id,
    fromUserId: id,
    toUserId: id,
    units,
    basis: TransferBasis,
    version,
  }),
})

/**
 * An investor's part of a distribution. `amountFils` = `netIncomeFils` × `units` ÷ `unitsIssued`, rounded by largest
 * remainder. `period` is a calendar quarter in Dubai, such as `2026-Q3`.
 */
export const DistributionFact = z.object({
  distributionId: id,
  userId: id,
  propertyId: id,
  period: z.string().check(z.regex(/^20\d{2}-Q[1-4]$/)),
  /** The investor's units at the end of the record date. */
  units,
  /** All units of the company. */
  unitsIssued: units,
  netIncomeFils: fils,
  amountFils: fils,
  recordDate: z.iso.date(),
  version,
})
export type DistributionFact = z.infer<typeof DistributionFact>

/** Two members of staff have approved a distribution, and the investor's part of it is set aside. */
export const DistributionDeclared = defineEvent({
  type: 'investment.distribution.declared.v1',
  data: DistributionFact,
})
/** The investor's part of a distribution is in the investor's cash balance. */
export const DistributionPaid = defineEvent({ type: 'investment.distribution.paid.v1', data: DistributionFact })
/** Every state of a withdrawal of cash. The service's transition table lists the allowed transitions. */
export const WithdrawalState = z.enum(['requested', 'sent', 'paid', 'rejected', 'returned', 'cancelled'])
export type WithdrawalState = z.infer<typeof WithdrawalState>

/** A withdrawal was requested, sent to the bank, paid, rejected or returned by it, or cancelled. */
export const WithdrawalChanged = defineEvent({
  type: 'investment.withdrawal.changed.v1',
  data: z.object({ withdrawalId: id, userId: id, amountFils: fils, state: WithdrawalState, version }),
})

/**
 * A code that confirms a bank account must be emailed. The event carries no code: the sender requests it with
 * `investment.getBankAccountCode`. `language` is that of the page, if known; otherwise the account's applies.
 */
export const BankAccountCodeRequested = defineEvent({
  type: 'investment.bank_account.code_requested.v1',
  data: z.object({
    userId: id,
    bankAccountId: id,
    issue: z.int().check(z.positive()),
    language: z.optional(Locale),
    version,
  }),
})

/** An investor's digital card was issued, frozen, made valid again, or replaced. Carries neither number nor name. */
export const InvestorCardChanged = defineEvent({
  type: 'investment.investor_card.changed.v1',
  data: z.object({
    userId: id,
    /** 1 for an investor's first card. */
    issue: z.int().check(z.positive()),
    state: z.enum(['active', 'frozen', 'replaced']),
    version,
  }),
})

/** The class of an investor under the rules. Retail unless compliance staff have decided otherwise. */
export const InvestorClass = z.enum(['retail', 'professional', 'market_counterparty'])
export type InvestorClass = z.infer<typeof InvestorClass>

/** Two members of staff have decided an investor's class. From `expiresAt` on it is retail, without another event. */
export const InvestorClassified = defineEvent({
  type: 'investment.investor.classified.v1',
  data: z.object({ userId: id, investorClass: InvestorClass, expiresAt: z.optional(isoDateTime), version }),
})

/**
 * A register of all holdings is published. `root` is the RFC 6962 root of its `treeSize` entries, as of ledger number
 * `ledgerSeq`; `sequence` counts from 1.
 */
export const RegisterPublished = defineEvent({
  type: 'investment.register.published.v1',
  data: z.object({
    sequence: z.int(),
    root: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
    treeSize: count,
    ledgerSeq: count,
    asOf: isoDateTime,
    version,
  }),
})
