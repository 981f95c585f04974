import {
  OrderAllotted,
  OrderCancelled,
  OrderDisputed,
  OrderFeeRefunding,
  OrderHeld,
  type OrderHold,
  OrderIssued,
  OrderRefunded,
  OrderRefunding,
} from '@hissa/contracts/investment'
import { single, transferId, type TransferInput } from '@hissa/ledger'
import { type Fils, smaller, subtract } from '@hissa/money'
import { accounts } from '../accounts.js'
import { dueFrom } from '../due/due.js'
import { refOf } from './order.cash.js'
import type { Order, OrderCommand, OrderStep, RefundState, Reversal, SharesOnChain } from './order.model.js'

/** Returns the transfers that return a paid order's units to the treasury and its money to the investor's cash. */
export function takeBack(order: Order): TransferInput[] {
  const { propertyId, userId, units, amountFils, feeFils } = order
  const ref = refOf(order)
  const cash = accounts.investorCash(userId)
  return [
    ...single('units.return', accounts.unitsOf(propertyId, userId), accounts.unitsTreasury(propertyId), units, ref),
    ...single('order.unsubscribe', accounts.escrow(propertyId), cash, amountFils, ref),
    ...single('order.fee-return', accounts.pendingFees(propertyId), cash, feeFils, ref),
  ]
}

/** Returns the units of a paid order to the treasury and holds its payment for a refund to the card. */
export function cancel(order: Order, { key, reason }: OrderCommand & { type: 'cancel' }, at: Date): OrderStep {
  const back = takeBack(order)
  const ref = { orderId: order._id, ...(order.paymentId ? { paymentId: order.paymentId } : {}) }
  const [debit, credit] = [accounts.investorCash(order.userId), accounts.cardClearing()]
  const amountFils = order.totalFils
  const hold: TransferInput = { kind: 'pending', code: 'card.refund', debit, credit, amount: amountFils, ref }
  return {
    set: {
      ...{ reason, cancelledAt: at, closedAt: at },
      refund: { hold: transferId(key, back.length), amountFils, attempt: 1, ...elsewhere(order, amountFils) },
      due: dueFrom('refund', at),
    },
    unset: ['rejected', 'coolingOffEndsAt', 'hold'],
    transfers: [...back, hold],
    events: [OrderCancelled],
  }
}

/** Returns whether an order can be allotted: the deed is filed, its cooling-off period over, and nothing blocks it. */
export function canAllot(order: Order, deedFiledAt: Date | undefined, at: Date): boolean {
  const { coolingOffEndsAt } = order
  return deedFiledAt !== undefined && coolingOffEndsAt !== undefined && at >= coolingOffEndsAt && !isBlocked(order)
}

/** Moves the units to the register and the subscription to the company; the fee is earned. */
export function allot(order: Order, at: Date): OrderStep {
  const { propertyId, userId, units, amountFils, feeFils, _id: orderId } = order
  const ref = { orderId }
  return {
    set: { allottedAt: at },
    unset: ['due'],
    transfers: [
      ...single(
        'units.allot',
        accounts.unitsOf(propertyId, userId),
        accounts.unitsHeld(propertyId, userId),
        units,
        ref,
      ),
      ...single('order.allot', accounts.escrow(propertyId), accounts.company(propertyId), amountFils, ref),
      ...single('fee.earn', accounts.pendingFees(propertyId), accounts.earnedFees(), feeFils, ref),
      ...single('fee.earn', accounts.platformFeesDue(), accounts.platformFees(), feeFils, ref),
    ],
    events: [OrderAllotted],
  }
}

/** Records that the shares are minted. The register does not change: it counts them since the allotment. */
export function issue(minted: SharesOnChain, at: Date): OrderStep {
  return { set: { issuedAt: at, minted }, unset: [], transfers: [], events: [OrderIssued] }
}

/** Returns whether an order's units are on the share register. */
export const isRegistered = ({ state }: Pick<Order, 'state'>) => state === 'allotted' || state === 'issued'

/** Takes a part of the fee out of the order, so that a later cancellation refunds exactly the rest. */
export function refundFee({ _id: orderId, propertyId, feeFils, totalFils }: Order, amountFils: Fils): OrderStep {
  const [debit, credit] = [accounts.pendingFees(propertyId), accounts.suspense()]
  return {
    set: { feeFils: subtract(feeFils, amountFils), totalFils: subtract(totalFils, amountFils) },
    unset: [],
    transfers: [{ kind: 'single', code: 'fee.refund', debit, credit, amount: amountFils, ref: { orderId } }],
    events: [OrderFeeRefunding],
  }
}

/** Records the state of a dispute of the order's payment. */
export function dispute({ dispute, catchUp }: OrderCommand & { type: 'dispute' }, at: Date): OrderStep {
  const due = catchUp ? { due: dueFrom('catchUp' as const, at) } : {}
  return { set: { dispute, ...due }, unset: [], transfers: [], events: [OrderDisputed] }
}

