import { randomUUID } from 'node:crypto'
import { Book } from './book.js'
import { type Decided, decide, type Decision, needs } from './decide.js'
import { History, rangeOf } from './history.js'
import type { Head, LedgerStore, StoredBalance } from './store.js'
import { systemPause, systemTimers, type Timers } from './timers.js'
import { type Waiting, WaitingCallers } from './waiting.js'
import {
  type Balance,
  type Change,
  type Chart,
  EMPTY,
  InvalidChange,
  LedgerUnavailable,
  type Moment,
  type OutgoingEvent,
  type Outcome,
  type Refusal,
} from './types.js'

export interface CommitterOptions {
  store: LedgerStore
  chart: Chart
  /** Business time, stamped on transfers. */
  now: () => Date
  /** Called after each batch that wrote something, with its outbox rows, for example to publish them. Must not throw. */
  onCommitted?: (events: readonly OutgoingEvent['row'][]) => void
  /** Default 256. */
  maxBatch?: number
  /** Number of changes that may wait for their batch; any further one is rejected as OVERLOADED. Default 8,192. */
  maxQueued?: number
  /** Longest wait of a caller. Default 4,500, so that the response leaves the process within 5 s. */
  timeoutMs?: number
  /** Returns how much longer the current caller waits, in ms, if known. The response is sent shortly before that. */
  remainingMs?: () => number | undefined
  /** Attempts per batch before its callers are rejected with LedgerUnavailable. Default 40. */
  maxAttempts?: number
  newBatchId?: () => string
  /** Waits before attempt n (from 1). The default doubles from 2 ms to 500 ms, with jitter. */
  pause?: (attempt: number) => Promise<void>
  /** For simulations, which use virtual time. */
  timers?: Timers
  /** Number of accounts kept in memory; the least recently used are evicted. Default 100,000. */
  capacity?: number
}

const REFRESH_LIMIT = 5_000
/** Time for a response to reach a caller before that caller's timeout. */
const REPLY_MS = 250
const MOST_ATTEMPTS = 8
const MOVED_ON: ReadonlySet<string> = new Set(['STALE', 'PENDING_RESOLVED', 'KEY_REUSED'])

/**
 * Commits all changes of the ledger. Changes that arrive during one batch form the next. A batch is decided in memory
 * and written in one transaction, which begins with a compare-and-set of the ledger's head. Any number of processes can
 * therefore run on one store, and every decision uses the latest state.
 */
export class Committer {
  private readonly book: Book
  private readonly callers: WaitingCallers
  private head: Head | undefined
  private working = false
  /** Reason why the store didn't accept the last batch; undefined after a success. */
  private lastError: unknown
  private readonly options: typeof DEFAULTS & CommitterOptions
  private readonly history: History

  constructor(options: CommitterOptions) {
    this.options = { ...DEFAULTS, ...options }
    const passMoment = (at: Date) => this.passMoment(at)
    this.history = new History({ store: this.bounded(options.store), now: options.now, passMoment })
    this.book = new Book(options.chart, options.capacity)
    this.callers = new WaitingCallers(this.options.timers, this.options.maxQueued, () => this.lastError)
  }

  /**
   * Commits all of a change or returns why none of it was committed. Repeating it under the same key is safe.
   * Errors: InvalidChange for a change that breaks the rules of double entry, or whose ids belong to another change;
   * LedgerUnavailable when the store can't be reached in time (see `timeoutMs` and `remainingMs`) or the queue is full.
   * A change still queued at its deadline is never committed. One in flight may be: repeat it.
   */
  commit(change: Change): Promise<Outcome> {
    return this.submit(change, this.deadlineMs())
  }

  /**
   * Loads, decides and commits. Decides again if a document changed, a pending transfer was resolved or a change with the
   * same key was committed in between (at most 8 attempts, all within one deadline). `decideChange` must read afresh each
   * time; a `done` value is returned as it is. KEY_REUSED means that it decided the same key twice.
   */
  async decideAndCommit<T>(decideChange: () => Promise<Change | { done: T }>): Promise<Outcome | { done: T }> {
    const untilMs = this.deadlineMs()
    let reused: { key: string; outcome: Outcome } | undefined
    for (let attempt = 1; ; attempt += 1) {
      const change = await this.callers.within(untilMs, decideChange)
      if ('done' in change) return change
      if (change.key === reused?.key) return reused.outcome
      const outcome = await this.submit(change, untilMs)
      if (outcome.ok || !MOVED_ON.has(outcome.reason) || attempt === MOST_ATTEMPTS) return outcome
      if (outcome.reason === 'KEY_REUSED') reused = { key: change.key, outcome }
    }
  }

  /** Returns the balance of an account as of the last commit. Errors: LedgerUnavailable. */
  async balance(accountId: string): Promise<Balance> {
    this.options.chart(accountId)
    const [stored] = await this.read(() => this.options.store.balances([accountId]))
    return stored?.balance ?? EMPTY
  }

