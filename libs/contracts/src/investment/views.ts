import * as z from 'zod/mini'
import { count, fils, id, isoDateTime, Locale, units, UserStatus, version } from '../core.js'
import { ChainAddress, ChainHash } from '../tokenisation/events.js'
import { OrderReason, OrderState, RaiseState, TransferBasis } from './events.js'

/** Returns whether a JSON number has at most two decimals. Its shortest decimal form is exact for two decimals. */
const hasAtMostTwoDecimals = (aed: number) => /^\d+(\.\d{1,2})?$/.test(String(aed))

/** An AED decimal with at most 2 places, above 0 and at most 100,000,000. */
export const aedAmount = z.number().check(
  z.positive({ abort: true }), // One message for a wrong amount, the one that applies
  z.maximum(100_000_000, { abort: true }),
  z.refine(hasAtMostTwoDecimals, { error: 'At most two decimals are allowed', abort: true }),
)

/** A property's `Prop_…` id or its slug, in any case. */
export const propertyRef = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

export const PropertyRef = z.object({ propertyId: id, slug: z.string(), title: z.string() })

/** What a decision of finance changes at this moment: the figures that a person reads before confirming it. */
export const ActionFigures = z.object({
  /** Paid orders whose money or shares it changes. */
  orders: count,
  investors: count,
  units,
  /** The money that it concerns, in the smallest unit of `currency`. */
  amountMinor: count,
  currency: z.string(),
  /** Unpaid reservations that it ends. */
  reservations: count,
  /** Paid orders that it doesn't reach for now, because they are disputed or on hold. Not in the other figures. */
  waiting: count,
})
export type ActionFigures = z.infer<typeof ActionFigures>

/**
 * Returns an order's reference for people, the same on every screen and in every email: `HS-` and the id's random end.
 */
export const orderReference = (orderId: string) => `HS-${orderId.replaceAll('-', '').slice(-8).toUpperCase()}`

/**
 * Why an unpaid order failed: the bank `declined` the payment, the processor `rejected` the payment page, or a
 * `wrong_payment` arrived, of another amount or currency, which staff return.
 */
export const OrderFailure = z.enum(['declined', 'rejected', 'wrong_payment'])
export type OrderFailure = z.infer<typeof OrderFailure>

/** Where shares were minted on the chain. */
export const OnChainView = z.object({
  chainId: z.int(),
  /** The token contract of the property. */
  token: ChainAddress,
  /** The address that holds the shares. */
  account: ChainAddress,
  transactionHash: ChainHash,
})
export type OnChainView = z.infer<typeof OnChainView>

/** What pays an order: a card, or the investor's cash. */
export const PayFrom = z.enum(['card', 'cash'])
export type PayFrom = z.infer<typeof PayFrom>

/** Set if the investor's cash paid the order. Its refunds return to the cash. Absent for a card. */
export const paidFrom = z.optional(z.literal('cash'))

export const OrderView = z.object({
  orderId: id,
  /** The order's reference for people: `HS-` and eight characters. */
  reference: z.string(),
  property: PropertyRef,
  state: OrderState,
  units,
  unitPriceFils: fils,
  amountFils: fils,
  feeFils: fils,
  /** amountFils + feeFils: the amount charged to the card, or taken from the cash. */
  totalFils: fils,
  paidFrom,
  /** What is left of the payment to refund. Set while money that was refunded from it otherwise is missing. */
  leftFils: z.optional(fils),
  description: z.optional(z.string()),
  createdAt: isoDateTime,
  /** When an unpaid reservation lapses. */
  expiresAt: isoDateTime,
  paidAt: z.optional(isoDateTime),
  refundedAt: z.optional(isoDateTime),
  /** URL of the payment page; set only while reserved, and only for an account that may invest. */
  checkoutUrl: z.optional(z.string()),
  /** Why the order ended unpaid or is refunded; of a reserved order, why it is being released. */
  reason: z.optional(OrderReason),
  /** Set if the order `failed`. */
  failure: z.optional(OrderFailure),
  /** When the order can no longer be cancelled. Set once the raise has closed. */
  coolingOffEndsAt: z.optional(isoDateTime),
  /** Whether the investor can cancel the order now. */
  canCancel: z.boolean(),
  /** Whether an unpaid reservation can be extended now. */
  canExtend: z.boolean(),
  cancelledAt: z.optional(isoDateTime),
  allottedAt: z.optional(isoDateTime),
  /** When the platform learnt that the shares are minted on the chain. */
  issuedAt: z.optional(isoDateTime),
  /** The mint of the order's shares; set once it is confirmed. */
  onChain: z.optional(OnChainView),
  /** Set once the payer has disputed the payment. */
  dispute: z.optional(z.enum(['open', 'won', 'lost'])),
  /** Set while the order is not allotted until staff have reviewed it. */
  onHold: z.optional(z.literal(true)),
  version,
})
export type OrderView = z.infer<typeof OrderView>

