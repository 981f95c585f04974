import { amountOf, single, type TransferInput } from '@hissa/ledger'
import { type Fils, fils } from '@hissa/money'
import { accounts } from '../../accounts.js'
import type { DisputeUpdate, RefundSnapshot } from '../../processor/processor.api.js'
import {
  assigned,
  disputeItemId,
  opens,
  ref,
  refundItemId,
  type Resolution,
  type SuspenseItem,
  type SuspenseStep,
} from './suspense.js'

/** Sums of money that left client money, in minor units; SuspenseItem explains each field. */
interface Position {
  moved: number
  covered: number
  netted: number
}

export interface MoneyStep {
  item: SuspenseItem
  step: SuspenseStep
  /** The item of money that was returned after it was netted, and is owed to the payer again. */
  owed?: SuspenseItem
}

/**
 * Returns an item's sums, in minor units. An amount assigned to the refund of an order counts as netted, because it too
 * is the payer's money.
 */
export function positionOf(item: SuspenseItem): Position {
  const { direction, amount, state, netted = 0 } = item
  const isAccounted = isAccountedFor(item)
  // Items written by earlier releases lack `moved` and `covered`; only their resolution shows whether they were
  // covered.
  const moved = item.moved ?? (direction === 'out' ? amount : 0)
  const returned = direction === 'in' && state === 'open' ? amount : 0
  const covered = item.covered ?? (isAccounted ? amount : returned)
  if (item.resolution?.type !== 'assigned') return { moved, netted, covered }
  return { moved, netted: moved - (item.covered ?? 0), covered: item.covered ?? 0 }
}

/** Returns whether the platform or an order has accounted for money that left. */
export const isAccountedFor = ({ direction, resolution }: SuspenseItem) =>
  direction === 'out' && (resolution?.type === 'covered' || resolution?.type === 'assigned')

/**
 * Returns an item's balances in the two suspense accounts: the missing amount, and the returned amount that belongs to
 * the platform.
 */
export function balancesOf({ moved, covered, netted }: Position): { missing: number; returned: number } {
  const unnetted = moved - netted
  const returned = Math.max(0, Math.min(covered, covered - unnetted))
  return { missing: unnetted - covered + returned, returned }
}

/**
 * Returns the changes that give an item the sums in `next`. `done` becomes its resolution if no balance and no open
 * dispute remains.
 */
export function reposition(
  item: SuspenseItem,
  next: Position,
  done: Resolution,
  dispute = item.dispute,
): Pick<SuspenseStep, 'set' | 'unset'> {
  const { missing, returned } = balancesOf(next)
  const isOver = missing === 0 && returned === 0 && dispute !== 'open'
  const set: Partial<SuspenseItem> = { ...next, state: isOver ? 'resolved' : 'open', ...(dispute ? { dispute } : {}) }
  if (isOver) {
    if (done.type === 'returned' || done.type === 'won') set.amount = 0
    const isNew = item.state !== 'resolved' || next.moved !== positionOf(item).moved
    return { set: { ...set, ...(isNew ? { resolution: done } : {}) }, unset: [] }
  }
  Object.assign(set, { direction: returned > 0 ? 'in' : 'out', amount: returned || missing })
  if (item.state === 'resolved') set.openedAt = done.at
  return { set, unset: ['resolution'] }
}

/**
 * Books `by` minor units taken by the processor; a negative amount was returned. Returned money reduces the netted
 * part, which is the payer's, before the covered part.
 */
function move(item: SuspenseItem, by: number, code: string, done: Resolution, dispute?: SuspenseItem['dispute']) {
  const before = positionOf(item)
  const moved = before.moved + by
  const owed = Math.max(0, Math.min(before.netted, before.netted + before.covered - moved))
  const after = { moved, covered: before.covered, netted: before.netted - owed }
  const [was, is] = [balancesOf(before), balancesOf(after)]
  const transfers = [
    ...clearingTransfers(item, code, accounts.suspenseOut(item.currency), is.missing - was.missing),
    ...clearingTransfers(item, code, accounts.suspense(item.currency), was.returned - is.returned - owed),
  ]
  const step = { ...reposition(item, after, done, dispute), transfers }
  return { item, step, ...(owed > 0 ? { owed: owedItem(item, owed, done.at) } : {}) }
}

