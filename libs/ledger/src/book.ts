import { type Balance, type Chart, EMPTY, type Limit, type Transfer } from './types.js'

export interface Account extends Balance {
  readonly id: string
  readonly ledger: string
  readonly limit: Limit
  /** Sequence number of the last transfer on this account; 0 before the first. */
  seq: number
}

export interface Pending {
  readonly id: string
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly expiresAt?: Date | undefined
  resolved: boolean
}

type Undo = () => void

/**
 * Holds accounts and pending transfers in the memory of one process, with an undo log: a batch that the store didn't
 * accept is rolled back. `mark` and `rollback` nest, so that a rejected change doesn't affect its batch.
 */
export class Book {
  private readonly accounts = new Map<string, Account>()
  private readonly pendings = new Map<string, Pending>()
  private undo: Undo[] = []

  constructor(
    private readonly chart: Chart,
    private readonly capacity = 100_000,
  ) {}

  account(id: string): Account | undefined {
    return this.accounts.get(id)
  }

  pending(id: string): Pending | undefined {
    return this.pendings.get(id)
  }

  /** Returns an account that a batch needs, and marks it as recently used. */
  use(id: string): Account | undefined {
    return moveToEnd(this.accounts, id)
  }

  usePending(id: string): Pending | undefined {
    return moveToEnd(this.pendings, id)
  }

  /** Adds an account as stored; not part of the undo log. */
  load(id: string, balance: Readonly<Balance> = EMPTY, seq = 0): Account {
    const { ledger, limit } = this.chart(id)
    const account = { id, ledger, limit, seq, ...EMPTY, ...balance }
    this.accounts.set(id, account)
    return account
  }

  loadPending(pending: Pending): void {
    this.pendings.set(pending.id, pending)
  }

  /** Records an account's sums for the undo log before they change. */
  touch(account: Account): void {
    const { debitsPosted, creditsPosted, debitsPending, creditsPending, seq } = account
    this.undo.push(() => Object.assign(account, { debitsPosted, creditsPosted, debitsPending, creditsPending, seq }))
  }

  addPending(pending: Pending): void {
    this.pendings.set(pending.id, pending)
    this.undo.push(() => this.pendings.delete(pending.id))
  }

  resolve(pending: Pending): void {
    pending.resolved = true
    this.undo.push(() => (pending.resolved = false))
  }

  mark(): number {
    return this.undo.length
  }

  rollback(mark = 0): void {
    while (this.undo.length > mark) this.undo.pop()!()
  }

  /** Clears the undo log after the store has accepted the batch, and evicts the least recently used entries. */
  accept(): void {
    this.undo = []
    evict(this.accounts, this.capacity)
    evict(this.pendings, this.capacity)
  }

  /**
   * Applies a transfer that another process has written, in order of seq. Skips transfers older than the account's
   * state.
   */
  apply(transfer: Transfer): void {
    for (const [id, after] of [
      [transfer.debit, transfer.debitAfter],
      [transfer.credit, transfer.creditAfter],
    ] as const) {
      const account = this.accounts.get(id)
      if (account && account.seq < transfer.seq) Object.assign(account, after, { seq: transfer.seq })
    }
    const resolved = transfer.pendingId === undefined ? undefined : this.pendings.get(transfer.pendingId)
    if (resolved) resolved.resolved = true
  }

  clear(): void {
    this.undo = []
    this.accounts.clear()
    this.pendings.clear()
  }
}

/** Moves an entry to the end, so that the least recently used entries come first. */
function moveToEnd<T>(map: Map<string, T>, key: string): T | undefined {
  const value = map.get(key)
  if (value === undefined) return undefined
  map.delete(key)
  map.set(key, value)
  return value
}

// A Map iterates in order of insertion. Evicted entries are read from the store again when needed.
function evict(map: Map<string, unknown>, capacity: number): void {
  if (map.size <= capacity) return
  let excess = map.size - Math.floor(capacity / 2)
  for (const key of map.keys()) {
    if (excess === 0) return
    map.delete(key)
    excess -= 1
  }
}
