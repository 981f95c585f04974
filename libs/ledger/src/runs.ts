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

/** What a run does to its items, which are known by their ids. */
export interface RunWork {
  /** At most `limit` ids after `after` ('' for the first), ascending; none when there are no more. */
  ids(after: string, limit: number): Promise<readonly string[]>
  /**
   * The change that one item needs, read afresh each time, or `done` when it needs none. Its key must be the same
   * whenever it stands for the same effect: a chunk that was interrupted is decided again from its beginning.
   */
  decide(id: string): Promise<Change | { done: unknown }>
}

export interface RunsParts {
  ledger: Pick<Committer, 'commit' | 'decideAndCommit'>
  store: RunStore
  /** Business time. */
  now: () => Date
  /** Wall time, which backoff is counted in. */
  wall: () => Date
  afterFailure: AfterFailure
  /** Tells a store that cannot be reached from a fault of the item. */
  isStoreDown: (error: unknown) => boolean
}

/** `resumeAt`: wall time from which there is more to do; null once the run is completed. */
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
 * Long runs of changes in chunks. The items of a chunk are committed together, each as a change of its own under its own
 * key; then one more change moves the cursor and records what failed. A crash between any two of these repeats a chunk
 * whose finished items have no second effect. Two workers at once do the same work twice, and one of them moves the
 * cursor. An item that fails does not hold up the others: it is tried again when they are done, then given up.
 */
export class Runs {
  constructor(private readonly parts: RunsParts) {}

  /** Begins a run, or returns the one that has this id. Errors: LedgerUnavailable. */
  async begin(id: string, { kind, total = null }: { kind: string; total?: number | null }): Promise<Run> {
    const at = this.parts.now()
    const counts = { total, done: 0, failed: 0, rejected: 0 }
    const set = { kind, state: 'posting', after: '', ...counts, startedAt: at, movedAt: at }
    await this.commit(`run:${id}:begin`, [{ collection: RUNS, id, version: 0, set }])
    return this.read(id)
  }

  /** Returns how far a run has come. Errors: InvalidChange when it was never begun. */
  async read(id: string): Promise<Run> {
    const run = await this.parts.store.run(id)
    if (!run) throw new InvalidChange(`The run ${id} was not begun`)
    return run
  }

  /**
   * Does the next chunk: of items not yet tried, and once there are none, of failed ones whose backoff has ended.
   * Errors: LedgerUnavailable, on which nothing is recorded; repeat it. RangeError for a chunk size out of bounds.
   */
  async advance(id: string, work: RunWork, { chunk = CHUNK }: RunOptions = {}): Promise<RunStep> {
    if (!Number.isInteger(chunk) || chunk < 1 || chunk > MOST_IN_CHUNK) throw new RangeError(`A chunk of ${chunk}`)
    const run = await this.read(id)
    if (run.state === 'posting') return this.post(run, work, chunk)
    if (run.state === 'retrying') return this.retry(run, work, chunk)
    return { run, resumeAt: null }
  }

  /**
   * Does chunks until the run is completed, has to wait for a backoff, or `shouldStop`. `onChunk` sees the progress.
   * Errors: those of `advance`.
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

  /** Has an item that was given up tried again. Returns false when it is not given up. Errors: LedgerUnavailable. */
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
    // Somebody else has moved the run meanwhile.
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

  /** Moves the cursor, if no other worker has; fails with LedgerUnavailable when it was the store that failed the items. */
  private async record(
    run: Run,
    results: readonly ItemResult[],
    moves: Partial<Pick<Run, 'after' | 'state'>>,
  ): Promise<RunStep> {
    const { now, wall, afterFailure } = this.parts
    const { next, saves } = recordChunk(run, results, moves, { afterFailure, at: now(), wall: wall() })
    const outcome = await this.commit(`run:${run._id}:${run.version}`, saves)
    const current = isFresh(outcome) ? next : await this.read(run._id)
    // No other worker was faster, so repeating it cannot help.
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
    if (id <= last) throw new InvalidChange(`The run ${_id} was given ${id} after ${last}`)
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
