import type { OrderReason, OrderReserved, OrderState } from '@hissa/contracts/investment'
import type { Transitions } from '@hissa/kernel'
import { transferId, type TransferInput } from '@hissa/ledger'
import type { Fils, Units } from '@hissa/money'
import { type Due, dueFrom, type RejectedWork } from '../due/due.js'
import type { RuleDecision } from '../rules/rules.api.js'
import type { Payer } from './payer.js'

/** Stripe rejects pages that expire in less than 30 minutes; the extra minute allows for the request itself. */
export const RESERVATION_MS = 31 * 60_000
/** Delay after checkout, and then the interval, of requests to the processor about an order without a webhook. */
export const RECONCILE_MS = 5 * 60_000
/** A reservation with less time left is not extended: its payment page is about to be closed. */
export const LAST_CALL_MS = 10_000

/**
 * `reserved → paid → cooling_off` when the raise closes `→ allotted → issued`. When the raise opens again,
 * `cooling_off → paid`.
 */
export const ORDER_TRANSITIONS: Transitions<OrderState, TransitionName> = {
  reserved: {
    pay: 'paid',
    refund: 'refunding',
    extend: 'reserved',
    scheduleRelease: 'reserved',
    expire: 'expired',
    fail: 'failed',
  },
  paid: {
    beginCoolingOff: 'cooling_off',
    cancel: 'cancelled',
    returnToCash: 'refunded',
    changeHold: 'paid',
    dispute: 'paid',
    reverse: 'refunded',
    reversePart: 'refunding',
    refundFee: 'paid',
  },
  cooling_off: {
    beginCoolingOff: 'cooling_off',
    reopen: 'paid',
    allot: 'allotted',
    cancel: 'cancelled',
    returnToCash: 'refunded',
    changeHold: 'cooling_off',
    dispute: 'cooling_off',
    reverse: 'refunded',
    reversePart: 'refunding',
    refundFee: 'cooling_off',
  },
  allotted: { issue: 'issued', dispute: 'allotted', reverse: 'refunded', reversePart: 'refunding' },
  issued: { dispute: 'issued', reverse: 'refunded', reversePart: 'refunding' },
  expired: { payAgain: 'paid', refund: 'refunding' },
  failed: {},
  cancelled: { requestRefund: 'refunding' },
  refunding: { confirmRefund: 'refunded', settleRefund: 'refunded', settlePart: 'refunding', failRefund: 'refunding' },
  // The card network can return a refund that it had accepted.
  refunded: { failRefund: 'refunding' },
}

/** The annual limit that an order counts towards: that of its calendar year in Dubai, whenever it is paid. */
export interface AnnualCap {
  year: number
  limitFils: Fils
}

export interface Order extends Payer {
  _id: string
  /** For searches by people. Absent in orders of earlier releases until they are migrated. */
  reference?: string
  userId: string
  propertyId: string
  slug: string
  title: string
  titleAr?: string | undefined
  offeringVersion: number
  unitPriceFils: Fils
  units: Units
  amountFils: Fils
  feeFils: Fils
  totalFils: Fils
  /** Set if the investor's cash paid it; its refunds return there. Absent for a card. */
  paidFrom?: 'cash'
  description?: string
  state: OrderState
  decisions: RuleDecision[]
  createdAt: Date
  expiresAt: Date
  paidAt?: Date
  closedAt?: Date
  /** When it can no longer be cancelled; set once the raise has closed. */
  coolingOffEndsAt?: Date
  cancelledAt?: Date
  /** The deadline that its investor was last informed of, if the raise was extended while the order was paid. */
  raiseDeadline?: Date
  allottedAt?: Date
  /** When the order learnt that its shares are minted. */
  issuedAt?: Date
  /** Its shares on the chain. Also recorded if the order was reversed before its mint was reported. */
  minted?: SharesOnChain
  /** Set once the shares of a reversed order are burned. */
  burned?: SharesOnChain
  refundedAt?: Date
  /** The latest dispute of its payment. An open one blocks cancellation, allotment, and transfers of its units. */
  dispute?: { itemId: string; state: 'open' | 'won' | 'lost' }
  /** Why it is not allotted for now, apart from a dispute. */
  hold?: {
    since: Date
    /** The suspense items of money that was refunded from its payment in the processor's dashboard, and is missing. */
    moneyOut?: string[]
    /** How much of that is missing. Absent in holds of earlier releases. */
    moneyOutFils?: Fils
    /** Its investor's account may not invest any more, for example because it is suspended. */
    review?: true
  }
  /**
   * How many units returned to the treasury when it was reversed. Set if units had been transferred to or from its
   * investor, who then may no longer hold all of them; otherwise all returned.
   */
  unitsTakenBack?: Units
  failure?: string
  /** Why it ended unpaid, or why its payment is refunded. */
  reason?: OrderReason
  /** Set while reserved, once the order is to be released early; its `due` is then `expiry`. */
  ending?: { reason: OrderReason }
  /** Holds more units than the raise's `largestSmallUnits`, so it counts towards the allowance while unpaid. */
  large?: boolean
  /** The key of the change that reserved the units; the hold is its first transfer. */
  placeKey: string
  inputHash: string
  /** While reserved: `<userId>:<propertyId>`. Unique, so that an investor has one unpaid order for a property. */
  openProperty?: string
  /** While reserved: `<userId>:<n>` with n below OPEN_ORDERS. Unique, so that no investor has more unpaid orders. */
  openSlot?: string
  /** Wall time until which one call is opening the checkout. */
  lockedUntil?: Date
  /** Number of attempts to open the checkout, each with its own parameters. */
  checkoutAttempt: number
  /** Wall time at which the current attempt began; `expiresAt` and the payment page's expiry derive from it. */
  checkoutBegunAt: Date
  checkout?: { sessionId: string; url: string }
  /** Set once the reservation was extended. The page `replaced` is closed before another is opened. */
  extension?: { at: Date; replaced?: string }
  /** The next piece of work, and when it is due; an order has at most one. */
  due?: Due<OrderWork>
  /** Work that was rejected; staff retry or resolve it. */
  rejected?: RejectedWork<OrderWork>
  paymentId?: string
  refund?: RefundState
  /** The annual limit that the order counts towards; absent if its investor has none. */
  cap?: AnnualCap
  /** Set for an offer that is exempt by its number of persons: its investor is one of them. */
  countedPerson?: boolean
  version: number
}