  /** Returns the seq of the last commit: the latest state that never changes. Errors: LedgerUnavailable. */
  async latestSeq(): Promise<number> {
    return (await this.read(() => this.options.store.head())).seq
  }

  /**
   * Returns the last seq stamped at or before a moment. No later transfer can be stamped with a time up to that moment.
   * Commits an empty change if nothing has been committed since then. Errors: InvalidMoment; LedgerUnavailable.
   */
  seqAt(moment: Moment): Promise<number> {
    return this.history.seqAt(moment)
  }

  /**
   * Returns the balance of an account at a past moment, and the seq of its last transfer by then (0: none). The number
   * of reads doesn't depend on the account's history. Errors: InvalidMoment; LedgerUnavailable.
   */
  async balanceAt(accountId: string, moment: Moment): Promise<StoredBalance> {
    this.options.chart(accountId)
    return this.history.balanceAt(accountId, await this.seqAt(moment))
  }

  /**
   * Streams the balances at a past moment of the accounts whose ids begin with `prefix`, in order of id, from the one
   * after `after`. Omits accounts without transfers by then. Concurrent writes don't affect the result.
   * Errors: InvalidMoment; RangeError for an empty prefix; LedgerUnavailable.
   */
  async *balancesAt(prefix: string, moment: Moment, after?: string): AsyncGenerator<StoredBalance> {
    yield* this.history.accountsAt(rangeOf(prefix, after), await this.seqAt(moment))
  }

  /** Waits until every caller has its outcome. */
  async drain(): Promise<void> {
    await this.callers.settled()
  }

  private deadlineMs(): number {
    const { timers, timeoutMs, remainingMs } = this.options
    return timers.elapsedMs() + Math.min(timeoutMs, (remainingMs?.() ?? Infinity) - REPLY_MS)
  }

  /** Reads from the store within the caller's deadline. */
  private read<T>(read: () => Promise<T>): Promise<T> {
    return this.callers.within(this.deadlineMs(), read).catch((error: unknown) => {
      throw error instanceof LedgerUnavailable ? error : unreachable(error)
    })
  }

  private bounded(store: LedgerStore): ConstructorParameters<typeof History>[0]['store'] {
    return {
      head: () => this.read(() => store.head()),
      lastOf: (...args) => this.read(() => store.lastOf(...args)),
      nextAccount: (...args) => this.read(() => store.nextAccount(...args)),
      openingAfter: (at) => this.read(() => store.openingAfter(at)),
      timeOf: (seq) => this.read(() => store.timeOf(seq)),
    }
  }

  /** Commits an empty change, which stamps the head with the current time. */
  private async passMoment(at: Date): Promise<void> {
    const key = `moment:${at.toISOString()}`
    await this.commit({ key, inputHash: 'moment', transfers: [], saves: [], events: [] })
  }

  private submit(change: Change, untilMs: number): Promise<Outcome> {
    const outcome = this.callers.add(change, untilMs)
    if (!this.working) void this.work()
    return outcome
  }

  private async work(): Promise<void> {
    this.working = true
    // Lets the rest of this turn of the event loop join the batch.
    await Promise.resolve()
    for (let batch = this.next(); batch.length > 0; batch = this.next()) await this.settleOrReject(batch)
    // Set in the same turn as the last check of the queue, so that no change is left behind.
    this.working = false
  }

  private next(): readonly Waiting[] {
    return this.callers.take(this.options.maxBatch)
  }