/**
 * Reverses an order whose payment was lost in a dispute. Before allotment the payer's own money pays for the loss.
 * After it, that money belongs to the company and the platform, so the loss, and the rest that is refunded, are the
 * platform's. So are units that another investor holds now: they don't return.
 */
export function reverse(order: Order, reversal: Reversal, at: Date): OrderStep {
  const { key, itemId, lostFils, pays, unitsTakenBack } = reversal
  const { propertyId, userId, units, totalFils, paymentId, _id: orderId } = order
  const ref = { orderId, ...(paymentId ? { paymentId } : {}) }
  const [cash, clearing, treasury] = [
    accounts.investorCash(userId),
    accounts.cardClearing(),
    accounts.unitsTreasury(propertyId),
  ]
  const restFils = subtract(totalFils, lostFils)
  const back = isRegistered(order)
    ? [
        ...single('units.return', accounts.unitsHeld(propertyId, userId), treasury, unitsTakenBack ?? units, ref),
        ...single('dispute.rest', accounts.suspenseOut(), cash, restFils, ref),
      ]
    : [
        ...takeBack(order),
        ...pays.flatMap(({ account, amountFils }) => single('dispute.lost', cash, account, amountFils, ref)),
      ]
  const rest: TransferInput[] =
    restFils > 0 ? [{ kind: 'pending', code: 'card.refund', debit: cash, credit: clearing, amount: restFils, ref }] : []
  // The loss counts as the first attempt, so money that is returned later is refunded by the next attempt.
  const refund =
    restFils > 0
      ? { amountFils: restFils, ...elsewhere(order, restFils) }
      : { amountFils: lostFils, method: 'dispute' as const }
  return {
    set: {
      ...{ closedAt: at, reason: 'dispute_lost' as const, dispute: { itemId, state: 'lost' as const } },
      refund: { hold: transferId(key, back.length), attempt: 2, ...refund },
      ...(restFils > 0 ? { due: dueFrom('refund' as const, at) } : { refundedAt: at }),
      ...(unitsTakenBack === undefined ? {} : { unitsTakenBack }),
    },
    unset: [...(restFils > 0 ? [] : (['due'] as const)), 'rejected', 'coolingOffEndsAt', 'hold'],
    transfers: [...back, ...rest],
    events: [OrderDisputed, restFils > 0 ? OrderRefunding : OrderRefunded],
  }
}

/** Changes one reason of an order's hold. Without any left, the order catches up with its raise. */
export function changeHold(order: Order, command: OrderCommand & { type: 'changeHold' }, at: Date): OrderStep {
  const before: Partial<NonNullable<Order['hold']>> = order.hold ?? {}
  const { moneyOut = before.moneyOut ?? [], review = before.review ?? false } = command
  const { moneyOutFils = before.moneyOutFils } = command
  if (moneyOut.length === 0 && !review)
    return { set: { due: dueFrom('catchUp', at) }, unset: ['hold'], transfers: [], events: [] }
  const reasons = {
    ...(moneyOut.length > 0 ? { moneyOut, ...(moneyOutFils === undefined ? {} : { moneyOutFils }) } : {}),
    ...(review ? { review } : {}),
  }
  const events = review && !before.review ? [OrderHeld] : []
  return { set: { hold: { since: before.since ?? at, ...reasons } }, unset: [], transfers: [], events }
}

/** Returns what is left of an order's payment, if money that was refunded from it in the dashboard is missing. */
export function leftFils({ hold, totalFils }: Pick<Order, 'hold' | 'totalFils'>): Fils | undefined {
  const { moneyOutFils } = hold ?? {}
  return moneyOutFils === undefined ? undefined : subtract(totalFils, smaller(moneyOutFils, totalFils))
}

/** Returns the part of a refund that was made in the dashboard before. */
const elsewhere = ({ hold }: Order, amountFils: Fils): Pick<RefundState, 'elsewhereFils'> =>
  hold?.moneyOutFils === undefined ? {} : { elsewhereFils: smaller(hold.moneyOutFils, amountFils) }

/** Returns why an order is on hold. */
export function holdsOf({ hold }: Pick<Order, 'hold'>): OrderHold[] {
  return [...(hold?.moneyOut ? ['money_out' as const] : []), ...(hold?.review ? ['awaiting_review' as const] : [])]
}

/** Returns whether an order may not be allotted for now: its payment is disputed, or it is on hold. */
export const isBlocked = (order: Pick<Order, 'dispute' | 'hold'>) => isDisputed(order) || order.hold !== undefined

/** Returns whether an order's payment is disputed and the bank has not decided yet. */
export const isDisputed = ({ dispute }: Pick<Order, 'dispute'>) => dispute?.state === 'open'
