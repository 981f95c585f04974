import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Book } from './book.js'
import { type Decided, decide, type Decision, needs } from './decide.js'
import type { Head, LedgerStore } from './store.js'
import {
  type Balance,
  type Change,
  type Chart,
  EMPTY,
  InvalidChange,
  LedgerUnavailable,
  type Outcome,
} from './types.js'

export interface CommitterOptions {
  store: LedgerStore
  chart: Chart
  /** Business time, stamped on transfers. */
  now: () => Date
  /** Called after each batch that wrote something, for instance to wake the outbox relay. Must not throw. */
  onCommitted?: () => void
  /** Default 256. */
  maxBatch?: number
  /** How often one batch is tried before its callers are told LedgerUnavailable. Default 40, about 15 seconds. */
  maxAttempts?: number
  newBatchId?: () => string
  /** Waits before attempt n (from 1). The default doubles from 2 ms to 500 ms, with jitter. */
  pause?: (attempt: number) => Promise<void>
  /** Accounts kept in memory. Default 100,000. */
  capacity?: number
}

interface Waiting {
  change: Change
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

const REFRESH_LIMIT = 5_000
const MOVED_ON: ReadonlySet<string> = new Set(['STALE', 'PENDING_RESOLVED'])

/**
 * The one write path. Changes that arrive while a batch is under way are the next batch; each batch is decided in
 * memory and written in one transaction that begins with a compare-and-set of the ledger's head, so that any number of
 * processes may run on one store and every decision was made on the newest state.
 */
export class Committer {
  private readonly book: Book
  private readonly queue: Waiting[] = []
  private head: Head | undefined
  private working: Promise<void> | undefined
  private readonly options: Required<Omit<CommitterOptions, 'capacity' | 'onCommitted'>> & CommitterOptions

  constructor(options: CommitterOptions) {
    this.options = { maxBatch: 256, maxAttempts: 40, newBatchId: randomUUID, pause, ...options }
    this.book = new Book(options.chart, options.capacity)
  }

