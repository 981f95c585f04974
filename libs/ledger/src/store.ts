import type { Pending } from './book.js'
import type { Batch, KnownChange } from './decide.js'
import type { Balance, Refusal, Transfer } from './types.js'

/** The one row that every batch compares and sets. */
export interface Head {
  seq: number
  batchId: string
  /** Of the last batch. Later batches are never stamped earlier. */
  at: Date
}

/** An account is found by either side of its transfers. */
export type Side = 'debit' | 'credit'

/** Account ids from `from` to `below`, exclusive; of those only the ones after `after`. */
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
 * - `lost`: none of it is; another process was first, or the store had a passing trouble. Read the head and decide again.
 * - `unknown`: the answer to the commit did not arrive. Read what the batch's keys say and decide again.
 * - `refused`: none of it is; these changes (by place in the batch) cannot be written, the others can.
 */
export type Written =
  | { result: 'committed' }
  | { result: 'lost' | 'unknown'; cause?: unknown }
  | { result: 'refused'; changes: ReadonlyMap<number, Refusal> }

/** Where batches go. Reads see at least what was committed before they began. Errors of its own mean: not reachable. */
export interface LedgerStore {
  head(): Promise<Head>
  known(keys: readonly string[]): Promise<KnownChange[]>
  /** The last balances of these accounts; accounts without transfers are left out. */
  balances(accountIds: readonly string[]): Promise<StoredBalance[]>
  /** The last balance of an account on one side, at `seq` or before it. Reads one row by index. */
  lastOf(side: Side, accountId: string, seq: number): Promise<StoredBalance | undefined>
  /** The first account of a range with its last balance on that side. Reads one row by index. */
  nextAccount(side: Side, range: AccountRange): Promise<StoredBalance | undefined>
  /** The seq of the first transfer that opens a batch stamped after `at`. Reads one row by index. */
  openingAfter(at: Date): Promise<number | undefined>
  /** When the transfer with this seq was made. Reads one row by index. */
  timeOf(seq: number): Promise<Date | undefined>
  /** Pending transfers by id, and whether each is resolved. */
  pendings(ids: readonly string[]): Promise<Pending[]>
  /** At most `limit` transfers after `seq`, in order. */
  since(seq: number, limit: number): Promise<Transfer[]>
  write(batch: Batch, head: Head): Promise<Written>
}