/** Returns the transfers for money that the processor took or, if `amount` is negative, returned. */
function clearingTransfers(item: SuspenseItem, code: string, from: string, amount: number): TransferInput[] {
  const clearing = accounts.cardClearing(item.currency)
  const [debit, credit] = amount > 0 ? [from, clearing] : [clearing, from]
  return single(code, debit, credit, amountOf('money', Math.abs(amount)), ref(item))
}

function owedItem({ _id, version, currency, orderId, paymentId }: SuspenseItem, amount: number, openedAt: Date) {
  const item: SuspenseItem = {
    ...{ _id: `returned:${_id}:${version}`, kind: 'returned_payment', direction: 'in', state: 'open' },
    ...{ amount, currency, openedAt, version: 0 },
    ...(orderId ? { orderId } : {}),
    ...(paymentId ? { paymentId } : {}),
  }
  return item
}

/** Returns the items that a step opens. */
export const openedBy = ({ item, step, owed }: MoneyStep): SuspenseItem[] => [
  ...(opens(item, step) ? [{ ...item, ...step.set }] : []),
  ...(owed ? [owed] : []),
]

/**
 * Decides the effect of a refund that no order requested: it opens an item, or closes it when the money is returned.
 * Money returned after the item was resolved belongs to the payer or the platform, whichever accounted for it, and is
 * in suspense again. A refund is returned only once, so an item whose money was returned no longer changes. Returns
 * undefined when nothing changes. Pure.
 */
export function applyDashboardRefund(
  item: SuspenseItem | undefined,
  snapshot: RefundSnapshot,
  at: Date,
): MoneyStep | undefined {
  if (item) {
    const { moved } = positionOf(item)
    if (moved === 0 || snapshot.state !== 'failed') return undefined
    return move(item, -moved, 'card.refund-returned', { type: 'returned', at })
  }
  if (snapshot.state !== 'succeeded') return undefined
  const { refundId, amount, currency, paymentId, orderId } = snapshot
  const opened: SuspenseItem = {
    ...{ _id: refundItemId(refundId), kind: 'dashboard_refund', direction: 'out', state: 'open' },
    ...{ amount: 0, moved: 0, covered: 0, netted: 0, currency, openedAt: at, version: 0 },
    ...(orderId ? { orderId } : {}),
    ...(paymentId ? { paymentId } : {}),
  }
  return move(opened, amount, 'card.refund-elsewhere', { type: 'returned', at })
}

/** Closes an item whose money has been returned. */
export function closeReturned(item: SuspenseItem, at: Date): SuspenseStep {
  const { orderId } = item.resolution ?? {}
  const resolution = { type: 'returned' as const, at, ...(orderId ? { orderId } : {}) }
  const nothing = { amount: 0, moved: 0, covered: 0, netted: 0 }
  return { set: { state: 'resolved', ...nothing, resolution }, unset: [], transfers: [] }
}

/**
 * Decides the effect of an event about a dispute. Withdrawals and reinstatements are booked as they are delivered, in
 * any order. The item stays open until the dispute is decided, no money is missing, and the platform has withdrawn all
 * returned money that it had covered. Pure.
 */
export function applyDispute(
  before: SuspenseItem | undefined,
  update: DisputeUpdate,
  at: Date,
  itemId?: string,
): MoneyStep {
  const { disputeId, status, currency, paymentId, movementId } = update
  const item: SuspenseItem = before ?? {
    ...{ _id: itemId ?? disputeItemId(disputeId), kind: 'dispute', direction: 'out', state: 'open' },
    ...{ amount: 0, moved: 0, covered: 0, netted: 0, currency, openedAt: at, version: 0 },
    ...(paymentId ? { paymentId } : {}),
  }
  // The processor may report one movement in two events with different ids.
  const isBooked = movementId !== undefined && (item.movements ?? []).includes(movementId)
  const movedMinor = isBooked ? 0 : update.movedMinor
  const dispute = verdictOf(item.dispute, status)
  const code = movedMinor < 0 ? 'card.dispute-reinstated' : 'card.dispute-withdrawn'
  const moved = move(item, movedMinor, code, resolutionOf(item, dispute, movedMinor, at), dispute)
  if (movementId !== undefined && !isBooked) moved.step.set.movements = [...(item.movements ?? []), movementId]
  if (update.disputedMinor !== item.disputed) moved.step.set.disputed = update.disputedMinor
  if (status === 'won') moved.step.set.wasWon = true
  setEvidenceDue(moved.step, item, update, dispute)
  return moved
}

