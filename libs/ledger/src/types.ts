/** The four sums of an account, in whole units of its ledger (fils, shares); never negative. */
export interface Balance {
  debitsPosted: number
  creditsPosted: number
  debitsPending: number
  creditsPending: number
}

/**
 * `debits`: debits, posted and pending, may not exceed posted credits (a cash or treasury account cannot be overdrawn).
 * `credits`: the mirror image. `none`: no limit (a bank or contra account).
 */
export type Limit = 'none' | 'debits' | 'credits'

/** What an account is, told by its id alone. Both sides of a transfer must be of one ledger. */
export interface AccountKind {
  ledger: string
  limit: Limit
}

/** The chart of accounts: a pure function of the id. Throws for an id that is none. */
export type Chart = (accountId: string) => AccountKind

/** One movement as a use case asks for it. `code` names why; `ref` holds ids for people who read the row later. */
export type TransferInput = { code: string; ref?: Readonly<Record<string, string>> } & (
  | { kind: 'single'; debit: string; credit: string; amount: number }
  | { kind: 'pending'; debit: string; credit: string; amount: number; expiresAt?: Date }
  /** Posts a pending transfer, in full or the smaller `amount`; what is left of it is released. */
  | { kind: 'post'; pendingId: string; amount?: number }
  | { kind: 'void'; pendingId: string }
  /** A void that is refused before the pending transfer's `expiresAt`. */
  | { kind: 'expire'; pendingId: string }
)

/** A transfer as stored; immutable. `_id` is the change's key and its place in it. */
export interface Transfer {
  _id: string
  /** Place in the ledger's one order, from 1, without gaps. */
  seq: number
  batchId: string
  at: Date
  ledger: string
  kind: TransferInput['kind']
  code: string
  debit: string
  credit: string
  /** What was moved, held or released. */
  amount: number
  pendingId?: string
  expiresAt?: Date
  ref?: Readonly<Record<string, string>>
  /** Of the change; on its first transfer only. */
  inputHash?: string
  /** The first transfer of its batch. Rows of earlier releases lack it. */
  opens?: true
  debitAfter: Balance
  creditAfter: Balance
}

/** The ledger's state after the transfer `seq` (0: before the first), or after all transfers stamped `at` or earlier. */
export type Moment = { seq: number } | { at: Date }

/** A document to write with the change. `version` is the one it was read at; 0 inserts it. It is stored as version + 1. */
export interface Save {
  collection: string
  id: string
  version: number
  set: Readonly<Record<string, unknown>>
  unset?: readonly string[]
}

/** A row for the outbox. Of rows with one `coalesce` key in one batch only the last is written. */
export interface OutgoingEvent {
  row: Readonly<{ _id: string }>
  coalesce?: string
}

/** What a change adds once the balances after its own transfers are known. */
export interface Derived {
  transfers?: readonly TransferInput[]
  saves?: readonly Save[]
  events?: readonly OutgoingEvent[]
}

export interface View {
  /** Of an account that the change names in `transfers` or `reads`; throws for any other. */
  balance(accountId: string): Readonly<Balance>
  /** Of the change's last transfer so far: grows with each batch, so it orders facts about an account. */
  seq: number
  at: Date
}

/** All that one use case wants done, together or not at all. */
export interface Change {
  /** Idempotency: a second change under this key has no effect and gets the first one's outcome. */
  key: string
  /** Of the caller's input; another hash under the same key is refused. */
  inputHash: string
  transfers: readonly TransferInput[]
  saves: readonly Save[]
  events: readonly OutgoingEvent[]
  /** Further accounts that `derive` looks at or moves. */
  reads?: readonly string[]
  /** Pure; may be called more than once. */
  derive?: (view: View) => Derived
}

export type Refusal =
  /** An account's limit, or the safe range, would be broken. */
  | { reason: 'LIMIT'; accountId: string }
  /** A save's document is not at its version: read it again and decide again. */
  | { reason: 'STALE'; collection: string; id: string }
  /** A save would break this unique index. */
  | { reason: 'DUPLICATE'; collection: string; id: string; index: string }
  /** The key was used for other input. */
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

export const transferId = (key: string, index: number) => `${key}#${index}`

/**
 * A change that no chart, amount or key rule allows, or whose ids belong to another change already: a fault of the
 * program, never of its user.
 */
export class InvalidChange extends Error {
  override readonly name = 'InvalidChange'
}

/** A moment that the ledger has not passed yet, so that its state could still change, or one that is no moment at all. */
export class InvalidMoment extends Error {
  override readonly name = 'InvalidMoment'
}

/**
 * The change has no outcome yet: repeat it under the same key. Its cause says what is wrong with the store.
 * `STORE`: the store did not take it in time. `OVERLOADED`: too many changes wait, and this one was not begun.
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
