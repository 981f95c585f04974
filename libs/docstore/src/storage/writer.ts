import { Held } from '../errors.js'
import type { Connection } from './connection.js'

/** What a batch must put back when one of its parts fails: state that lives beside the database. */
export interface Rollback {
  mark(): () => void
  /** Called after the batch is on disk. */
  committed(): void
}

interface Job {
  work: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  outcome?: { value: unknown } | { error: unknown }
}

const BATCH_LIMIT = 512

/**
 * The one writer. Everything that arrives while the event loop is busy is written in one SQLite transaction, each part
 * in a savepoint of its own, and is acknowledged only after the commit is on disk (group commit).
 */
export class Writer {
  private queue: Job[] = []
  private scheduled = false
  private stopped = false

  constructor(
    private readonly connection: Connection,
    private readonly state: Rollback,
  ) {}

  /**
   * Runs `work` inside the next batch and resolves after its commit. When it throws, its own effects are undone and the
   * rest of the batch stands. When it throws Held, it is run again once the holder has ended.
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.add({ work, resolve: resolve as (value: unknown) => void, reject })
    })
  }

  /** Writes what is queued and takes no more. */
  stop(): void {
    while (this.queue.length > 0) this.flush()
    this.stopped = true
  }

  private add(job: Job): void {
    if (this.stopped) return job.reject(new Error('the store is closed'))
    this.queue.push(job)
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      if (this.stopped) return
      this.flush()
      if (this.queue.length > 0) this.schedule()
    })
  }

  private flush(): void {
    const batch = this.queue.splice(0, BATCH_LIMIT)
    if (batch.length === 0) return
    const undo = this.state.mark()
    try {
      this.execute('BEGIN IMMEDIATE')
      for (const job of batch) this.part(job)
      this.execute('COMMIT')
    } catch (error) {
      this.abandon()
      undo()
      for (const job of batch) job.reject(error)
      return
    }
    this.state.committed()
    for (const job of batch) this.settle(job)
  }

  private part(job: Job): void {
    const undo = this.state.mark()
    this.execute('SAVEPOINT part')
    try {
      job.outcome = { value: job.work() }
    } catch (error) {
      job.outcome = { error }
      try {
        this.execute('ROLLBACK TO part')
      } catch {
        // On a full disk SQLite rolls the whole batch back by itself, and its first error is the reason.
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
      // A failed COMMIT may have rolled back by itself; anything else is worth knowing.
      if (!/no transaction/i.test((error as Error).message))
        process.stderr.write(`docstore: rollback failed: ${String(error)}\n`)
    }
  }
}