/** An unpaid order that blocks another, in the problem's `openOrders`. `url` is the page to resume it. */
export const OpenOrderLink = z.object({
  orderId: id,
  reference: z.string(),
  property: PropertyRef,
  amountFils: fils,
  expiresAt: isoDateTime,
  url: z.string(),
})
export type OpenOrderLink = z.infer<typeof OpenOrderLink>

/** The units and cost of an amount, shown before sign-in. */
export const OrderPreview = z.object({
  property: PropertyRef,
  raiseState: RaiseState,
  units,
  unitPriceFils: fils,
  amountFils: fils,
  feeFils: fils,
  feeBasisPoints: z.int(),
  totalFils: fils,
  /** The minimum of this order: the rule's and the offering's minimum, waived when fewer units remain. */
  minimumFils: fils,
  unitsTotal: units,
  unitsAvailable: units,
  /** Fraction of the property in parts per million, rounded down. */
  sharePartsPerMillion: z.int(),
  /** Null if the offering states none. */
  expectedReturnBasisPoints: z.nullable(z.int()),
  coolingOffHours: z.int(),
  /**
   * Minutes for which a reservation of this size is held: 31, or fewer while the raise's large reservations are
   * limited.
   */
  reservationMinutes: z.int(),
})
export type OrderPreview = z.infer<typeof OrderPreview>

export const NextDate = z.object({
  /** `cooling_off_ends`: 48 h after the later of payment and the raise closing. */
  kind: z.enum(['raise_deadline', 'cooling_off_ends']),
  at: isoDateTime,
  /**
   * False until the raise has finally closed. While it is open, `at` is the latest possible time. While it is funded,
   * `at` is the end of the cooling-off period unless withdrawals open the raise again, which moves it later.
   */
  exact: z.boolean(),
})

/** A transfer of the caller's registered shares by staff. The other investor is not named. */
export const ShareTransferView = z.object({
  transferId: id,
  /** `in`: the caller received the shares. `out`: they went to another investor. */
  direction: z.enum(['in', 'out']),
  property: PropertyRef,
  units,
  basis: TransferBasis,
  at: isoDateTime,
  /** The movement of the shares on the chain; set once it is confirmed. */
  onChain: z.optional(OnChainView),
})
export type ShareTransferView = z.infer<typeof ShareTransferView>