/** Where on the chain an order's shares were minted or burned. */
export interface SharesOnChain {
  chainId: number
  /** The token contract of the property. */
  token: string
  /** The address that holds, or held, the shares. */
  account: string
  transactionHash: string
  blockNumber: number
  /** The block's time. */
  at: Date
  /** The version of the report; only a newer one replaces it. */
  version: number
}

/** An order without its rule decisions, for lists. */
export type ListedOrder = Omit<Order, 'decisions'>

/**
 * `reconcile` reads from the processor whether a page was paid, `expiry` ends the reservation, `refund` refunds.
 * `catchUp` does what the raise did to its other orders while this one was blocked.
 */
export type OrderWork = 'reconcile' | 'expiry' | 'refund' | 'catchUp'

export interface RefundState {
  /** The pending transfer that holds the money; absent for a refund to the cash, which is done at once. */
  hold?: string
  amountFils: Fils
  /**
   * The part of the amount that had already been refunded in the processor's dashboard when the refund began, and is not
   * assigned to it yet.
   */
  elsewhereFils?: Fils
  /** Grows only when the processor reports that an attempt failed permanently: it is part of the idempotency key. */
  attempt: number
  refundId?: string
  /** The refund method, unless to the card. `dispute`: the payer's bank took the payment back. */
  method?: 'bank_transfer' | 'dispute' | 'cash'
}

/** The money that has arrived for an order. */
export interface Receipt {
  sessionId: string
  paymentId: string
  amountFils: Fils
  /** The account that the money is taken from; defaults to the card processor's. */
  from?: string
}

