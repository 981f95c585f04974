import { ok } from '@hissa/contracts'
import {
  OrderAllotted,
  OrderCancelled,
  OrderCoolingOff,
  OrderDisputed,
  OrderExpired,
  OrderFailed,
  OrderPaid,
  type OrderReason,
  OrderRefunded,
  OrderRefunding,
  OrderReopened,
  OrderReserved,
  orderReference,
  type OrderState,
} from '@hissa/contracts/investment'
import { type Decision, follow, type Transitions } from '@hissa/kernel'
import { transferId, type TransferInput } from '@hissa/ledger'
import { type Fils, subtract, type Units } from '@hissa/money'
import { accounts } from '../accounts.js'
import { type Due, dueFrom, type RejectedWork } from '../due/due.js'
import type { RuleDecision } from '../rules/rules.api.js'
import { type AnnualCap, capStepOf, capTransfers } from './annual-cap.js'
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
    ...{ pay: 'paid', refund: 'refunding', extend: 'reserved', scheduleRelease: 'reserved' },
    ...{ expire: 'expired', fail: 'failed' },
  },
  paid: {
    ...{ beginCoolingOff: 'cooling_off', cancel: 'cancelled' },
    ...{ dispute: 'paid', reverse: 'refunded', reversePart: 'refunding', refundFee: 'paid' },
  },
  cooling_off: {
    ...{ reopen: 'paid', allot: 'allotted', cancel: 'cancelled' },
    ...{ dispute: 'cooling_off', reverse: 'refunded', reversePart: 'refunding', refundFee: 'cooling_off' },
  },
  allotted: { issue: 'issued', dispute: 'allotted', reverse: 'refunded', reversePart: 'refunding' },
  issued: { dispute: 'issued' },
  expired: { payAgain: 'paid', refund: 'refunding' },
  failed: {},
  cancelled: { requestRefund: 'refunding' },
  refunding: { confirmRefund: 'refunded', settleRefund: 'refunded', settlePart: 'refunding', failRefund: 'refunding' },
  // The card network can return a refund that it had accepted.
  refunded: { failRefund: 'refunding' },
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
  refundedAt?: Date
  /** The latest dispute of its payment. An open one blocks cancellation and allotment. */
  dispute?: { itemId: string; state: 'open' | 'won' | 'lost' }
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

/** An order as lists read it. */
export type ListedOrder = Omit<Order, 'decisions'>

/**
 * `reconcile` reads from the processor whether a page was paid, `expiry` ends the reservation, `refund` refunds.
 * `catchUp` does what the raise did to its other orders during a dispute.
 */
export type OrderWork = 'reconcile' | 'expiry' | 'refund' | 'catchUp'

export interface RefundState {
  /** The pending transfer that holds the money. */
  hold: string
  amountFils: Fils
  /** Grows only when the processor reports that an attempt failed permanently: it is part of the idempotency key. */
  attempt: number
  refundId?: string
  /** The refund method, unless to the card. `dispute`: the payer's bank took the payment back. */
  method?: 'bank_transfer' | 'dispute'
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
  /** The investor keeps the reservation: a new attempt, with a new deadline. Its page is not open yet. */
  | { type: 'extend'; begunAt: Date; expiresAt: Date; lockedUntil: Date }
  /** The reservation is to be released early. Nothing is released before the processor has closed its page. */
  | { type: 'scheduleRelease'; reason: OrderReason }
  | { type: 'confirmRefund'; refundId: string }
  /** The current attempt failed; `key` is the change's key, under which money that had left is held again. */
  | { type: 'failRefund'; key: string; next: { due: Due<OrderWork> } | { rejected: RejectedWork<OrderWork> } }
  /** The money reached the investor another way; `account` is where it left from. */
  | { type: 'settleRefund'; account: string }
  /** A part of the money did, and the rest is attempted again; `key` is the change's key. */
  | { type: 'settlePart'; account: string; amountFils: Fils; key: string }
  /** The reservation lapsed and the processor reports that it can no longer be paid. */
  | { type: 'expire'; due: boolean }
  | { type: 'fail'; reason: string }
  /** The raise has closed. */
  | { type: 'beginCoolingOff'; endsAt: Date }
  /** The raise is open again. */
  | { type: 'reopen' }
  /** Returns the units to the treasury and holds the payment for a refund; `key` is the change's key. */
  | { type: 'cancel'; key: string; reason: OrderReason }
  /** The refund of a cancelled order is about to be requested from the processor. */
  | { type: 'requestRefund' }
  | { type: 'allot' }
  /** A part or all of the fee goes to suspense, from where it is refunded. */
  | { type: 'refundFee'; amountFils: Fils }
  | { type: 'dispute'; dispute: NonNullable<Order['dispute']>; catchUp: boolean }
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
}

