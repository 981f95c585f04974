/** Maximum number of documents, statements or list items processed without a pause. */
export const STEP_ITEMS = 128
/** Maximum bytes read or written without a pause, unless a single document is larger. */
export const STEP_BYTES = 512 * 1024

/** Work in small steps: it may be paused at each `yield` and returns its result at the end. */
export type Steps<T> = Generator<undefined, T>

/** Runs work to completion without a pause. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Returns whether a result is work that still has to run. */
export const isSteps = <T>(result: T | Steps<T>): result is Steps<T> =>
  typeof (result as Partial<Steps<T>> | undefined)?.next === 'function'

/** Calls a function, runs the steps that it returns, and returns their result; or the plain result of the function. */
export function* asSteps<T>(work: () => T | Steps<T>): Steps<T> {
  const result = work()
  return isSteps(result) ? yield* result : result
}

/** Maps a list, in steps. */
export function* mapSteps<A, B>(items: readonly A[], map: (item: A, index: number) => B): Steps<B[]> {
  const out: B[] = []
  for (const [index, item] of items.entries()) {
    out.push(map(item, index))
    if (out.length % STEP_ITEMS === 0) yield
  }
  return out
}

/** Returns a sorted copy of a list, in steps; stable. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += STEP_ITEMS) {
    runs.push(items.slice(at, at + STEP_ITEMS).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let i = 0; i < runs.length; i += 2) {
      const [left, right] = [runs[i] as T[], runs[i + 1]]
      merged.push(right ? yield* merge(left, right, compare) : left)
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const out: T[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    out.push(compare(right[j] as T, left[i] as T) < 0 ? (right[j++] as T) : (left[i++] as T))
    if (out.length % STEP_ITEMS === 0) yield
  }
  return out.concat(left.slice(i), right.slice(j))
}

interface QueuedTask {
  steps: Steps<unknown>
  check: (() => void) | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** How long one task runs in a turn of the event loop before it yields at its next step. */
const SLICE_MS = 1

/**
 * Schedules long tasks round-robin. The first slice of a task runs immediately; after that, one queued task gets one slice in
 * each turn of the event loop. Between turns the loop reads its sockets, so a short command waits for at most one slice and
 * the step in progress, however many long tasks are queued.
 */
export class TaskScheduler {
  private readonly waiting: QueuedTask[] = []
  private scheduled = false

  constructor(private readonly sliceMs = SLICE_MS) {}

  /**
   * Runs a task.
   * @param check called before every later slice; if it throws, the task ends with that error.
   */
  run<T>(steps: Steps<T>, check?: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      this.slice({ steps, check, resolve: resolve as (value: unknown) => void, reject })
    })
  }

  private slice(task: QueuedTask): void {
    const began = performance.now()
    try {
      do {
        const step = task.steps.next()
        if (step.done) return task.resolve(step.value)
      } while (performance.now() - began < this.sliceMs)
    } catch (error) {
      return task.reject(error)
    }
    this.waiting.push(task)
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      const task = this.waiting.shift()
      if (!task) return
      if (this.waiting.length > 0) this.schedule()
      try {
        task.check?.()
      } catch (error) {
        return this.abort(task, error)
      }
      this.slice(task)
    })
  }

  /** Lets the task clean up before its caller receives the error. */
  private abort(task: QueuedTask, error: unknown): void {
    task.steps.return(undefined)
    task.reject(error)
  }
}
