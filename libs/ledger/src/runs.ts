import type { Committer } from './committer.js'
import {
  type AfterFailure,
  type ItemFailure,
  type ItemResult,
  newDue,
  recordChunk,
  type Run,
  RUN_FAILURES,
  RUNS,
} from './run.js'
import type { RunStore } from './run-store.js'
import { type Change, InvalidChange, LedgerUnavailable, type Outcome } from './types.js'

/** The items of a run by id, and the change that each needs. */
export interface RunWork {
  /** Returns at most `limit` ids after `after` ('' for the first), ascending; none at the end. */
  ids(after: string, limit: number): Promise<readonly string[]>
  /**
   * Reads the item and returns the change that it needs, or `done` if it needs none. The same effect must have the same
   * key, because an interrupted chunk is decided again from its beginning.
   */
  decide(id: string): Promise<Change | { done: unknown }>
}

export interface RunsParts {
  ledger: Pick<Committer, 'commit' | 'decideAndCommit'>
  store: RunStore
  /** Business time. */
  now: () => Date
  /** Wall time, for backoff. */
  wall: () => Date
  afterFailure: AfterFailure
  /** Returns whether an error means that the store is unavailable, rather than that the item is faulty. */
  isStoreDown: (error: unknown) => boolean
}

/** `resumeAt`: wall time at which to proceed; null once the run is completed. */
export interface RunStep {
  run: Run
  resumeAt: Date | null
}

export interface RunOptions {
  /** Items in one chunk, 1 to 1,000. Default 256, one batch of the ledger. */
  chunk?: number
}

const CHUNK = 256
const MOST_IN_CHUNK = 1_000
const AT_ONCE = new Date(0)
const MOST_DETAIL = 200

/**
 * Commits long runs of changes in resumable chunks. Each item of a chunk is a separate change with its own key; then
 * one more change moves the cursor and records failures. After a crash the chunk is repeated, and its committed items
 * have no second effect. Of two concurrent workers only one moves the cursor. Failed items are retried after the
 * others, with backoff.
 */
export class Runs {
  constructor(private readonly parts: RunsParts) {}

  /** Starts a run, or returns the existing one with this id. Errors: LedgerUnavailable. */
  async begin(id: string, { kind, total = null }: { kind: string; total?: number | null }): Promise<Run> {
    const at = this.parts.now()
    const counts = { total, done: 0, failed: 0, rejected: 0 }
    const set = { kind, state: 'posting', after: '', ...counts, startedAt: at, movedAt: at }
    await this.commit(`run:${id}:begin`, [{ collection: RUNS, id, version: 0, set }])
    return this.read(id)
  }

  /** Returns the progress of a run, or undefined if it was never begun. */
  find(id: string): Promise<Run | undefined> {
    return this.parts.store.run(id)
  }

  /** Returns the progress of a run. Errors: InvalidChange if it was never begun. */
  async read(id: string): Promise<Run> {
    const run = await this.parts.store.run(id)
    if (!run) throw new InvalidChange(`The run ${id} has not been begun`)
    return run
  }

  /**
   * Commits the next chunk: first attempts, and after those, failed items whose backoff has ended.
   * Errors: LedgerUnavailable (nothing is recorded: call it again); RangeError for a chunk size out of bounds.
   */
  async advance(id: string, work: RunWork, { chunk = CHUNK }: RunOptions = {}): Promise<RunStep> {
    if (!Number.isInteger(chunk) || chunk < 1 || chunk > MOST_IN_CHUNK)
      throw new RangeError(`A chunk of ${chunk} is not between 1 and ${MOST_IN_CHUNK}`)
    const run = await this.read(id)
    if (run.state === 'posting') return this.post(run, work, chunk)
    if (run.state === 'retrying') return this.retry(run, work, chunk)
    return { run, resumeAt: null }
  }

  /**
   * Commits chunks until the run is completed, awaits a backoff, or `shouldStop` returns true. Calls `onChunk` after
   * each. Errors: those of `advance`.
   */
  async proceed(
    id: string,
    work: RunWork,
    options: RunOptions & { onChunk?: (run: Run) => void; shouldStop?: () => boolean } = {},
  ): Promise<RunStep> {
    for (;;) {
      const step = await this.advance(id, work, options)
      options.onChunk?.(step.run)
      if (step.resumeAt === null || step.resumeAt > this.parts.wall() || options.shouldStop?.()) return step
    }
  }

