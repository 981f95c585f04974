import type { Pending } from './book.js'
import type { Batch, KnownChange } from './decide.js'
import type { Balance, Refusal, Transfer } from './types.js'

/** The row that every batch compares and sets. */
export interface Head {
  seq: number
  batchId: string
  /** Time of the last batch; later batches never have an earlier one. */
  at: Date
}

/** Side of a transfer that an account is on. */
export type Side = 'debit' | 'credit'

/** Account ids from `from` (inclusive) to `below` (exclusive), limited to those after `after`. */
export interface AccountRange {
  from: string
  below: string
  after?: string | undefined
}

export interface StoredBalance {
  id: string
  seq: number
  balance: Balance
}

/**
 * - `committed`: all of it is durable.
 * - `lost`: none of it is; another process was first, or the store failed temporarily. Read the head and decide again.
 * - `unknown`: the response to the commit did not arrive. Read the records of the batch's keys and decide again.
 * - `refused`: none of it is; these changes (by index in the batch) can't be written, the others can.
 */
export type Written =
  | { result: 'committed' }
  | { result: 'lost' | 'unknown'; cause?: unknown }
  | { result: 'refused'; changes: ReadonlyMap<number, Refusal> }

/**
 * Writes batches and reads the ledger. Reads see at least what was committed before they began. Other errors mean that
 * the store is unreachable.
 */
export interface LedgerStore {
  head(): Promise<Head>
  known(keys: readonly string[]): Promise<KnownChange[]>
  /** Returns the last balances of these accounts, without those that have no transfers. */
  balances(accountIds: readonly string[]): Promise<StoredBalance[]>
  /** Returns the last balance of an account on one side, at or before `seq`. Reads one row by index. */
  lastOf(side: Side, accountId: string, seq: number): Promise<StoredBalance | undefined>
  /** Returns the first account of a range with its last balance on that side. Reads one row by index. */
  nextAccount(side: Side, range: AccountRange): Promise<StoredBalance | undefined>
  /** Returns the seq of the first transfer of the first batch stamped after `at`. Reads one row by index. */
  openingAfter(at: Date): Promise<number | undefined>
  /** Returns the time of the transfer with this seq. Reads one row by index. */
  timeOf(seq: number): Promise<Date | undefined>
  /** Returns pending transfers by id, and whether each is resolved. */
  pendings(ids: readonly string[]): Promise<Pending[]>
  /** Returns at most `limit` transfers after `seq`, in order. */
  since(seq: number, limit: number): Promise<Transfer[]>
  write(batch: Batch, head: Head): Promise<Written>
}
