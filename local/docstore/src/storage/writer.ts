import { Held } from '../errors.js'
import { finish, STEP_ITEMS, type TaskScheduler, type Steps } from '../steps.js'
import type { Connection } from './connection.js'

/** In-memory state that must be restored when part of a batch fails. */
export interface Rollback {
  mark(): () => void
  /** Called after the batch is on disk. */
  committed(): void
}

interface Job {
  work: () => Steps<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  outcome?: { value: unknown } | { error: unknown }
}

const BATCH_LIMIT = 512
/** Most parts write a few documents each. */
const STEP_JOBS = STEP_ITEMS / 4

/**
 * The single writer. Everything that arrives while the event loop is busy is written in one SQLite transaction, with a
 * savepoint for each part, and is acknowledged only after the commit is durable (group commit). A long batch pauses
 * between steps, so its connection may show uncommitted rows: reads use separate snapshots.
 */
export class Writer {
  private queue: Job[] = []
  private scheduled = false
  private stopped = false
  private current: Steps<void> | undefined
  private writing = false

  constructor(
    private readonly connection: Connection,
    private readonly state: Rollback,
    private readonly tasks: TaskScheduler,
  ) {}

  /**
   * Runs `work` inside the next batch and resolves after its commit. If it throws, only its effects are rolled back. If
   * it throws Held, it is retried once the holder has ended.
   */
  run<T>(work: () => Steps<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.add({ work, resolve: resolve as (value: unknown) => void, reject })
    })
  }

  /** Writes what is queued and accepts no more. */
  stop(): void {
    if (this.current) finish(this.current)
    while (this.queue.length > 0) finish(this.batch(this.queue.splice(0, BATCH_LIMIT)))
    this.stopped = true
  }

  /** True while a batch is being written; false as soon as it is committed. */
  get busy(): boolean {
    return this.writing
  }

  private add(job: Job): void {
    if (this.stopped) return job.reject(new Error('the store is closed'))
    this.queue.push(job)
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled || this.current) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      if (this.stopped || this.queue.length === 0) return
      this.current = this.batch(this.queue.splice(0, BATCH_LIMIT))
      void this.tasks.run(this.current).finally(() => {
        this.current = undefined
        if (this.queue.length > 0) this.schedule()
      })
    })
  }

  /** Writes a batch. Never throws: the callers whose work failed receive the errors. */
  private *batch(batch: readonly Job[]): Steps<void> {
    const undo = this.state.mark()
    try {
      this.execute('BEGIN IMMEDIATE')
      this.writing = true
      for (const [index, job] of batch.entries()) {
        if (index % STEP_JOBS === STEP_JOBS - 1) yield
        yield* this.part(job)
      }
      this.execute('COMMIT')
      this.writing = false
    } catch (error) {
      this.writing = false
      this.abandon()
      undo()
      for (const job of batch) job.reject(error)
      return
    }
    this.state.committed()
    for (const job of batch) this.settle(job)
  }

  private *part(job: Job): Steps<void> {
    const undo = this.state.mark()
    this.execute('SAVEPOINT part')
    try {
      job.outcome = { value: yield* job.work() }
    } catch (error) {
      job.outcome = { error }
      try {
        this.execute('ROLLBACK TO part')
      } catch {
        // On a full disk SQLite rolls the whole batch back automatically, and its first error is the reason.
        throw error
      }
      undo()
    }
    this.execute('RELEASE part')
  }

  private execute(sql: string): void {
    this.connection.statement(sql).run()
  }

  private settle(job: Job): void {
    const { outcome } = job
    if (!outcome) return
    if ('value' in outcome) return job.resolve(outcome.value)
    if (!(outcome.error instanceof Held)) return job.reject(outcome.error)
    void outcome.error.released.then(() => this.add(job))
  }

  private abandon(): void {
    try {
      this.connection.exec('ROLLBACK')
    } catch (error) {
      // A failed COMMIT may already have rolled back; any other error is reported.
      if (!/no transaction/i.test((error as Error).message))
        process.stderr.write(`docstore: rollback failed: ${String(error)}\n`)
    }
  }
}
