import type { Amount } from './amount.js'

/** The four sums of an account, in whole units of its ledger (fils, shares); never negative. */
export interface Balance {
  debitsPosted: number
  creditsPosted: number
  debitsPending: number
  creditsPending: number
}

/**
 * `debits`: debits, posted and pending, can't exceed posted credits (a cash or treasury account can't be overdrawn).
 * `credits`: the opposite. `none`: no limit (a bank or contra account).
 */
export type Limit = 'none' | 'debits' | 'credits'

/** The kind of an account, derived from its id alone. Both sides of a transfer must belong to one ledger. */
export interface AccountKind {
  ledger: string
  limit: Limit
}

/** The chart of accounts: a pure function of the id. Throws for an unknown id. */
export type Chart = (accountId: string) => AccountKind

/** A requested transfer. `code` is its reason; `ref` holds ids for people who read the row later. */
export type TransferInput = { code: string; ref?: Readonly<Record<string, string>> } & (
  | { kind: 'single'; debit: string; credit: string; amount: Amount }
  | { kind: 'pending'; debit: string; credit: string; amount: Amount; expiresAt?: Date }
  /** Posts a pending transfer, in full or the smaller `amount`; the remainder is released. */
  | { kind: 'post'; pendingId: string; amount?: Amount }
  | { kind: 'void'; pendingId: string }
  /** Voids a pending transfer, but not before its `expiresAt`. */
  | { kind: 'expire'; pendingId: string }
)

/** Returns a transfer in one phase as a list, which is empty for an amount of zero. */
export function single(
  code: string,
  debit: string,
  credit: string,
  amount: Amount,
  ref?: TransferInput['ref'],
): TransferInput[] {
  return amount > 0 ? [{ kind: 'single', code, debit, credit, amount, ...(ref ? { ref } : {}) }] : []
}

/** A transfer as stored; immutable. `_id` is the change's key and the transfer's index in it. */
export interface Transfer {
  _id: string
  /** Sequence number in the whole ledger, from 1, without gaps. */
  seq: number
  batchId: string
  at: Date
  ledger: string
  kind: TransferInput['kind']
  code: string
  debit: string
  credit: string
  /** Amount posted, reserved or released. */
  amount: number
  pendingId?: string
  expiresAt?: Date
  ref?: Readonly<Record<string, string>>
  /** Hash of the change's input; on its first transfer only. */
  inputHash?: string
  /** The first transfer of its batch. Rows of earlier releases lack it. */
  opens?: true
  debitAfter: Balance
  creditAfter: Balance
}

/**
 * The ledger's state after the transfer `seq` (0: before the first), or after all transfers stamped `at` or earlier.
 */
export type Moment = { seq: number } | { at: Date }

/**
 * A document to write with the change. `version` is the one it was read at; 0 inserts it. It is stored as version + 1.
 */
export interface Save {
  collection: string
  id: string
  version: number
  set: Readonly<Record<string, unknown>>
  unset?: readonly string[]
}

/** An outbox row. Of the rows with the same `coalesce` key in a batch, only the last is written. */
export interface OutgoingEvent {
  row: Readonly<{ _id: string }>
  coalesce?: string
}

/** What a change adds, computed from the balances after its own transfers. */
export interface Derived {
  /** Refuses the whole change, which then has no effect. */
  refusal?: Refusal
  transfers?: readonly TransferInput[]
  saves?: readonly Save[]
  events?: readonly OutgoingEvent[]
}

export interface View {
  /** Returns the balance of an account in the change's `transfers` or `reads`; throws for any other. */
  balance(accountId: string): Readonly<Balance>
  /** Seq of the change's last transfer so far. It grows with each batch, so it orders events about an account. */
  seq: number
  at: Date
}

/** Everything that one use case commits, all or nothing. */
export interface Change {
  /** Idempotency key: a second change under it has no effect and returns the first one's outcome. */
  key: string
  /** Hash of the caller's input; a different one under the same key is rejected. */
  inputHash: string
  transfers: readonly TransferInput[]
  saves: readonly Save[]
  events: readonly OutgoingEvent[]
  /** Further accounts that `derive` reads or transfers between. */
  reads?: readonly string[]
  /** Pure; may be called more than once. */
  derive?: (view: View) => Derived
}

export type Refusal =
  /** An account's limit or safe range would be exceeded. */
  | { reason: 'LIMIT'; accountId: string }
  /** The document is no longer at the save's version: read it and decide again. */
  | { reason: 'STALE'; collection: string; id: string }
  /** A save would violate this unique index. */
  | { reason: 'DUPLICATE'; collection: string; id: string; index: string }
  /** The key was used for different input. */
  | { reason: 'KEY_REUSED' }
  | { reason: 'PENDING_NOT_FOUND' | 'PENDING_RESOLVED' | 'PENDING_NOT_DUE' | 'PENDING_EXCEEDED'; pendingId: string }

export type Outcome =
  | { ok: true; /** An earlier change under this key did it. */ replayed: boolean; seq: number; at: Date }
  | ({ ok: false } & Refusal)

export const EMPTY: Readonly<Balance> = Object.freeze({
  debitsPosted: 0,
  creditsPosted: 0,
  debitsPending: 0,
  creditsPending: 0,
})

/** Returns the id of the transfer at `index` (from 0) of the change with this key. */
export const transferId = (key: string, index: number) => `${key}#${index}`

/**
 * Thrown for a change that breaks the rules of the chart, amounts or keys, or whose ids belong to another change: an
 * error of the program, not of its user.
 */
export class InvalidChange extends Error {
  override readonly name = 'InvalidChange'
}

/** Thrown for an invalid moment, and for one in the future, whose state could still change. */
export class InvalidMoment extends Error {
  override readonly name = 'InvalidMoment'
}

/**
 * Thrown when a change has no outcome yet: repeat it under the same key. The cause is the store's error.
 * `STORE`: the store didn't accept it in time. `OVERLOADED`: the queue was full, and the change was not begun.
 */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable'

  constructor(
    message: string,
    readonly reason: 'STORE' | 'OVERLOADED',
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