/** Keeps until when evidence is accepted, as the newest event states it; an open dispute ignores older ones. */
function setEvidenceDue(
  step: SuspenseStep,
  { evidenceAsOfSeconds = 0, evidenceDueAt }: SuspenseItem,
  { evidenceDueSeconds, sentSeconds }: DisputeUpdate,
  dispute: SuspenseItem['dispute'],
) {
  if (dispute === 'open' && sentSeconds !== undefined && sentSeconds < evidenceAsOfSeconds) return
  if (sentSeconds !== undefined) step.set.evidenceAsOfSeconds = Math.max(sentSeconds, evidenceAsOfSeconds)
  if (dispute === 'open' && evidenceDueSeconds !== undefined)
    step.set.evidenceDueAt = new Date(evidenceDueSeconds * 1000)
  else if (evidenceDueAt) step.unset.push('evidenceDueAt')
}

/**
 * Returns the state of a dispute after an event. Events arrive in any order, so a late one never reopens a decided
 * dispute, and a loss is final even if a win is reported before or after it.
 */
const verdictOf = (before: SuspenseItem['dispute'], status: DisputeUpdate['status']) =>
  before === 'lost' || (before === 'won' && status === 'open') ? before : status

/** Returns an item after a step. */
export function after({ item, step }: Pick<MoneyStep, 'item' | 'step'>): SuspenseItem {
  const changed = { ...item, ...step.set }
  for (const field of step.unset) delete changed[field]
  return changed
}

/**
 * Uses the payer's own money, at most `mostFils`, to make up for money lost in a dispute, including the part that the
 * platform has covered. Returns the item's step and the amount paid into each account. Pure.
 */
export function payFor(item: SuspenseItem, orderId: string, mostFils: Fils, at: Date) {
  const before = positionOf(item)
  const amount = Math.max(0, Math.min(mostFils, before.moved - before.netted))
  const next = { ...before, netted: before.netted + amount }
  const [was, is] = [balancesOf(before), balancesOf(next)]
  const pays = [
    { account: accounts.suspenseOut(item.currency), amountFils: fils(was.missing - is.missing) },
    { account: accounts.suspense(item.currency), amountFils: fils(is.returned - was.returned) },
  ]
  const isPaid = is.missing === 0 && is.returned === 0
  const step = isPaid ? assigned(orderId, at) : reposition(item, next, { type: 'netted', at })
  return { pays, step: { ...step, set: { ...step.set, ...next, orderId, ...(isPaid ? { amount } : {}) } } }
}

function resolutionOf(item: SuspenseItem, dispute: string, movedMinor: number, at: Date): Resolution {
  const { moved, covered, netted } = positionOf(item)
  if (moved + movedMinor > 0 && item.resolution?.type === 'assigned') return item.resolution
  if (moved + movedMinor <= 0) return { type: dispute === 'won' ? 'won' : 'returned', at }
  const { coverReference: reference } = item
  if (covered > 0) return { type: 'covered', at, ...(reference ? { reference } : {}) }
  return { type: netted > 0 ? 'netted' : 'returned', at }
}

/** Records that the platform paid the missing amount into the client money account. */
export function cover(item: SuspenseItem, reference: string, at: Date): SuspenseStep {
  const [debit, credit] = [accounts.bank(item.currency), accounts.suspenseOut(item.currency)]
  const position = positionOf(item)
  const { missing: amount } = balancesOf(position)
  const next = { ...position, covered: position.covered + amount }
  const { set, unset } = reposition(item, next, { type: 'covered', reference, at })
  return {
    ...{ set: { ...set, coverReference: reference }, unset },
    transfers: [
      { kind: 'single', code: 'suspense.cover', debit, credit, amount: amountOf('money', amount), ref: ref(item) },
    ],
  }
}

/** Records that the platform withdrew, from the client money account, the returned amount that it had covered. */
export function withdraw(item: SuspenseItem, reference: string, at: Date): SuspenseStep {
  const [debit, credit] = [accounts.suspense(item.currency), accounts.bank(item.currency)]
  const position = positionOf(item)
  const { returned: amount } = balancesOf(position)
  const next = { ...position, covered: position.covered - amount }
  return {
    ...reposition(item, next, { type: 'withdrawn', reference, at }),
    transfers: [
      { kind: 'single', code: 'suspense.withdraw', debit, credit, amount: amountOf('money', amount), ref: ref(item) },
    ],
  }
}
