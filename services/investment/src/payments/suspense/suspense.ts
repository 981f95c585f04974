import type { Save, TransferInput } from '@hissa/ledger'
import { transferId } from '@hissa/ledger'
import type { SuspenseKind } from '@hissa/contracts/investment'
import { accounts } from '../../accounts.js'
import { type Due, dueFrom, type RejectedWork } from '../../due/due.js'
import type { DisputeFact, RefundFact } from '../gateway.js'

export const SUSPENSE = 'suspense'

/** How an item left suspense. */
export interface Resolution {
  type: 'refunded' | 'assigned' | 'covered' | 'returned' | 'won'
  at: Date
  orderId?: string
  /** Of the platform's transfer into the client money account. */
  reference?: string
}

/**
 * Money that no order explains. `in`: it came, and is owed to whoever paid it. `out`: it left, by a refund made
 * elsewhere or a dispute, and is missing from client money.
 */
export interface SuspenseItem {
  /** What it is about: `payment:<session>`, `refund:<refund>` or `dispute:<dispute>`. */
  _id: string
  kind: SuspenseKind
  direction: 'in' | 'out'
  state: 'open' | 'refunding' | 'resolved'
  /** Minor units of `currency` that are in suspense now; 0 for a dispute that has moved no money. */
  amount: number
  currency: string
  orderId?: string
  userId?: string
  paymentId?: string
  dispute?: 'open' | 'won' | 'lost'
  openedAt: Date
  resolution?: Resolution
  refund?: { hold: string; attempt: number; refundId?: string }
  due?: Due<'suspense_refund'>
  rejected?: RejectedWork<'suspense_refund'>
  version: number
}

export interface SuspenseStep {
  set: Partial<SuspenseItem>
  unset: Array<keyof SuspenseItem>
  transfers: TransferInput[]
}

export const paymentItemId = (sessionId: string) => `payment:${sessionId}`
export const refundItemId = (refundId: string) => `refund:${refundId}`
export const disputeItemId = (disputeId: string) => `dispute:${disputeId}`

/** The key of a step that happens at most once to one version of an item. */
export const suspenseKey = (item: Pick<SuspenseItem, '_id' | 'version'>, verb: string) =>
  `suspense:${item._id}:${item.version}:${verb}`

/** Makes the save of a step; an item at version 0 is inserted. */
export function suspenseSave(item: SuspenseItem, { set, unset }: Pick<SuspenseStep, 'set' | 'unset'>): Save {
  const { _id: id, version, ...fields } = item
  const all = version === 0 ? { ...fields, ...set } : set
  const { _id: _never, version: _nor, ...rest } = all as SuspenseItem
  return { collection: SUSPENSE, id, version, set: rest, unset }
}

const ref = ({ _id, paymentId }: SuspenseItem) => ({ suspenseId: _id, ...(paymentId ? { paymentId } : {}) })

/** Books money that left the processor, or, with a negative amount, came back. */
function leave(item: SuspenseItem, code: string, amount: number): TransferInput[] {
  if (amount === 0) return []
  const [out, clearing] = [accounts.suspenseOut(item.currency), accounts.cardClearing(item.currency)]
  const [debit, credit] = amount > 0 ? [out, clearing] : [clearing, out]
  return [{ kind: 'single', code, debit, credit, amount: Math.abs(amount), ref: ref(item) }]
}

/**
 * Decides what a refund that no order of ours asked for does: it opens an item, or, when it comes back, closes it.
 * Undefined when it says nothing new. Pure.
 */
export function foreignRefund(
  item: SuspenseItem | undefined,
  fact: RefundFact,
  at: Date,
): { item: SuspenseItem; step: SuspenseStep } | undefined {
  const { refundId, amount, currency, paymentId } = fact
  if (!item && fact.state === 'succeeded') {
    const opened: SuspenseItem = {
      ...{ _id: refundItemId(refundId), kind: 'dashboard_refund', direction: 'out', state: 'open' },
      ...{ amount, currency, openedAt: at, version: 0 },
      ...(fact.orderId ? { orderId: fact.orderId } : {}),
      ...(paymentId ? { paymentId } : {}),
    }
    return { item: opened, step: { set: {}, unset: [], transfers: leave(opened, 'card.refund-elsewhere', amount) } }
  }
  if (item?.state !== 'open' || fact.state !== 'failed') return undefined
  const set = { state: 'resolved' as const, amount: 0, resolution: { type: 'returned' as const, at } }
  return { item, step: { set, unset: [], transfers: leave(item, 'card.refund-returned', -item.amount) } }
}

