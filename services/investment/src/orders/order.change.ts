import type { OrderFact } from '@hissa/contracts/investment'
import type { Change, Save } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import type { Ids } from '../ports.js'
import { inPhase, type MovedUnits, type Raise, raiseProgress } from '../raises/raises.api.js'
import { leftFils } from './order.after-payment.js'
import type { Order, OrderStep } from './order.model.js'
import { toRefundFils } from './order.refund.js'
import { ORDERS } from './order.store.js'

export interface OrderChange {
  key: string
  inputHash: string
  order: Order
  step: OrderStep
  /** Set when the step moves units: the raise's new counts are published with the order's event. */
  raise?: Raise
  moved?: MovedUnits
  /** Set when the step is valid only in this state of the raise, and moves no units to or from the treasury. */
  within?: Raise
  /** What the order's events state besides the order. */
  stated?: Pick<OrderFact, 'feeRefundFils' | 'disputedFils'>
  /** Documents of other features that change in the same commit. */
  saves?: readonly Save[]
  at: Date
}

/**
 * Builds the change of a decided step: the order's save at its version, its transfers and events, and the raise's
 * progress.
 */
export function orderChange(change: OrderChange, ids: Ids): Change {
  const { order, step, at, raise, within } = change
  const { _id, version, ...set } = step.set
  const save: Save = { collection: ORDERS, id: order._id, version: order.version, set, unset: step.unset }
  const next = order.version + 1
  const after = { ...order, ...set }
  for (const field of step.unset) delete after[field]
  const data = { ...orderEventData(after, next), ...change.stated }
  const about = { aggregateId: order._id, version: next, data, time: at }
  const events = step.events.map((event) => ({ row: outboxRow(newEvent(event, { ...about, eventId: ids.next() })) }))
  const depends = raise
    ? raiseProgress(raise, ids, ...(change.moved ? [change.moved] : []))
    : within
      ? inPhase(within)
      : { reads: [] }
  return {
    key: change.key,
    inputHash: change.inputHash,
    transfers: step.transfers,
    saves: [save, ...(change.saves ?? [])],
    events,
    ...depends,
  }
}

/** Returns the key of a step that happens at most once to one version of an order. */
export const stepKey = (order: Order, verb: string) => `order:${order._id}:${order.version}:${verb}`

function orderEventData(order: Order, version: number): OrderFact {
  const { _id: orderId, userId, propertyId, units, amountFils, feeFils, totalFils, reason, refund: current } = order
  const { coolingOffEndsAt, cancelledAt, raiseDeadline, dispute, unitsTakenBack } = order
  const amounts = { units, amountFils, feeFils, totalFils }
  const left = leftFils(order)
  // The payer’s bank took this payment back, so there was no refund.
  const isTaken = reason === 'dispute_lost' && !current
  const { attempt: refundAttempt, method = isTaken ? ('dispute' as const) : undefined } = current ?? {}
  const refunded = {
    ...(current ? { refundAttempt, refundFils: toRefundFils(current) } : {}),
    ...(method && method !== 'cash' ? { refundMethod: method } : {}),
  }
  const more = {
    ...(order.paidFrom ? { paidFrom: order.paidFrom } : {}),
    ...(reason ? { reason } : {}),
    ...(left === undefined ? {} : { leftFils: left }),
    ...(coolingOffEndsAt ? { coolingOffEndsAt: coolingOffEndsAt.toISOString() } : {}),
    ...(cancelledAt ? { cancelledAt: cancelledAt.toISOString() } : {}),
    ...(raiseDeadline ? { raiseDeadline: raiseDeadline.toISOString() } : {}),
    ...(dispute ? { dispute: dispute.state } : {}),
    ...(unitsTakenBack === undefined ? {} : { unitsTakenBack }),
  }
  return { orderId, userId, propertyId, ...amounts, ...more, ...refunded, version }
}