/** The commands that change the state, and the issue of tokens, which no use case issues yet. */
type TransitionName = Exclude<OrderCommand['type'], 'attachCheckout'> | 'issue'

/** One of the `investment.order.…` events; they differ in name only. */
export type OrderEvent = typeof OrderReserved

/** The changes of a command: fields to write, transfers to post. */
interface OrderChanges {
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

/** Reserves the units of a new order. */
export function reserve(order: Order): OrderStep {
  const hold: TransferInput = {
    kind: 'pending',
    code: 'order.reserve',
    debit: accounts.unitsTreasury(order.propertyId),
    credit: accounts.unitsOf(order.propertyId, order.userId),
    amount: order.units,
    expiresAt: order.expiresAt,
    ref: { orderId: order._id },
  }
  const due = dueFrom('expiry' as const, order.expiresAt)
  const transfers = [hold, ...capTransfers(order, 'reserve')]
  const set = { ...order, reference: orderReference(order._id), due }
  return { set, unset: [], transfers, events: [OrderReserved] }
}

/** Decides what a command does to an order at business time `at`. Pure. Errors: ILLEGAL_TRANSITION. */
export function decide(order: Order, command: OrderCommand, at: Date): Decision<OrderChanges, OrderEvent> {
  // A page that was opened is recorded in any state, so that it can be closed.
  if (command.type === 'attachCheckout') return ok(attachCheckout(order, command, at))
  const next = follow(ORDER_TRANSITIONS, order.state, command.type)
  if (!next.ok) return next
  const { transfers, ...step } = carryOut(order, command, at)
  const state = next.value
  const set = state === order.state ? step.set : { ...step.set, state }
  // Last, because other steps refer to the transfers before them by their index.
  return ok({ ...step, set, transfers: [...transfers, ...capTransfers(order, capStepOf(order, command))] })
}

/** Returns the effect of an accepted command besides the change of state. */
function carryOut(order: Order, command: Exclude<OrderCommand, { type: 'attachCheckout' }>, at: Date): OrderStep {
  switch (command.type) {
    case 'pay':
      return pay(order, command.receipt, at, { kind: 'post', code: 'order.pay', pendingId: holdOf(order) })
    case 'payAgain':
      return pay(order, command.receipt, at, retake(order))
    case 'refund':
      return refund(order, command.receipt, command.reason, at)
    case 'extend':
      return extend(order, command, at)
    case 'scheduleRelease':
      return {
        set: { ending: { reason: command.reason }, due: dueFrom('expiry', at) },
        ...{ unset: [], transfers: [], events: [] },
      }
    case 'confirmRefund':
      return confirmRefund(order, command.refundId, at)
    case 'settleRefund':
      return settleRefund(order, command.account, at)
    case 'settlePart':
      return settlePart(order, command, at)
    case 'failRefund':
      return failRefund(order, command)
    case 'expire':
      return release(order, 'expired', at, command.due ? 'expire' : 'void')
    case 'fail':
      return release(order, 'failed', at, 'void', command.reason)
    case 'beginCoolingOff':
      return { set: { coolingOffEndsAt: command.endsAt }, unset: [], transfers: [], events: [OrderCoolingOff] }
    case 'reopen':
      return { set: {}, unset: ['coolingOffEndsAt'], transfers: [], events: [OrderReopened] }
    case 'cancel':
      return cancel(order, command, at)
    case 'requestRefund':
      return { set: {}, unset: [], transfers: [], events: [OrderRefunding] }
    case 'allot':
      return allot(order, at)
    case 'refundFee':
      return refundFee(order, command.amountFils)
    case 'dispute':
      return dispute(command, at)
    case 'reverse':
    case 'reversePart':
      return reverse(order, command, at)
  }
}

function attachCheckout(
  order: Order,
  { sessionId, url }: OrderCommand & { type: 'attachCheckout' },
  at: Date,
): OrderStep {
  // Only a reserved order needs reconciling; one that is being released is due at once.
  const due = order.ending ? dueFrom('expiry' as const, at) : nextLook(order, at)
  const look = order.state === 'reserved' ? { due } : {}
  return { set: { checkout: { sessionId, url }, ...look }, unset: ['lockedUntil'], transfers: [], events: [] }
}

function extend(order: Order, command: OrderCommand & { type: 'extend' }, at: Date): OrderStep {
  const { begunAt: checkoutBegunAt, expiresAt, lockedUntil } = command
  const replaced = order.checkout?.sessionId
  return {
    set: {
      ...{ checkoutAttempt: order.checkoutAttempt + 1, checkoutBegunAt, expiresAt, lockedUntil },
      extension: { at, ...(replaced ? { replaced } : {}) },
      due: nextLook({ expiresAt }, at),
    },
    unset: ['checkout'],
    transfers: [],
    events: [],
  }
}

/** Returns the session whose page may still be paid: the current one, or the one that an extension is replacing. */
export const payableSession = ({ checkout, extension }: Pick<Order, 'checkout' | 'extension'>) =>
  checkout?.sessionId ?? extension?.replaced

/** Returns when the processor is next asked about a reserved order: every RECONCILE_MS, then at its expiry. */
export function nextLook(order: Pick<Order, 'expiresAt'>, at: Date): Due<OrderWork> {
  const next = new Date(at.getTime() + RECONCILE_MS)
  return next < order.expiresAt ? dueFrom('reconcile', next) : dueFrom('expiry', order.expiresAt)
}

const RELEASED: Array<keyof Order> = ['openProperty', 'openSlot', 'lockedUntil', 'ending', 'rejected']
const CLOSED: Array<keyof Order> = [...RELEASED, 'due']

function pay(order: Order, receipt: Receipt, at: Date, units: TransferInput): OrderStep {
  const ref = { orderId: order._id }
  const cash = accounts.investorCash(order.userId)
  const spend = (code: string, credit: string, amount: number): TransferInput[] =>
    amount > 0 ? [{ kind: 'single', code, debit: cash, credit, amount, ref }] : []
  return {
    set: { paidAt: at, paymentId: receipt.paymentId },
    unset: [...CLOSED, 'reason'],
    transfers: [
      { ...units, ref },
      receive(order, receipt),
      ...spend('order.subscribe', accounts.escrow(order.propertyId), order.amountFils),
      ...spend('order.fee', accounts.pendingFees(order.propertyId), order.feeFils),
    ],
    events: [OrderPaid],
  }
}

function retake(order: Order): TransferInput {
  const [debit, credit] = [accounts.unitsTreasury(order.propertyId), accounts.unitsOf(order.propertyId, order.userId)]
  return { kind: 'single', code: 'order.pay-late', debit, credit, amount: order.units }
}

function receive(order: Order, receipt: Receipt): TransferInput {
  return {
    kind: 'single',
    code: 'card.receive',
    debit: receipt.from ?? accounts.cardClearing(),
    credit: accounts.investorCash(order.userId),
    amount: receipt.amountFils,
    ref: { orderId: order._id, paymentId: receipt.paymentId },
  }
}

/** Books the money as the investor's, held to be returned to the card; a reservation is released with it. */
function refund(order: Order, receipt: Receipt, reason: OrderReason, at: Date): OrderStep {
  const hold: TransferInput = {
    kind: 'pending',
    code: 'card.refund',
    debit: accounts.investorCash(order.userId),
    credit: accounts.cardClearing(),
    amount: receipt.amountFils,
    ref: { orderId: order._id, paymentId: receipt.paymentId },
  }
  const held = transferId(settleKey(receipt.sessionId), 1)
  const isReserved = order.state === 'reserved'
  return {
    set: {
      reason,
      ...(isReserved ? { closedAt: at } : {}),
      paymentId: receipt.paymentId,
      refund: { hold: held, amountFils: receipt.amountFils, attempt: 1 },
      due: dueFrom('refund', at),
    },
    unset: RELEASED,
    transfers: [receive(order, receipt), hold, ...(isReserved ? [releaseUnits(order, 'void', 'order.refund')] : [])],
    events: [OrderRefunding],
  }
}

function confirmRefund(order: Order, refundId: string, at: Date): OrderStep {
  const { hold, amountFils, attempt } = order.refund!
  return {
    set: { refundedAt: at, refund: { hold, amountFils, attempt, refundId } },
    unset: ['due', 'rejected'],
    transfers: [{ kind: 'post', code: 'card.refund', pendingId: hold, ref: { orderId: order._id } }],
    events: [OrderRefunded],
  }
}

/** Closes a refund that reached the investor another way. Refunds of earlier attempts no longer change the order. */
function settleRefund(order: Order, account: string, at: Date): OrderStep {
  const { hold, amountFils, attempt } = order.refund!
  const ref = { orderId: order._id }
  const cash = accounts.investorCash(order.userId)
  return {
    set: { refundedAt: at, refund: { hold, amountFils, attempt: attempt + 1, ...methodOf(account) } },
    unset: ['due', 'rejected'],
    transfers: [
      { kind: 'void', code: 'card.refund', pendingId: hold, ref },
      { kind: 'single', code: 'refund.settle', debit: cash, credit: account, amount: amountFils, ref },
    ],
    events: [OrderRefunded],
  }
}

/** Returns the method of a refund from `account`; empty for the card's. */
export const methodOf = (account: string): { method?: 'bank_transfer' } =>
  account === accounts.bank() ? { method: 'bank_transfer' } : {}

/** Closes part of a refund as `settleRefund` closes all of it, and holds the rest for the next attempt. */
function settlePart(order: Order, command: OrderCommand & { type: 'settlePart' }, at: Date): OrderStep {
  const { account: credit, amountFils: amount, key } = command
  const { hold, amountFils, attempt } = order.refund!
  const ref = { orderId: order._id, ...(order.paymentId ? { paymentId: order.paymentId } : {}) }
  const [debit, clearing] = [accounts.investorCash(order.userId), accounts.cardClearing()]
  const rest = subtract(amountFils, amount)
  return {
    set: {
      refund: { hold: transferId(key, 2), amountFils: rest, attempt: attempt + 1 },
      due: dueFrom('refund' as const, at),
    },
    unset: ['rejected'],
    transfers: [
      { kind: 'void', code: 'card.refund', pendingId: hold, ref },
      { kind: 'single', code: 'refund.settle', debit, credit, amount, ref },
      { kind: 'pending', code: 'card.refund', debit, credit: clearing, amount: rest, ref },
    ],
    events: [],
  }
}

/**
 * Starts the next attempt. When a refund fails after it succeeded, the money is back: it is held for the investor until
 * the next attempt, and the order is no longer refunded.
 */
function failRefund(order: Order, { key, next }: OrderCommand & { type: 'failRefund' }): OrderStep {
  const { hold, amountFils, attempt } = order.refund!
  const waits = 'due' in next ? { set: next, unset: ['rejected' as const] } : { set: next, unset: ['due' as const] }
  const refund = { hold, amountFils, attempt: attempt + 1 }
  if (order.state === 'refunding')
    return { set: { refund, ...waits.set }, unset: waits.unset, transfers: [], events: [] }
  const [debit, credit] = [accounts.cardClearing(), accounts.investorCash(order.userId)]
  const ref = { orderId: order._id, ...(order.paymentId ? { paymentId: order.paymentId } : {}) }
  return {
    set: { refund: { ...refund, hold: transferId(key, 1) }, ...waits.set },
    unset: [...waits.unset, 'refundedAt'],
    transfers: [
      { kind: 'single', code: 'card.refund-returned', debit, credit, amount: amountFils, ref },
      { kind: 'pending', code: 'card.refund', debit: credit, credit: debit, amount: amountFils, ref },
    ],
    events: [OrderRefunding],
  }
}

/** Returns the transfers that take a paid order back, from its investor to the treasury and the investor's cash. */
function takeBack(order: Order): TransferInput[] {
  const { propertyId, userId, units, amountFils, feeFils, _id: orderId } = order
  const ref = { orderId }
  const cash = accounts.investorCash(userId)
  const single = (code: string, debit: string, credit: string, amount: number): TransferInput[] =>
    amount > 0 ? [{ kind: 'single', code, debit, credit, amount, ref }] : []
  return [
    ...single('units.return', accounts.unitsOf(propertyId, userId), accounts.unitsTreasury(propertyId), units),
    ...single('order.unsubscribe', accounts.escrow(propertyId), cash, amountFils),
    ...single('order.fee-return', accounts.pendingFees(propertyId), cash, feeFils),
  ]
}

function cancel(order: Order, { key, reason }: OrderCommand & { type: 'cancel' }, at: Date): OrderStep {
  const back = takeBack(order)
  const ref = { orderId: order._id, ...(order.paymentId ? { paymentId: order.paymentId } : {}) }
  const [debit, credit] = [accounts.investorCash(order.userId), accounts.cardClearing()]
  const amountFils = order.totalFils
  const hold: TransferInput = { kind: 'pending', code: 'card.refund', debit, credit, amount: amountFils, ref }
  return {
    set: {
      ...{ reason, cancelledAt: at, closedAt: at },
      refund: { hold: transferId(key, back.length), amountFils, attempt: 1 },
      due: dueFrom('refund', at),
    },
    unset: ['rejected', 'coolingOffEndsAt'],
    transfers: [...back, hold],
    events: [OrderCancelled],
  }
}

/** Moves the units to the register and the subscription to the company; the fee is earned. */
function allot(order: Order, at: Date): OrderStep {
  const { propertyId, userId, units, amountFils, feeFils, _id: orderId } = order
  const ref = { orderId }
  const single = (code: string, debit: string, credit: string, amount: number): TransferInput[] =>
    amount > 0 ? [{ kind: 'single', code, debit, credit, amount, ref }] : []
  return {
    set: { allottedAt: at },
    unset: ['due'],
    transfers: [
      ...single('units.allot', accounts.unitsOf(propertyId, userId), accounts.unitsHeld(propertyId, userId), units),
      ...single('order.allot', accounts.escrow(propertyId), accounts.company(propertyId), amountFils),
      ...single('fee.earn', accounts.pendingFees(propertyId), accounts.earnedFees(), feeFils),
      ...single('fee.earn', accounts.platformFeesDue(), accounts.platformFees(), feeFils),
    ],
    events: [OrderAllotted],
  }
}

/** Takes a part of the fee out of the order, so that a later cancellation refunds exactly the rest. */
function refundFee({ _id: orderId, propertyId, feeFils, totalFils }: Order, amountFils: Fils): OrderStep {
  const [debit, credit] = [accounts.pendingFees(propertyId), accounts.suspense()]
  return {
    set: { feeFils: subtract(feeFils, amountFils), totalFils: subtract(totalFils, amountFils) },
    unset: [],
    transfers: [{ kind: 'single', code: 'fee.refund', debit, credit, amount: amountFils, ref: { orderId } }],
    events: [],
  }
}

function dispute({ dispute, catchUp }: OrderCommand & { type: 'dispute' }, at: Date): OrderStep {
  const due = catchUp ? { due: dueFrom('catchUp' as const, at) } : {}
  return { set: { dispute, ...due }, unset: [], transfers: [], events: [OrderDisputed] }
}

/**
 * Reverses an order whose payment was lost in a dispute. Before allotment the payer's own money pays for the loss. After
 * it, that money belongs to the company and the platform, so the loss, and the rest that is refunded, are the platform's.
 */
function reverse(order: Order, { key, itemId, lostFils, pays }: Reversal, at: Date): OrderStep {
  const { propertyId, userId, units, totalFils, paymentId, _id: orderId } = order
  const ref = { orderId, ...(paymentId ? { paymentId } : {}) }
  const [cash, clearing] = [accounts.investorCash(userId), accounts.cardClearing()]
  const single = (code: string, debit: string, credit: string, amount: number): TransferInput[] =>
    amount > 0 ? [{ kind: 'single', code, debit, credit, amount, ref }] : []
  const isAllotted = order.state === 'allotted'
  const restFils = subtract(totalFils, lostFils)
  const back = isAllotted
    ? [
        ...single('units.return', accounts.unitsHeld(propertyId, userId), accounts.unitsTreasury(propertyId), units),
        ...single('dispute.rest', accounts.suspenseOut(), cash, restFils),
      ]
    : [
        ...takeBack(order),
        ...pays.flatMap(({ account, amountFils }) => single('dispute.lost', cash, account, amountFils)),
      ]
  const rest: TransferInput[] =
    restFils > 0 ? [{ kind: 'pending', code: 'card.refund', debit: cash, credit: clearing, amount: restFils, ref }] : []
  // The loss counts as the first attempt, so that what comes back later is refunded by another.
  const refund = restFils > 0 ? { amountFils: restFils } : { amountFils: lostFils, method: 'dispute' as const }
  return {
    set: {
      ...{ closedAt: at, reason: 'dispute_lost' as const, dispute: { itemId, state: 'lost' as const } },
      refund: { hold: transferId(key, back.length), attempt: 2, ...refund },
      ...(restFils > 0 ? { due: dueFrom('refund' as const, at) } : { refundedAt: at }),
    },
    unset: [...(restFils > 0 ? [] : (['due'] as const)), 'rejected', 'coolingOffEndsAt'],
    transfers: [...back, ...rest],
    events: [OrderDisputed, restFils > 0 ? OrderRefunding : OrderRefunded],
  }
}

/** Returns whether an order's payment is disputed and the bank has not decided yet. */
export const isDisputed = ({ dispute }: Pick<Order, 'dispute'>) => dispute?.state === 'open'

/** Returns the key under which the money of a checkout session is booked, whatever its use. */
export const settleKey = (sessionId: string) => `settle:${sessionId}`

function release(
  order: Order,
  to: 'expired' | 'failed',
  at: Date,
  kind: 'expire' | 'void',
  failure?: string,
): OrderStep {
  const why = to === 'expired' ? { reason: order.ending?.reason ?? ('lapsed' as const) } : {}
  return {
    set: { closedAt: at, ...why, ...(failure ? { failure } : {}) },
    unset: CLOSED,
    transfers: [releaseUnits(order, kind, `order.${to}`)],
    events: [to === 'expired' ? OrderExpired : OrderFailed],
  }
}

function releaseUnits(order: Order, kind: 'expire' | 'void', code: string): TransferInput {
  return { kind, code, pendingId: holdOf(order), ref: { orderId: order._id } }
}