  /**
   * Makes a change durable, all of it or nothing, or says why not. Repeating it under the same key is safe.
   * Errors: InvalidChange for a change that no rule of double entry allows; LedgerUnavailable when the store cannot be
   * reached, in which case the change may or may not have been made: repeat it.
   */
  commit(change: Change): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.queue.push({ change, resolve, reject })
      this.working ??= this.work()
    })
  }

  /**
   * Loads, decides and commits, again for as long as something moved on between the two: a document, or a pending
   * transfer that was resolved (at most 8 times).
   * `decideChange` reads afresh each time; a value that is no change is returned as it is.
   */
  async decideAndCommit<T>(decideChange: () => Promise<Change | { done: T }>): Promise<Outcome | { done: T }> {
    for (let tries = 1; ; tries += 1) {
      const change = await decideChange()
      if ('done' in change) return change
      const outcome = await this.commit(change)
      if (outcome.ok || !MOVED_ON.has(outcome.reason) || tries === 8) return outcome
    }
  }

  /** What the store says an account holds, as of the last commit. */
  async balance(accountId: string): Promise<Balance> {
    this.options.chart(accountId)
    const [stored] = await this.options.store.balances([accountId])
    return stored?.balance ?? EMPTY
  }

  /** Waits until nothing is under way. */
  async drain(): Promise<void> {
    while (this.working) await this.working
  }

  private async work(): Promise<void> {
    // Lets the rest of this turn of the event loop join the batch.
    await Promise.resolve()
    while (this.queue.length > 0) await this.settleOrReject(this.queue.splice(0, this.options.maxBatch))
    // In the same step as the last look at the queue, so that no change is left in it.
    this.working = undefined
  }

  private async settleOrReject(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.settle(batch)
    } catch (error) {
      this.forget()
      if (!(error instanceof InvalidChange) || batch.length === 1) {
        for (const waiting of batch) waiting.reject(error)
        return
      }
      // One of them cannot be written at all; alone, each has only its own fate.
      for (const waiting of batch) await this.settleOrReject([waiting])
    }
  }

  /** Tries until every change of the batch has its outcome. */
  private async settle(batch: readonly Waiting[]): Promise<void> {
    let open = batch
    const own = new Set<string>()
    let cause: unknown
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt >= this.options.maxAttempts) throw new LedgerUnavailable('The ledger cannot be reached', { cause })
      if (attempt > 0) await this.options.pause(attempt)
      try {
        const left = await this.attempt(open, own)
        // A change that was refused has its outcome: the rest is another batch, at its first attempt.
        if (left.length < open.length) attempt = -1
        open = left
      } catch (error) {
        if (error instanceof InvalidChange) throw error
        cause = error
        this.forget()
      }
    }
  }

  /** One decision and one write; returns the changes that still wait for an outcome. */
  private async attempt(open: readonly Waiting[], own: Set<string>): Promise<readonly Waiting[]> {
    const changes = open.map((waiting) => waiting.change)
    const head = this.head ?? (await this.refresh())
    const known = await this.prepare(changes)
    const batchId = this.options.newBatchId()
    const decision = decide(this.book, changes, { seq: head.seq, batchId, at: this.options.now(), known, own })
    if (isEmpty(decision)) return this.answerUnwritten(open, decision, head)
    const written = await this.write(decision, head)
    if (written.result === 'committed') {
      this.book.keep()
      this.head = { seq: decision.batch.toSeq, batchId }
      answer(open, decision.outcomes)
      this.options.onCommitted?.()
      return []
    }
    this.book.rollback()
    if (written.result === 'refused') {
      for (const [index, refusal] of written.changes) open[index]!.resolve({ ok: false, ...refusal })
      return open.filter((_, index) => !written.changes.has(index))
    }
    if (written.result === 'unknown') own.add(batchId)
    await this.refresh()
    return open
  }

  private async write(decision: Decision, head: Head) {
    try {
      return await this.options.store.write(decision.batch, head)
    } catch (error) {
      this.book.rollback()
      throw error
    }
  }

  /** Nothing to write: the outcomes stand if the state they were decided on is still the newest. */
  private async answerUnwritten(open: readonly Waiting[], decision: Decision, head: Head): Promise<readonly Waiting[]> {
    this.book.rollback()
    const now = await this.options.store.head()
    if (now.seq !== head.seq || now.batchId !== head.batchId) {
      await this.refresh(now)
      return open
    }
    answer(open, decision.outcomes)
    return []
  }

  /** Puts into the book what the changes need, and returns which of their keys are known. */
  private async prepare(changes: readonly Change[]) {
    const { store } = this.options
    const { accounts, pendings } = needs(changes)
    const [known] = await Promise.all([
      store.known([...new Set(changes.map((change) => change.key))]),
      this.loadAccounts(accounts),
      this.loadPendings([...pendings].filter((id) => !this.book.pending(id))),
    ])
    const sides = [...pendings].flatMap((id) => {
      const pending = this.book.pending(id)
      return pending ? [pending.debit, pending.credit] : []
    })
    await this.loadAccounts(sides)
    return new Map(known.map((row) => [row.key, row]))
  }

  private async loadAccounts(ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.book.account(id) && isAccount(this.options.chart, id))
    if (missing.length === 0) return
    const stored = new Map((await this.options.store.balances(missing)).map((row) => [row.id, row]))
    for (const id of missing) this.book.load(id, stored.get(id)?.balance, stored.get(id)?.seq)
  }

  private async loadPendings(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for (const pending of await this.options.store.pendings(ids)) this.book.loadPending(pending)
  }

  /** Takes over what other processes have written since: the accounts with a higher seq, and what they resolved. */
  private async refresh(known?: Head): Promise<Head> {
    const { store } = this.options
    const head = known ?? (await store.head())
    const from = this.head
    if (!from || head.seq < from.seq || head.seq - from.seq > REFRESH_LIMIT) this.book.clear()
    else for (const transfer of await store.since(from.seq, REFRESH_LIMIT)) this.book.apply(transfer)
    return (this.head = head)
  }

  private forget(): void {
    this.book.clear()
    this.head = undefined
  }
}

function isAccount(chart: Chart, id: string): boolean {
  try {
    return chart(id) !== undefined
  } catch {
    // The change that names it gets a fault of its own when it is decided.
    return false
  }
}

function isEmpty({ batch }: Decision): boolean {
  return batch.transfers.length + batch.saves.length + batch.events.length + batch.changes.length === 0
}

function answer(open: readonly Waiting[], outcomes: readonly Decided[]): void {
  open.forEach((waiting, index) => {
    const outcome = outcomes[index]!
    if (outcome.ok || outcome.reason !== 'FAULT') waiting.resolve(outcome)
    else waiting.reject(outcome.fault)
  })
}

const random = Math.random

async function pause(attempt: number): Promise<void> {
  await sleep(Math.min(500, 2 ** attempt) * (0.5 + random() / 2))
}
