import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Book } from './book.js'
import { type Decided, decide, type Decision, needs } from './decide.js'
import { History, rangeOf } from './history.js'
import type { Head, LedgerStore, StoredBalance } from './store.js'
import { type Timers, type Waiting, WaitingCallers } from './waiting.js'
import {
  type Balance,
  type Change,
  type Chart,
  EMPTY,
  InvalidChange,
  LedgerUnavailable,
  type Moment,
  type Outcome,
  type Refusal,
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
  /** How many changes may wait for their batch; one more is refused as OVERLOADED. Default 8,192. */
  maxQueued?: number
  /** How long a caller waits at most. Default 4,500, so that the answer has left the process within 5 s. */
  timeoutMs?: number
  /** How much longer the current caller waits, in ms, if it said. It is answered a moment before. */
  remainingMs?: () => number | undefined
  /** How often one batch is tried before its callers are rejected with LedgerUnavailable. Default 40. */
  maxAttempts?: number
  newBatchId?: () => string
  /** Waits before attempt n (from 1). The default doubles from 2 ms to 500 ms, with jitter. */
  pause?: (attempt: number) => Promise<void>
  /** For simulations, in which time is virtual. */
  timers?: Timers
  /** Accounts kept in memory; those that were not used for longest are dropped. Default 100,000. */
  capacity?: number
}

const REFRESH_LIMIT = 5_000
/** What an answer needs to reach a caller before that caller gives up. */
const REPLY_MS = 250
const MOVED_ON: ReadonlySet<string> = new Set(['STALE', 'PENDING_RESOLVED'])

/**
 * The one write path. Changes that arrive while a batch is under way are the next batch; each batch is decided in
 * memory and written in one transaction that begins with a compare-and-set of the ledger's head, so that any number of
 * processes may run on one store and every decision was made on the newest state.
 */
export class Committer {
  private readonly book: Book
  private readonly callers: WaitingCallers
  private head: Head | undefined
  private working = false
  /** Why the store did not take the last batch; undefined since it has taken one. */
  private trouble: unknown
  private readonly options: typeof DEFAULTS & CommitterOptions
  private readonly history: History

  constructor(options: CommitterOptions) {
    this.options = { ...DEFAULTS, ...options }
    const passMoment = (at: Date) => this.passMoment(at)
    this.history = new History({ store: this.bounded(options.store), now: options.now, passMoment })
    this.book = new Book(options.chart, options.capacity)
    this.callers = new WaitingCallers(this.options.timers, this.options.maxQueued, () => this.trouble)
  }

  /**
   * Makes a change durable, all of it or nothing, or says why not. Repeating it under the same key is safe.
   * Errors: InvalidChange for a change that no rule of double entry allows, or whose ids are taken by another;
   * LedgerUnavailable when the store cannot be reached in time (see `timeoutMs` and `remainingMs`) or too many wait.
   * A change still queued at its deadline is never made. One already in flight may be committed: repeat it.
   */
  commit(change: Change): Promise<Outcome> {
    return this.submit(change, this.deadlineMs())
  }

  /**
   * Loads, decides and commits, again for as long as something moved on between the two: a document, or a pending
   * transfer that was resolved (at most 8 times, all within one deadline).
   * `decideChange` reads afresh each time; a value that is no change is returned as it is.
   */
  async decideAndCommit<T>(decideChange: () => Promise<Change | { done: T }>): Promise<Outcome | { done: T }> {
    const untilMs = this.deadlineMs()
    for (let tries = 1; ; tries += 1) {
      const change = await this.callers.within(untilMs, decideChange)
      if ('done' in change) return change
      const outcome = await this.submit(change, untilMs)
      if (outcome.ok || !MOVED_ON.has(outcome.reason) || tries === 8) return outcome
    }
  }

  /** Returns what an account holds in the store, as of the last commit. Errors: LedgerUnavailable. */
  async balance(accountId: string): Promise<Balance> {
    this.options.chart(accountId)
    const [stored] = await this.read(() => this.options.store.balances([accountId]))
    return stored?.balance ?? EMPTY
  }

  /**
   * Returns the seq that a moment has come to for good: no later transfer can be stamped at it or earlier. Of a time at
   * which nothing has happened since, this commits an empty change. Errors: InvalidMoment; LedgerUnavailable.
   */
  seqAt(moment: Moment): Promise<number> {
    return this.history.seqAt(moment)
  }

  /**
   * Returns what an account held at a moment that has passed, and the seq of its last transfer by then (0: none). The
   * number of reads is the same for every account and age. Errors: InvalidMoment; LedgerUnavailable.
   */
  async balanceAt(accountId: string, moment: Moment): Promise<StoredBalance> {
    this.options.chart(accountId)
    return this.history.balanceAt(accountId, await this.seqAt(moment))
  }

