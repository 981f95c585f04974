import { Piscina } from 'piscina'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { systemTiming, type Timing } from '../timing.js'
import { FairQueue, type FairQueueLimits } from './fair-queue.js'

export interface WorkerPoolOptions<Task = unknown> extends FairQueueLimits {
  /** The worker's module (see `workerFile`); its default export takes a task and returns its result. */
  file: URL
  /** Maximum number of threads: at most cores - 1, which is the default. Lower it for tasks that need much memory. */
  maxThreads?: number
  /** Number of idle threads to keep. Default: none. */
  minThreads?: number
  /** Number of tasks a thread runs concurrently; more than one suits tasks that wait, for example for I/O. Default: one. */
  tasksPerThread?: number
  /** Returns the parts of a task that are transferred to the thread instead of copied. */
  transferOf?: (task: Task) => readonly Transferable[]
  /** Maximum time in the queue. */
  queueTimeoutMs: number
  /** Maximum run time of a task; after it, the task's thread is terminated, or all threads if they are shared. */
  taskTimeoutMs: number
  /** Limit of the old generation of each thread’s JavaScript heap. Native memory is not limited. */
  heapLimitMb: number
  /** Time of the queue and of the tasks; by default the system’s. */
  timing?: Timing
}

/**
 * Thrown when a task is not started, because the queue or the user's share of it is full, its queue timeout has expired,
 * or the pool is closed.
 */
export class TaskRejectedError extends Error {
  override readonly name = 'TaskRejectedError'
}

/** Thrown when a task exceeds `taskTimeoutMs`. */
export class TaskTimeoutError extends Error {
  override readonly name = 'TaskTimeoutError'
}

interface Entry<Task, Result> {
  user: string
  load: () => Promise<Task>
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  cancelTimeout: () => void
}

const IDLE_THREAD_MS = 60_000

/** Runs CPU-heavy tasks on worker threads, from a bounded queue that is fair between users. */
export class WorkerPool<Task, Result> {
  private readonly queue: FairQueue<Entry<Task, Result>>
  private threads: Piscina<Task, Result>
  private readonly maxThreads: number
  private readonly timing: Timing
  private running = 0
  private closed = false

  constructor(private readonly options: WorkerPoolOptions<Task>) {
    this.timing = options.timing ?? systemTiming
    const limit = Math.max(1, availableParallelism() - 1)
    this.maxThreads = Math.min(limit, options.maxThreads ?? limit)
    this.queue = new FairQueue(options)
    this.threads = this.openThreads()
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.queue.waiting
  }

  /**
   * Runs one task for a user. `load` is called when the task starts, so that a waiting task doesn't hold its input in
   * memory. Throws TaskRejectedError, TaskTimeoutError, any error of `load` or the task, and Piscina's error if the thread is
   * terminated for another task's timeout or by `close`.
   */
  run(user: string, load: () => Promise<Task>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const cancelTimeout = this.timing.after(this.options.queueTimeoutMs, () => this.rejectWaiting(entry))
      const entry: Entry<Task, Result> = { user, load, resolve, reject, cancelTimeout }
      if (this.closed || !this.queue.push(user, entry)) {
        cancelTimeout()
        return reject(new TaskRejectedError())
      }
      this.startNext()
    })
  }

  /** Terminates the threads; rejects waiting and running tasks. */
  async close(): Promise<void> {
    this.closed = true
    for (let next = this.queue.take(); next; next = this.queue.take()) {
      next.item.cancelTimeout()
      next.item.reject(new TaskRejectedError())
    }
    await this.threads.destroy()
  }

  private startNext(): void {
    while (this.running < this.maxThreads * (this.options.tasksPerThread ?? 1)) {
      const next = this.queue.take()
      if (!next) return
      void this.execute(next.item)
    }
  }

  private async execute({ user, load, resolve, reject, cancelTimeout }: Entry<Task, Result>): Promise<void> {
    cancelTimeout()
    this.running += 1
    try {
      resolve(await this.runOnThread(await load()))
    } catch (error) {
      reject(error)
    } finally {
      this.running -= 1
      this.queue.finish(user)
      if (!this.closed) this.startNext()
    }
  }

  private runOnThread(task: Task): Promise<Result> {
    const transferList = [...(this.options.transferOf?.(task) ?? [])]
    const isShared = (this.options.tasksPerThread ?? 1) > 1
    return isShared ? this.runShared(task, transferList) : this.runAlone(task, transferList)
  }

  private async runAlone(task: Task, transferList: Transferable[]): Promise<Result> {
    const limit = new AbortController()
    const cancel = this.timing.after(this.options.taskTimeoutMs, () => limit.abort())
    try {
      return await this.threads.run(task, { signal: limit.signal, transferList })
    } catch (error) {
      throw limit.signal.aborted ? new TaskTimeoutError() : error
    } finally {
      cancel()
    }
  }

  /**
   * Runs a task on a shared thread, without an abort signal, because an abort signal reserves the thread for one
   * task. A timeout replaces all threads.
   */
  private async runShared(task: Task, transferList: Transferable[]): Promise<Result> {
    const { threads } = this
    let cancel = () => {}
    const limit = new Promise<never>((_, reject) => {
      cancel = this.timing.after(this.options.taskTimeoutMs, () => {
        reject(new TaskTimeoutError())
        this.replace(threads)
      })
    })
    try {
      return await Promise.race([threads.run(task, { transferList }), limit])
    } finally {
      cancel()
    }
  }

  private replace(threads: Piscina<Task, Result>): void {
    if (this.closed || this.threads !== threads) return
    this.threads = this.openThreads()
    void threads.destroy().catch(() => undefined)
  }

  private openThreads(): Piscina<Task, Result> {
    const { file, minThreads = 0, tasksPerThread = 1, heapLimitMb } = this.options
    return new Piscina<Task, Result>({
      filename: fileURLToPath(file),
      minThreads,
      maxThreads: this.maxThreads,
      concurrentTasksPerWorker: tasksPerThread,
      idleTimeout: IDLE_THREAD_MS,
      // The thread's event loop must run between tasks, so that native work can deliver its results.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
      execArgv: execArgvOf(file),
    })
  }

  private rejectWaiting(entry: Entry<Task, Result>): void {
    if (this.queue.remove(entry.user, entry)) entry.reject(new TaskRejectedError())
  }
}

/**
 * Returns the URL of the worker module `name` beside the module at `from` (its `import.meta.url`), in source and in the
 * build.
 */
export function workerFile(from: string, name: string): URL {
  return new URL(`./${name}${extname(new URL(from).pathname)}`, from)
}

/** Returns Node's options for a worker thread. A thread started from source, as in tests, needs the TypeScript loader. */
const execArgvOf = (file: URL) =>
  file.pathname.endsWith('.ts')
    ? ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
    : []