export type OrderCommand =
  | { type: 'attachCheckout'; sessionId: string; url: string }
  | { type: 'pay'; receipt: Receipt }
  /** Paid after release: takes units again. Rejected by the treasury's limit when there are none. */
  | { type: 'payAgain'; receipt: Receipt }
  | { type: 'refund'; receipt: Receipt; reason: OrderReason }
  /** The investor extends the reservation: a new attempt with a new deadline, whose page is not open yet. */
  | { type: 'extend'; begunAt: Date; expiresAt: Date; lockedUntil: Date }
  /** The reservation is to be released early. Nothing is released before the processor has closed its page. */
  | { type: 'scheduleRelease'; reason: OrderReason }
  | { type: 'confirmRefund'; refundId: string }
  /** The current attempt failed; `key` is the change's key, under which money that had left is held again. */
  | { type: 'failRefund'; key: string; next: { due: Due<OrderWork> } | { rejected: RejectedWork<OrderWork> } }
  /** The money reached the investor another way; `account` is where it left from. */
  | { type: 'settleRefund'; account: string }
  /**
   * A part of the money did, and the rest is attempted again. `elsewhereFils` is how much of the part had been refunded in
   * the dashboard before the refund began; `key` is the change's key.
   */
  | { type: 'settlePart'; account: string; amountFils: Fils; elsewhereFils: Fils; key: string }
  /** The reservation lapsed and the processor reports that it can no longer be paid. */
  | { type: 'expire'; due: boolean }
  | { type: 'fail'; reason: string }
  /** The raise has closed. */
  | { type: 'beginCoolingOff'; endsAt: Date }
  /** The raise is open again. */
  | { type: 'reopen' }
  /** Returns the units to the treasury and holds the payment for a refund; `key` is the change's key. */
  | { type: 'cancel'; key: string; reason: OrderReason }
  /** Returns the units to the treasury and the payment to the cash that it came from; `key` is the change's key. */
  | { type: 'returnToCash'; key: string; reason: OrderReason }
  /** The refund of a cancelled order is about to be requested from the processor. */
  | { type: 'requestRefund' }
  /** Title before token: refused before the deed was filed and the cooling-off period has ended, and while blocked. */
  | { type: 'allot'; deedFiledAt: Date | undefined }
  /** Its shares are minted on the chain. */
  | { type: 'issue'; minted: SharesOnChain }
  /** A part or all of the fee goes to suspense, from where it is refunded. */
  | { type: 'refundFee'; amountFils: Fils }
  | { type: 'dispute'; dispute: NonNullable<Order['dispute']>; catchUp: boolean }
  /** Replaces the money that is missing, or whether its investor's account is under review. */
  | { type: 'changeHold'; moneyOut?: string[]; moneyOutFils?: Fils; review?: boolean }
  /** The dispute of the whole payment was lost: the units return to the treasury. */
  | ({ type: 'reverse' } & Reversal)
  /** The dispute of a part was lost. The rest of the payment is refunded. */
  | ({ type: 'reversePart' } & Reversal)

/** The loss of a dispute. */
export interface Reversal {
  /** The key of the change. */
  key: string
  itemId: string
  /** What the payer's bank took back, at most the order's total. */
  lostFils: Fils
  /** What the payer's own money pays, by the account that is missing it; nothing once the order is allotted. */
  pays: ReadonlyArray<{ account: string; amountFils: Fils }>
  /** How many units return to the treasury, if other investors may hold some of them since a transfer; otherwise all. */
  unitsTakenBack?: Units
}

/** The commands that change the state. */
type TransitionName = Exclude<OrderCommand['type'], 'attachCheckout'>

/** One of the `investment.order.…` events; they differ in name only. */
export type OrderEvent = typeof OrderReserved

/** The changes of a command: fields to write, transfers to post. */
export interface OrderChanges {
  set: Partial<Order>
  unset: Array<keyof Order>
  transfers: TransferInput[]
}

/** A command's changes, and the events to publish. */
export interface OrderStep extends OrderChanges {
  events: readonly OrderEvent[]
}

/** Returns the id of the transfer that holds the order's units. */
export const holdOf = (order: Pick<Order, 'placeKey'>) => transferId(order.placeKey, 0)

/** Returns when the payment page of an attempt expires: wall time, in whole seconds as processors expect. */
export const pageExpiry = (begunAt: Date) => new Date(Math.floor((begunAt.getTime() + RESERVATION_MS) / 1000) * 1000)

/**
 * Returns the same instant in business time, which is the order's deadline. The offset between the clocks is rounded to
 * seconds, because they are read a moment apart and differ only where the business clock can be moved.
 */
export function deadlineOf(begunAt: Date, businessNow: Date): Date {
  const offsetMs = Math.round((businessNow.getTime() - begunAt.getTime()) / 1000) * 1000
  return new Date(pageExpiry(begunAt).getTime() + offsetMs)
}

/** Returns the session whose page may still be paid: the current one, or the one that an extension is replacing. */
export const payableSession = ({ checkout, extension }: Pick<Order, 'checkout' | 'extension'>) =>
  checkout?.sessionId ?? extension?.replaced

/** Returns when the processor is next queried about a reserved order: every RECONCILE_MS, then at its expiry. */
export function nextLook(order: Pick<Order, 'expiresAt'>, at: Date): Due<OrderWork> {
  const next = new Date(at.getTime() + RECONCILE_MS)
  return next < order.expiresAt ? dueFrom('reconcile', next) : dueFrom('expiry', order.expiresAt)
}

export const RELEASED: Array<keyof Order> = ['openProperty', 'openSlot', 'lockedUntil', 'ending', 'rejected']
export const CLOSED: Array<keyof Order> = [...RELEASED, 'due']