  /**
   * Streams what the accounts whose ids begin with `prefix` held at a moment that has passed, in order of id, those
   * without transfers by then left out. Writes that go on meanwhile change nothing. Resumes behind the account `after`.
   * Errors: InvalidMoment; RangeError for an empty prefix; LedgerUnavailable.
   */
  async *balancesAt(prefix: string, moment: Moment, after?: string): AsyncGenerator<StoredBalance> {
    yield* this.history.accountsAt(rangeOf(prefix, after), await this.seqAt(moment))
  }

  /** Waits until every caller has its answer. */
  async drain(): Promise<void> {
    await this.callers.answered()
  }

  private deadlineMs(): number {
    const { timers, timeoutMs, remainingMs } = this.options
    return timers.nowMs() + Math.min(timeoutMs, (remainingMs?.() ?? Infinity) - REPLY_MS)
  }

  /** One read, answered within the deadline. */
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

  /** Commits an empty change, which stamps the head with the time of now. */
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
    // In the same step as the last look at the queue, so that no change is left in it.
    this.working = false
  }

  private next(): readonly Waiting[] {
    return this.callers.take(this.options.maxBatch)
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
      // One of them can never be written: halving finds it, and the others commit.
      const half = batch.length >> 1
      await this.settleOrReject(batch.slice(0, half))
      await this.settleOrReject(batch.slice(half))
    }
  }

  /** Tries until every change of the batch has its outcome, or no caller is left. */
  private async settle(batch: readonly Waiting[]): Promise<void> {
    let open = batch
    const own = new Set<string>()
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt >= this.options.maxAttempts) throw unreachable(this.trouble)
      if (attempt > 0) {
        await this.options.pause(attempt)
        open = open.filter((waiting) => !waiting.isAnswered())
        if (open.length === 0) return
      }
      try {
        const left = await this.attempt(open, own)
        // A change that was refused has its outcome: the rest is another batch, at its first attempt.
        if (left.length < open.length) attempt = -1
        open = left
      } catch (error) {
        if (error instanceof InvalidChange) throw error
        this.trouble = error
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
    const at = later(head.at, this.options.now())
    const decision = decide(this.book, changes, { seq: head.seq, batchId, at, known, own })
    if (isEmpty(decision)) return this.answerUnwritten(open, decision, head)
    const written = await this.write(decision, head)
    this.trouble = 'cause' in written ? written.cause : undefined
    if (written.result === 'committed') {
      this.book.keep()
      this.head = { seq: decision.batch.toSeq, batchId, at }
      answer(open, decision.outcomes)
      this.options.onCommitted?.()
      return []
    }
    this.book.rollback()
    if (written.result === 'refused') {
      const refused = certain(written.changes, decision)
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

  /** Nothing to write: the outcomes stand if the state they were decided on is still the newest. */
  private async answerUnwritten(open: readonly Waiting[], decision: Decision, head: Head): Promise<readonly Waiting[]> {
    this.book.rollback()
    this.book.keep()
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

/**
 * The store's refusals that stand: the first, and those before any change that was refused in memory. That one may have
 * been refused for what the first was going to do, and when decided again may do what a later one counts on.
 */
function certain(refusals: ReadonlyMap<number, Refusal>, { outcomes }: Decision): Map<number, Refusal> {
  const first = Math.min(...refusals.keys())
  const inMemory = outcomes.findIndex((outcome) => !outcome.ok)
  return new Map([...refusals].filter(([index]) => index === first || inMemory < 0 || index < inMemory))
}

function answer(open: readonly Waiting[], outcomes: readonly Decided[]): void {
  open.forEach((waiting, index) => {
    const outcome = outcomes[index]!
    if (outcome.ok || outcome.reason !== 'FAULT') waiting.resolve(outcome)
    else waiting.reject(outcome.fault)
  })
}

/** Times in the ledger never go back, whatever the clocks of its writers say, so that a time has one place in it. */
const later = (a: Date, b: Date) => (a > b ? a : b)

const unreachable = (cause: unknown) => new LedgerUnavailable('The ledger cannot be reached', 'STORE', { cause })

const random = Math.random

async function pause(attempt: number): Promise<void> {
  await sleep(Math.min(500, 2 ** attempt) * (0.5 + random() / 2))
}

const timers: Timers = {
  nowMs: () => performance.now(),
  after: (ms) => sleep(ms, undefined, { ref: false }),
}

const DEFAULTS = {
  ...{ maxBatch: 256, maxQueued: 8_192, timeoutMs: 4_500, maxAttempts: 40 },
  ...{ newBatchId: randomUUID as () => string, pause, timers },
}