/**
 * Decides what an event about a dispute does. Withdrawals and reinstatements are booked as they come, in any order; the
 * item is open for as long as the dispute is, and afterwards for as long as money is missing. Pure.
 */
export function disputed(
  before: SuspenseItem | undefined,
  { disputeId, status, movedFils, currency, paymentId }: DisputeFact,
  at: Date,
): { item: SuspenseItem; step: SuspenseStep } {
  const item: SuspenseItem = before ?? {
    ...{ _id: disputeItemId(disputeId), kind: 'dispute', direction: 'out', state: 'open' },
    ...{ amount: 0, currency, openedAt: at, version: 0 },
    ...(paymentId ? { paymentId } : {}),
  }
  // An event that is late never reopens a dispute that has been decided.
  const dispute = item.dispute === 'won' || item.dispute === 'lost' ? item.dispute : status
  const amount = item.amount + movedFils
  const isOver = dispute !== 'open' && amount === 0
  const set: Partial<SuspenseItem> = { dispute, amount, state: isOver ? 'resolved' : 'open' }
  if (isOver && item.state !== 'resolved') set.resolution = { type: dispute === 'won' ? 'won' : 'returned', at }
  const transfers = leave(item, movedFils < 0 ? 'card.dispute-reinstated' : 'card.dispute-withdrawn', movedFils)
  return { item, step: { set, unset: isOver ? [] : ['resolution'], transfers } }
}

/** Holds money that came for its way back to the card. `key` is that of the change. */
export function beginRefund(item: SuspenseItem, key: string, at: Date): SuspenseStep {
  const [debit, credit] = [accounts.suspense(item.currency), accounts.cardClearing(item.currency)]
  return {
    set: {
      state: 'refunding',
      refund: { hold: transferId(key, 0), attempt: 1 },
      due: dueFrom('suspense_refund' as const, at),
    },
    unset: [],
    transfers: [{ kind: 'pending', code: 'card.suspense-refund', debit, credit, amount: item.amount, ref: ref(item) }],
  }
}

/** The processor has confirmed the refund of money that came. */
export function confirmRefund(item: SuspenseItem, refundId: string, at: Date): SuspenseStep {
  const { hold, attempt } = item.refund!
  return {
    set: { state: 'resolved', refund: { hold, attempt, refundId }, resolution: { type: 'refunded', at } },
    unset: ['due', 'rejected'],
    transfers: [{ kind: 'post', code: 'card.suspense-refund', pendingId: hold, ref: ref(item) }],
  }
}

/** The refund failed. Money that had left already is in suspense again, and held for the next attempt. */
export function failRefund(
  item: SuspenseItem,
  key: string,
  next: Pick<SuspenseItem, 'due'> | Pick<SuspenseItem, 'rejected'>,
): SuspenseStep {
  const { hold, attempt } = item.refund!
  const unset: SuspenseStep['unset'] = ['due' in next ? 'rejected' : 'due']
  const refund = { hold, attempt: attempt + 1 }
  if (item.state === 'refunding') return { set: { refund, ...next }, unset, transfers: [] }
  const [clearing, suspense] = [accounts.cardClearing(item.currency), accounts.suspense(item.currency)]
  const { amount } = item
  return {
    set: { state: 'refunding', refund: { ...refund, hold: transferId(key, 1) }, ...next },
    unset: [...unset, 'resolution'],
    transfers: [
      { kind: 'single', code: 'card.refund-returned', debit: clearing, credit: suspense, amount, ref: ref(item) },
      { kind: 'pending', code: 'card.suspense-refund', debit: suspense, credit: clearing, amount, ref: ref(item) },
    ],
  }
}

/** The platform has paid what is missing into the client money account. */
export function cover(item: SuspenseItem, reference: string, at: Date): SuspenseStep {
  const [debit, credit] = [accounts.bank(item.currency), accounts.suspenseOut(item.currency)]
  return {
    set: { state: 'resolved', resolution: { type: 'covered', reference, at } },
    unset: [],
    transfers: [{ kind: 'single', code: 'suspense.cover', debit, credit, amount: item.amount, ref: ref(item) }],
  }
}

/** The order takes the item's money over; its own transfers say how. */
export function assigned(orderId: string, at: Date): SuspenseStep {
  return {
    set: { state: 'resolved', orderId, resolution: { type: 'assigned', orderId, at } },
    unset: [],
    transfers: [],
  }
}
