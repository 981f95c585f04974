import { ok } from '@hissa/contracts'
import {
  OrderCoolingOff,
  OrderExpired,
  OrderFailed,
  OrderPaid,
  type OrderReason,
  OrderRefunding,
  OrderReopened,
  OrderReserved,
  orderReference,
} from '@hissa/contracts/investment'
import { type Decision, follow } from '@hissa/kernel'
import { transferId, type TransferInput } from '@hissa/ledger'
import { accounts } from '../accounts.js'
import { dueFrom } from '../due/due.js'
import { capStepOf, capTransfers } from './annual-cap.js'
import {
  allot,
  canAllot,
  cancel,
  changeHold,
  dispute,
  issue,
  refundFee,
  reverse,
  takeBack,
} from './order.after-payment.js'
import { returnToCash, spend } from './order.cash.js'
import {
  CLOSED,
  holdOf,
  nextLook,
  ORDER_TRANSITIONS,
  type Order,
  type OrderChanges,
  type OrderCommand,
  type OrderEvent,
  type OrderStep,
  type Receipt,
  RELEASED,
} from './order.model.js'
import { confirmRefund, failRefund, settlePart, settleRefund } from './order.refund.js'

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
  if (command.type === 'allot' && !canAllot(order, command.deedFiledAt, at))
    return { ok: false, error: { code: 'ILLEGAL_TRANSITION', from: order.state, command: command.type } }
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
    case 'returnToCash':
      return returnToCash(order, command, takeBack(order), at)
    case 'requestRefund':
      return { set: {}, unset: [], transfers: [], events: [OrderRefunding] }
    case 'allot':
      return allot(order, at)
    case 'issue':
      return issue(command.minted, at)
    case 'refundFee':
      return refundFee(order, command.amountFils)
    case 'dispute':
      return dispute(command, at)
    case 'changeHold':
      return changeHold(order, command, at)
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

function pay(order: Order, receipt: Receipt, at: Date, units: TransferInput): OrderStep {
  return {
    set: { paidAt: at, paymentId: receipt.paymentId },
    unset: [...CLOSED, 'reason'],
    transfers: [{ ...units, ref: { orderId: order._id } }, receive(order, receipt), ...spend(order)],
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
