import { OrderRefunded, OrderRefunding } from '@hissa/contracts/investment'
import { transferId } from '@hissa/ledger'
import { type Fils, fils, smaller, subtract } from '@hissa/money'
import { accounts } from '../accounts.js'
import { dueFrom } from '../due/due.js'
import type { Order, OrderCommand, OrderStep, RefundState } from './order.model.js'

/** Returns the refund of an order whose money is held for it. A refund to the cash has no such commands. */
function heldRefund({ _id, refund }: Order): RefundState & { hold: string } {
  if (refund?.hold === undefined) throw new Error(`no money is held for a refund of the order ${_id}`)
  return { ...refund, hold: refund.hold }
}

/** Posts the held money of a refund that the processor has confirmed. */
export function confirmRefund(order: Order, refundId: string, at: Date): OrderStep {
  const { hold, amountFils, attempt } = heldRefund(order)
  return {
    set: { refundedAt: at, refund: { hold, amountFils, attempt, refundId } },
    unset: ['due', 'rejected'],
    transfers: [{ kind: 'post', code: 'card.refund', pendingId: hold, ref: { orderId: order._id } }],
    events: [OrderRefunded],
  }
}

/** Closes a refund that reached the investor another way. Refunds of earlier attempts no longer change the order. */
export function settleRefund(order: Order, account: string, at: Date): OrderStep {
  const { hold, amountFils, attempt } = heldRefund(order)
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

/** Returns how much of a refund its investor still gets: some of it may have been refunded in the dashboard before. */
export const toRefundFils = ({ amountFils, elsewhereFils = fils(0) }: RefundState): Fils =>
  subtract(amountFils, elsewhereFils)

const elsewhere = (amountFils = fils(0)): Pick<RefundState, 'elsewhereFils'> =>
  amountFils > 0 ? { elsewhereFils: amountFils } : {}

/** Returns the method of a refund from `account`; empty for a refund to the card. */
export const methodOf = (account: string): { method?: 'bank_transfer' } =>
  account === accounts.bank() ? { method: 'bank_transfer' } : {}

/** Closes part of a refund as `settleRefund` closes all of it, and holds the rest for the next attempt. */
export function settlePart(order: Order, command: OrderCommand & { type: 'settlePart' }, at: Date): OrderStep {
  const { account: credit, amountFils: amount, key } = command
  const { hold, amountFils, elsewhereFils = fils(0), attempt } = heldRefund(order)
  const left = subtract(elsewhereFils, smaller(elsewhereFils, command.elsewhereFils))
  const ref = { orderId: order._id, ...(order.paymentId ? { paymentId: order.paymentId } : {}) }
  const [debit, clearing] = [accounts.investorCash(order.userId), accounts.cardClearing()]
  const rest = subtract(amountFils, amount)
  return {
    set: {
      refund: { hold: transferId(key, 2), amountFils: rest, attempt: attempt + 1, ...elsewhere(left) },
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
 * Starts the next attempt. If a refund fails after it had succeeded, the returned money is held for the investor until
 * the next attempt, and the order is no longer refunded.
 */
export function failRefund(order: Order, { key, next }: OrderCommand & { type: 'failRefund' }): OrderStep {
  const { hold, amountFils, elsewhereFils, attempt } = heldRefund(order)
  const waits = 'due' in next ? { set: next, unset: ['rejected' as const] } : { set: next, unset: ['due' as const] }
  const refund = { hold, amountFils, attempt: attempt + 1, ...elsewhere(elsewhereFils) }
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
