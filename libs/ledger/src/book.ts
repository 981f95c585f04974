import { type Balance, type Chart, EMPTY, type Limit, type Transfer } from './types.js'

export interface Account extends Balance {
  readonly id: string
  readonly ledger: string
  readonly limit: Limit
  /** Of the last transfer that touched it; 0 before the first. */
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
 * The accounts and pending transfers that one process has in memory, with an undo log: what a batch did is rolled back
 * when the store did not take it. `mark` and `rollback` also nest, so that a refused change leaves its batch untouched.
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

  /** Returns an account that a batch needs, and counts it as just used. */
  use(id: string): Account | undefined {
    return moveToEnd(this.accounts, id)
  }

  usePending(id: string): Pending | undefined {
    return moveToEnd(this.pendings, id)
  }

  /** Puts what the store says about an account; not part of the undo log. */
  load(id: string, balance: Readonly<Balance> = EMPTY, seq = 0): Account {
    const { ledger, limit } = this.chart(id)
    const account = { id, ledger, limit, seq, ...EMPTY, ...balance }
    this.accounts.set(id, account)
    return account
  }

  loadPending(pending: Pending): void {
    this.pendings.set(pending.id, pending)
  }

  /** Remembers an account's sums before they are changed. */
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

  /** The store has it: forget how to undo, and let go of what was not used for longest. */
  keep(): void {
    this.undo = []
    evict(this.accounts, this.capacity)
    evict(this.pendings, this.capacity)
  }

  /** Takes over a transfer that another process has written. Applied in order of seq; older than the account: nothing. */
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

/** Puts an entry behind all others, so that the first ones are those that were not used for longest. */
function moveToEnd<T>(map: Map<string, T>, key: string): T | undefined {
  const value = map.get(key)
  if (value === undefined) return undefined
  map.delete(key)
  map.set(key, value)
  return value
}

// A Map iterates in order of insertion. Whatever is dropped is read again when asked for.
function evict(map: Map<string, unknown>, capacity: number): void {
  if (map.size <= capacity) return
  let excess = map.size - Math.floor(capacity / 2)
  for (const key of map.keys()) {
    if (excess === 0) return
    map.delete(key)
    excess -= 1
  }
}
