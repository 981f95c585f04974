import type { Collection, Db } from 'mongodb'
import { failureId, type Run, RUN_FAILURES, type RunFailure, RUNS } from './run.js'
import type { MemoryLedgerStore } from './memory-store.js'

/** Reads runs. They are written only by commits of the ledger. */
export interface RunStore {
  run(id: string): Promise<Run | undefined>
  /** Returns at most `limit` failed items whose next attempt is due by wall time, the earliest first. */
  dueFailures(run: string, wall: Date, limit: number): Promise<RunFailure[]>
  /** Returns the wall time of the next attempt at any failed item. */
  nextTryAt(run: string): Promise<Date | undefined>
  failure(run: string, item: string): Promise<RunFailure | undefined>
  /** Returns at most `limit` items in this state after `after`, in order. */
  failures(run: string, state: RunFailure['state'], limit: number, after?: string): Promise<RunFailure[]>
}

const MAJORITY = { readConcern: { level: 'majority' } } as const

/** Reads runs from the collections `ledger_runs` and `ledger_run_failures` in MongoDB. */
export class MongoRunStore implements RunStore {
  private readonly runs: Collection<Run>
  private readonly items: Collection<RunFailure>

  constructor(private readonly db: Db) {
    this.runs = db.collection(RUNS)
    this.items = db.collection(RUN_FAILURES)
  }

  /** Creates collections and indexes. Idempotent, and safe in several processes at once. */
  async prepare(): Promise<void> {
    await this.db.createCollection(RUNS).catch(ignoreExisting)
    await this.items.createIndexes([
      { key: { run: 1, 'due.nextTryAt': 1 }, partialFilterExpression: { 'due.nextTryAt': { $exists: true } } },
      { key: { state: 1, run: 1, item: 1 } },
    ])
  }

  async run(id: string): Promise<Run | undefined> {
    return (await this.runs.findOne({ _id: id }, MAJORITY)) ?? undefined
  }

  async dueFailures(run: string, wall: Date, limit: number): Promise<RunFailure[]> {
    const filter = { run, 'due.nextTryAt': { $lte: wall } }
    return this.items.find(filter, MAJORITY).sort({ 'due.nextTryAt': 1 }).limit(limit).toArray()
  }

  async nextTryAt(run: string): Promise<Date | undefined> {
    const read = { ...MAJORITY, sort: { 'due.nextTryAt': 1 } } as const
    return (await this.items.findOne({ run, 'due.nextTryAt': { $gt: new Date(-1) } }, read))?.due?.nextTryAt
  }

  async failure(run: string, item: string): Promise<RunFailure | undefined> {
    return (await this.items.findOne({ _id: failureId(run, item) }, MAJORITY)) ?? undefined
  }

  async failures(run: string, state: RunFailure['state'], limit: number, after = ''): Promise<RunFailure[]> {
    return this.items
      .find({ run, state, item: { $gt: after } }, MAJORITY)
      .sort({ item: 1 })
      .limit(limit)
      .toArray()
  }
}

/** Reads runs from an in-memory ledger, for tests and simulations. */
export class MemoryRunStore implements RunStore {
  constructor(private readonly store: MemoryLedgerStore) {}

  async run(id: string): Promise<Run | undefined> {
    return this.store.collection(RUNS).get(id) as unknown as Run | undefined
  }

  async dueFailures(run: string, wall: Date, limit: number): Promise<RunFailure[]> {
    return this.due(run)
      .filter(({ due }) => due!.nextTryAt <= wall)
      .slice(0, limit)
  }

  async nextTryAt(run: string): Promise<Date | undefined> {
    return this.due(run)[0]?.due?.nextTryAt
  }

  async failure(run: string, item: string): Promise<RunFailure | undefined> {
    return this.of(run).find((row) => row.item === item)
  }

  async failures(run: string, state: RunFailure['state'], limit: number, after = ''): Promise<RunFailure[]> {
    const rows = this.of(run).filter((row) => row.state === state && row.item > after)
    return rows.sort((a, b) => (a.item < b.item ? -1 : 1)).slice(0, limit)
  }

  private due(run: string): RunFailure[] {
    const rows = this.of(run).filter((row) => row.due)
    return rows.sort((a, b) => a.due!.nextTryAt.getTime() - b.due!.nextTryAt.getTime())
  }

  private of(run: string): RunFailure[] {
    return ([...this.store.collection(RUN_FAILURES).values()] as unknown as RunFailure[]).filter(
      (row) => row.run === run,
    )
  }
}

function ignoreExisting(error: unknown): void {
  if ((error as { code?: number }).code !== 48) throw error
}