export const HoldingView = z.object({
  property: PropertyRef,
  /**
   * `pending` until allotment: paid, but not on the register yet. `allotted` and `issued` once all units are on the
   * register, and are minted on the chain.
   */
  state: z.enum(['pending', 'cooling_off', 'allotted', 'issued']),
  raiseState: RaiseState,
  units,
  /** The part of `units` that is on the share register. */
  allottedUnits: units,
  /** The part of `allottedUnits` whose shares are at the investor's address on the chain. */
  issuedUnits: z.optional(units),
  /** The latest mint or transfer to the investor; absent while there are no shares on the chain. */
  onChain: z.optional(OnChainView),
  unitPriceFils: fils,
  amountFils: fils,
  feeFils: fils,
  /** What `units` were worth at the latest approved valuation, rounded down. Absent while there is none. */
  valuation: z.optional(z.object({ date: z.iso.date(), valueFils: fils })),
  sharePartsPerMillion: z.int(),
  unitsTotal: units,
  unitsPaid: units,
  /** Null if the offering states none. */
  expectedReturnBasisPoints: z.nullable(z.int()),
  /** The first and the latest payment; for a holding that came by a transfer, when it came. */
  firstPaidAt: isoDateTime,
  lastPaidAt: isoDateTime,
  coolingOffHours: z.int(),
  nextDates: z.array(NextDate),
  /** Set if the caller can open the title deed: some units are on the register, and the deed is stored. */
  hasDeed: z.optional(z.literal(true)),
})
export type HoldingView = z.infer<typeof HoldingView>

export const PaymentView = z.object({
  paymentId: id,
  orderId: id,
  reference: z.string(),
  property: PropertyRef,
  kind: z.enum(['payment', 'refund']),
  state: z.enum(['pending', 'succeeded', 'failed']),
  method: z.enum(['card', 'bank_transfer', 'dispute']),
  /** Set if the money came from the cash, or returned to it. `method` is then `bank_transfer`, because no card moved. */
  paidFrom,
  amountFils: fils,
  currency: z.literal('AED'),
  at: isoDateTime,
})
export type PaymentView = z.infer<typeof PaymentView>

export const DisclosureRef = z.object({ documentId: id, version: z.int(), hash: z.string().check(z.maxLength(128)) })
export type DisclosureRef = z.infer<typeof DisclosureRef>

/** A text that the investor accepted, with its language and time. */
export const AcceptanceView = z.extend(DisclosureRef, { locale: Locale, at: isoDateTime })
export type AcceptanceView = z.infer<typeof AcceptanceView>

/** What an investor may invest in one calendar year, in Dubai time. Subscriptions count, fees do not. */
export const AnnualLimit = z.object({
  year: z.int(),
  limitFils: fils,
  /** Paid and reserved in this year. Cancelled, released and refunded orders do not count. */
  usedFils: fils,
  leftFils: fils,
  /** Midnight of the next 1 January in Dubai, when the next year's limit begins. */
  resetsAt: isoDateTime,
})
export type AnnualLimit = z.infer<typeof AnnualLimit>

export const TodoView = z.object({
  kind: z.enum(['complete_profile', 'submit_kyc', 'await_kyc', 'pay_order', 'first_investment']),
  orderId: z.optional(id),
  property: z.optional(PropertyRef),
  dueAt: z.optional(isoDateTime),
})
export type TodoView = z.infer<typeof TodoView>

export const Dashboard = z.object({
  totals: z.object({
    /** Paid subscriptions, pending or allotted, without fees. Transferred shares take their part of it with them. */
    investedFils: fils,
    /** The part of `investedFils` that is not allotted yet. */
    pendingFils: fils,
    /** Reserved and not yet paid, without fees. */
    reservedFils: fils,
    feesFils: fils,
    /**
     * What the holdings are worth: each at its latest approved valuation, and without one at cost (`amountFils`). Absent
     * in answers of earlier releases.
     */
    valueFils: z.optional(fils),
    units,
    properties: z.int(),
    /** Distributions paid to the caller, over all time. Absent in answers of earlier releases. */
    incomeFils: z.optional(fils),
    /** The caller's cash balance: distributions that are not withdrawn. */
    cashFils: z.optional(fils),
  }),
  holdings: z.array(HoldingView),
  recentOrders: z.array(OrderView),
  /** Transfers of the caller's shares to or from other investors, newest first; at most 10. */
  transfers: z.optional(z.array(ShareTransferView)),
  todo: z.array(TodoView),
  userStatus: UserStatus,
  asOf: isoDateTime,
})
export type Dashboard = z.infer<typeof Dashboard>