  /** Reopens a rejected item. Returns false if it isn't rejected. Errors: LedgerUnavailable. */
  async reopen(id: string, item: string): Promise<boolean> {
    const run = await this.read(id)
    const row = await this.parts.store.failure(id, item)
    if (row?.state !== 'rejected') return false
    const { version } = row
    const due = newDue(run.kind, this.parts.now())
    const state = run.state === 'completed' ? 'retrying' : run.state
    const counts = { failed: run.failed + 1, rejected: run.rejected - 1 }
    const outcome = await this.commit(`run:${id}:${run.version}`, [
      { collection: RUNS, id, version: run.version, set: { state, ...counts } },
      { collection: RUN_FAILURES, id: row._id, version, set: { state: 'failed', due }, unset: ['rejected'] },
    ])
    // Another worker has moved the run.
    return isFresh(outcome) || this.reopen(id, item)
  }

  private async post(run: Run, work: RunWork, chunk: number): Promise<RunStep> {
    const ids = await work.ids(run.after, chunk)
    checkOrder(run, ids)
    const after = ids.at(-1)
    if (after === undefined) return this.record(run, [], { state: 'retrying' })
    const results = await Promise.all(ids.map(async (item) => ({ item, failure: await this.attempt(item, work) })))
    return this.record(run, results, { after })
  }

  private async retry(run: Run, work: RunWork, chunk: number): Promise<RunStep> {
    const { store, wall } = this.parts
    const rows = await store.dueFailures(run._id, wall(), chunk)
    if (rows.length === 0) return { run, resumeAt: (await store.nextTryAt(run._id)) ?? AT_ONCE }
    const results = rows.map(async (before) => {
      return { item: before.item, before, failure: await this.attempt(before.item, work) }
    })
    return this.record(run, await Promise.all(results), {})
  }

  private async attempt(item: string, work: RunWork): Promise<ItemFailure | undefined> {
    try {
      const outcome = await this.parts.ledger.decideAndCommit(() => work.decide(item))
      return 'done' in outcome || outcome.ok ? undefined : refused(outcome)
    } catch (error) {
      const isOutage = error instanceof LedgerUnavailable || this.parts.isStoreDown(error)
      return {
        ...(isOutage ? {} : { code: codeOf(error) }),
        detail: String((error as Error).message).slice(0, MOST_DETAIL),
      }
    }
  }

  /** Moves the cursor unless another worker has. Errors: LedgerUnavailable, and nothing is recorded. */
  private async record(
    run: Run,
    results: readonly ItemResult[],
    moves: Partial<Pick<Run, 'after' | 'state'>>,
  ): Promise<RunStep> {
    const { now, wall, afterFailure } = this.parts
    const { next, saves } = recordChunk(run, results, moves, { afterFailure, at: now(), wall: wall() })
    const outcome = await this.commit(`run:${run._id}:${run.version}`, saves)
    const current = isFresh(outcome) ? next : await this.read(run._id)
    // No other worker has moved it, so a retry would fail in the same way.
    if (current.version === run.version) throw new InvalidChange(`The run ${run._id} cannot be recorded`)
    return { run: current, resumeAt: current.state === 'completed' ? null : AT_ONCE }
  }

  private commit(key: string, saves: Change['saves']): Promise<Outcome> {
    return this.parts.ledger.commit({ key, inputHash: 'run', transfers: [], saves, events: [] })
  }
}

const isFresh = (outcome: Outcome) => outcome.ok && !outcome.replayed

function checkOrder({ _id, after }: Run, ids: readonly string[]): void {
  let last = after
  for (const id of ids) {
    if (id <= last) throw new InvalidChange(`The run ${_id} got the id ${id} after ${last}, not in ascending order`)
    last = id
  }
}

function refused({ reason, ...rest }: Outcome & { ok: false }): ItemFailure {
  const { ok: _, ...subject } = rest
  return { code: reason, detail: JSON.stringify(subject).slice(0, MOST_DETAIL) }
}

function codeOf(error: unknown): string {
  const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : name
}
