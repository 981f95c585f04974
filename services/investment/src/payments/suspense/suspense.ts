import type { Save, TransferInput } from '@hissa/ledger'
import type { SuspenseKind } from '@hissa/contracts/investment'
import type { Due, RejectedWork } from '../../due/due.js'

export const SUSPENSE = 'suspense'

/** How an item left suspense. */
export interface Resolution {
  type: 'refunded' | 'settled' | 'assigned' | 'netted' | 'covered' | 'withdrawn' | 'returned' | 'won'
  at: Date
  orderId?: string
  /** Reference of the bank transfer: to the payer, or the platform's into or out of the client money account. */
  reference?: string
}

/**
 * Money that no order explains. `in`: it arrived, and is owed to its payer. `out`: it left, by a dashboard refund or a
 * dispute, and is missing from client money. Money that is returned after the platform covered it turns the item from
 * `out` to `in`, and is then owed to the platform.
 */
export interface SuspenseItem {
  /**
   * The item's subject: `payment:<session>`, `refund:<refund>`, `dispute:<dispute>`, `returned:<item>:<version>` or
   * `fee:<order>:<version>`.
   */
  _id: string
  kind: SuspenseKind
  direction: 'in' | 'out'
  state: 'open' | 'refunding' | 'resolved'
  /**
   * Minor units of `currency` that are in suspense now; 0 for a dispute that has moved no money, and negative for one
   * whose money was returned before the event of its withdrawal was delivered.
   */
  amount: number
  currency: string
  orderId?: string
  userId?: string
  paymentId?: string
  dispute?: 'open' | 'won' | 'lost'
  /** For a dispute: how much of the payment it is about. Absent in items of earlier releases. */
  disputed?: number
  /** For a dashboard refund or a dispute: what the processor took, less what it returned. */
  moved?: number
  /** The part of `moved` that the platform has paid in and not withdrawn. */
  covered?: number
  /** The part of `moved` that was netted against payments in suspense. */
  netted?: number
  /** For an open dispute: until when the processor accepts evidence. */
  evidenceDueAt?: Date
  /** For a dispute: Unix time of the newest event that stated it, or that none is accepted. */
  evidenceAsOfSeconds?: number
  /** For a dispute: an event has reported it as won. */
  wasWon?: boolean
  /** For a dispute: the processor's ids of the movements in `moved`. */
  movements?: string[]
  /** Bank reference of the platform's last covering transfer. */
  coverReference?: string
  openedAt: Date
  resolution?: Resolution
  refund?: { hold: string; attempt: number; refundId?: string }
  due?: Due<SuspenseWork>
  rejected?: RejectedWork<SuspenseWork>
  version: number
}

/** `suspense_refund` refunds it to its card; `dispute` looks for the order that a dispute or a dashboard refund is about. */
export type SuspenseWork = 'suspense_refund' | 'dispute'

export interface SuspenseStep {
  set: Partial<SuspenseItem>
  unset: Array<keyof SuspenseItem>
  transfers: TransferInput[]
}

/** Returns the id of the item of a payment, by its checkout session. */
export const paymentItemId = (sessionId: string) => `payment:${sessionId}`
/** Returns the id of the item of a dashboard refund. */
export const refundItemId = (refundId: string) => `refund:${refundId}`
/** Returns the id of the item of a dispute. */
export const disputeItemId = (disputeId: string) => `dispute:${disputeId}`

/** Returns the key of a step that happens at most once to one version of an item. */
export const suspenseKey = (item: Pick<SuspenseItem, '_id' | 'version'>, verb: string) =>
  `suspense:${item._id}:${item.version}:${verb}`

/** Builds the save of a step; an item at version 0 is inserted. */
export function suspenseSave(item: SuspenseItem, { set, unset }: Pick<SuspenseStep, 'set' | 'unset'>): Save {
  const { _id: id, version, ...fields } = item
  const all = version === 0 ? { ...fields, ...set } : set
  const { _id: _never, version: _nor, ...rest } = all as SuspenseItem
  return { collection: SUSPENSE, id, version, set: rest, unset }
}

/** Returns the ids that a transfer about an item carries. */
export const ref = ({ _id, paymentId }: SuspenseItem) => ({ suspenseId: _id, ...(paymentId ? { paymentId } : {}) })

/** Returns whether the step opens an item that was not open before; each is reported once. */
export const opens = ({ version, state }: SuspenseItem, { set }: Pick<SuspenseStep, 'set'>) =>
  version === 0 ? (set.state ?? state) === 'open' : state === 'resolved' && set.state === 'open'

/** Assigns the item's money to an order, whose own transfers book it. */
export function assigned(orderId: string, at: Date): SuspenseStep {
  return {
    set: { state: 'resolved', orderId, resolution: { type: 'assigned', orderId, at } },
    unset: [],
    transfers: [],
  }
}