  private async settleOrReject(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.settle(batch)
    } catch (error) {
      this.reset()
      if (!(error instanceof InvalidChange) || batch.length === 1) {
        for (const waiting of batch) waiting.reject(error)
        return
      }
      // One of them can never be written: halving the batch isolates it, and the others commit.
      const half = batch.length >> 1
      await this.settleOrReject(batch.slice(0, half))
      await this.settleOrReject(batch.slice(half))
    }
  }

  /** Retries until every change of the batch has its outcome, or no caller is waiting. */
  private async settle(batch: readonly Waiting[]): Promise<void> {
    let open = batch
    const own = new Set<string>()
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt >= this.options.maxAttempts) throw unreachable(this.lastError)
      if (attempt > 0) {
        await this.options.pause(attempt)
        open = open.filter((waiting) => !waiting.isSettled())
        if (open.length === 0) return
      }
      try {
        const left = await this.attempt(open, own)
        // Rejected changes have their outcome. The rest forms a new batch, whose attempts are counted anew.
        if (left.length < open.length) attempt = -1
        open = left
      } catch (error) {
        if (error instanceof InvalidChange) throw error
        this.lastError = error
        this.reset()
      }
    }
  }

  /** Decides and writes once. Returns the changes that still have no outcome. */
  private async attempt(open: readonly Waiting[], own: Set<string>): Promise<readonly Waiting[]> {
    const changes = open.map((waiting) => waiting.change)
    const head = this.head ?? (await this.refresh())
    const known = await this.prepare(changes)
    const batchId = this.options.newBatchId()
    const at = later(head.at, this.options.now())
    const decision = decide(this.book, changes, { seq: head.seq, batchId, at, known, own })
    if (isEmpty(decision)) return this.resolveUnwritten(open, decision, head)
    const written = await this.write(decision, head)
    this.lastError = 'cause' in written ? written.cause : undefined
    if (written.result === 'committed') {
      this.book.accept()
      this.head = { seq: decision.batch.toSeq, batchId, at }
      resolveAll(open, decision.outcomes)
      this.options.onCommitted?.(decision.batch.events)
      return []
    }
    this.book.rollback()
    if (written.result === 'refused') {
      const refused = finalRefusals(written.changes, decision)
      for (const [index, refusal] of refused) open[index]!.resolve({ ok: false, ...refusal })
      return open.filter((_, index) => !refused.has(index))
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

  /**
   * Resolves a batch with nothing to write if it was decided on the latest state; otherwise returns it to be decided
   * again.
   */
  private async resolveUnwritten(
    open: readonly Waiting[],
    decision: Decision,
    head: Head,
  ): Promise<readonly Waiting[]> {
    this.book.rollback()
    this.book.accept()
    const now = await this.options.store.head()
    if (now.seq !== head.seq || now.batchId !== head.batchId) {
      await this.refresh(now)
      return open
    }
    resolveAll(open, decision.outcomes)
    return []
  }

  /** Loads what the changes need into the book, and returns which of their keys are known. */
  private async prepare(changes: readonly Change[]) {
    const { store } = this.options
    const { accounts, pendings } = needs(changes)
    const [known] = await Promise.all([
      store.known([...new Set(changes.map((change) => change.key))]),
      this.loadAccounts(accounts),
      this.loadPendings([...pendings].filter((id) => !this.book.usePending(id))),
    ])
    const sides = [...pendings].flatMap((id) => {
      const pending = this.book.pending(id)
      return pending ? [pending.debit, pending.credit] : []
    })
    await this.loadAccounts(sides)
    return new Map(known.map((row) => [row.key, row]))
  }

  private async loadAccounts(ids: Iterable<string>): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.book.use(id) && isAccount(this.options.chart, id))
    if (missing.length === 0) return
    const stored = new Map((await this.options.store.balances(missing)).map((row) => [row.id, row]))
    for (const id of missing) this.book.load(id, stored.get(id)?.balance, stored.get(id)?.seq)
  }

  private async loadPendings(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for (const pending of await this.options.store.pendings(ids)) this.book.loadPending(pending)
  }

  /** Applies what other processes have written since the last head. */
  private async refresh(known?: Head): Promise<Head> {
    const { store } = this.options
    const head = known ?? (await store.head())
    const from = this.head
    if (!from || head.seq < from.seq || head.seq - from.seq > REFRESH_LIMIT) this.book.clear()
    else for (const transfer of await store.since(from.seq, REFRESH_LIMIT)) this.book.apply(transfer)
    return (this.head = head)
  }

  private reset(): void {
    this.book.clear()
    this.head = undefined
  }
}

function isAccount(chart: Chart, id: string): boolean {
  try {
    return chart(id) !== undefined
  } catch {
    // The change that uses this id is rejected with its own fault when it is decided.
    return false
  }
}

function isEmpty({ batch }: Decision): boolean {
  return batch.transfers.length + batch.saves.length + batch.events.length + batch.changes.length === 0
}

/**
 * Returns the store's refusals that are final: the first, and those before any change that was refused in memory. The
 * refusal in memory may have depended on the first change. Decided again, it may succeed and change the outcome of every
 * later one.
 */
function finalRefusals(refusals: ReadonlyMap<number, Refusal>, { outcomes }: Decision): Map<number, Refusal> {
  const first = Math.min(...refusals.keys())
  const inMemory = outcomes.findIndex((outcome) => !outcome.ok)
  return new Map([...refusals].filter(([index]) => index === first || inMemory < 0 || index < inMemory))
}

function resolveAll(open: readonly Waiting[], outcomes: readonly Decided[]): void {
  open.forEach((waiting, index) => {
    const outcome = outcomes[index]!
    if (outcome.ok || outcome.reason !== 'FAULT') waiting.resolve(outcome)
    else waiting.reject(outcome.fault)
  })
}

/** Keeps ledger times from going backwards when writers' clocks differ, so that every moment has one final seq. */
const later = (a: Date, b: Date) => (a > b ? a : b)

const unreachable = (cause: unknown) => new LedgerUnavailable('The ledger cannot be reached', 'STORE', { cause })

const random = Math.random

const pause = (attempt: number) => systemPause(Math.min(500, 2 ** attempt) * (0.5 + random() / 2))

const DEFAULTS = {
  ...{ maxBatch: 256, maxQueued: 8_192, timeoutMs: 4_500, maxAttempts: 40 },
  ...{ newBatchId: randomUUID as () => string, pause, timers: systemTimers },
}
