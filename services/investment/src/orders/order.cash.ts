import { OrderCancelled, OrderPaid, OrderRefunded, orderReference } from '@hissa/contracts/investment'
import { type Save, single, type TransferInput } from '@hissa/ledger'
import { accounts } from '../accounts.js'
import { capTransfers } from './annual-cap.js'
import type { Order, OrderCommand, OrderStep } from './order.model.js'

/** The collection of payment rows. An order that is paid from cash writes its own; card payments write the others. */
export const PAYMENTS = 'payments'

/** Returns the id of the row that shows the payment of an order from cash. */
export const cashPaymentId = (orderId: string) => `cash:${orderId}`

/**
 * Returns what the transfers of an order refer to. Those of an order that is paid from cash are movements of the cash,
 * which is shown with the property; those of a card pass through the account, and are not shown.
 */
export const refOf = ({ _id: orderId, propertyId, paidFrom }: Order): Readonly<Record<string, string>> =>
  paidFrom ? { orderId, propertyId, paidFrom } : { orderId }

/** Returns the transfers that pay an order's price and fee from the investor's cash. */
export function spend(order: Order): TransferInput[] {
  const { propertyId, userId, amountFils, feeFils } = order
  const [cash, ref] = [accounts.investorCash(userId), refOf(order)]
  return [
    ...single('order.subscribe', cash, accounts.escrow(propertyId), amountFils, ref),
    ...single('order.fee', cash, accounts.pendingFees(propertyId), feeFils, ref),
  ]
}

/**
 * Places an order that the investor's cash pays in the same step, so that it is never reserved or unpaid. Refused by the
 * limit of the cash when that is short, and by the treasury's when the units are taken.
 */
export function placePaid(order: Order, at: Date): OrderStep {
  const { openProperty: _property, openSlot: _slot, lockedUntil: _lock, large: _large, ...kept } = order
  const paid: Order = { ...kept, state: 'paid', paidFrom: 'cash', paidAt: at }
  const [treasury, units] = [accounts.unitsTreasury(order.propertyId), accounts.unitsOf(order.propertyId, order.userId)]
  return {
    set: { ...paid, reference: orderReference(order._id) },
    unset: [],
    transfers: [
      ...single('order.pay', treasury, units, order.units, { orderId: order._id }),
      ...spend(paid),
      ...capTransfers(paid, 'payAgain'),
    ],
    events: [OrderPaid],
  }
}

/** Returns the units of an order that cash paid to the treasury, and its money to the cash. Nothing remains to refund. */
export function returnToCash(
  order: Order,
  { reason }: OrderCommand & { type: 'returnToCash' },
  back: TransferInput[],
  at: Date,
): OrderStep {
  return {
    set: {
      ...{ reason, cancelledAt: at, closedAt: at, refundedAt: at },
      refund: { amountFils: order.totalFils, attempt: 1, method: 'cash' },
    },
    unset: ['rejected', 'coolingOffEndsAt', 'hold', 'due'],
    transfers: back,
    events: [OrderCancelled, OrderRefunded],
  }
}

/** Builds the payment row of an order that cash paid. */
export const cashPaymentSave = (order: Order, at: Date): Save =>
  row(order, cashPaymentId(order._id), { kind: 'payment', use: 'units', at })

/** Builds the row of its refund, under the id of the first attempt to refund it. */
export const cashRefundSave = (order: Order, id: string, at: Date): Save => row(order, id, { kind: 'refund', at })

function row(order: Order, id: string, more: { kind: 'payment' | 'refund'; use?: 'units'; at: Date }): Save {
  const { _id: orderId, userId, propertyId, slug, title, totalFils: amount } = order
  const names = { orderId, userId, propertyId, slug, title }
  const set = { ...names, ...more, state: 'succeeded', method: 'cash', amount, currency: 'aed' }
  return { collection: PAYMENTS, id, version: 0, set }
}
