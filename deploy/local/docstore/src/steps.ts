/** Documents, statements or list items that are worked on without a pause. */
export const STEP_ITEMS = 128
/** Bytes that are read or written without a pause, unless a single document has more. */
export const STEP_BYTES = 512 * 1024

/** Work in small steps: it may be interrupted at each `yield`, and gives its result at the end. */
export type Steps<T> = Generator<undefined, T>

/** Runs work to its end without a pause. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Whether a result is work still to be done. */
export const isSteps = <T>(result: T | Steps<T>): result is Steps<T> =>
  typeof (result as Partial<Steps<T>> | undefined)?.next === 'function'

/** Work whose result may be there already. */
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

/** Sorts a list into a new one, in steps; equal items keep their order. */
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

interface Lane {
  steps: Steps<unknown>
  check: (() => void) | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** How long one piece of work runs in a turn before it yields at its next step. */
const SLICE_MS = 1

/**
 * Runs work that takes long beside everything else: steps of one piece of work in each turn of the event loop, the
 * pieces taking turns. Between two turns the loop reads sockets, so a short command waits for one slice and a step at
 * most, however many long ones there are.
 */
export class Lanes {
  private readonly waiting: Lane[] = []
  private scheduled = false

  constructor(private readonly sliceMs = SLICE_MS) {}

  /**
   * Runs work; its first slice at once, so that short work has no delay.
   * @param check called before every later slice; when it throws, the work ends with that error.
   */
  run<T>(steps: Steps<T>, check?: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      this.slice({ steps, check, resolve: resolve as (value: unknown) => void, reject })
    })
  }

  private slice(lane: Lane): void {
    const began = performance.now()
    try {
      do {
        const step = lane.steps.next()
        if (step.done) return lane.resolve(step.value)
      } while (performance.now() - began < this.sliceMs)
    } catch (error) {
      return lane.reject(error)
    }
    this.waiting.push(lane)
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      const lane = this.waiting.shift()
      if (!lane) return
      if (this.waiting.length > 0) this.schedule()
      try {
        lane.check?.()
      } catch (error) {
        return this.end(lane, error)
      }
      this.slice(lane)
    })
  }

  /** Lets the work clean up before its caller gets the error. */
  private end(lane: Lane, error: unknown): void {
    lane.steps.return(undefined)
    lane.reject(error)
  }
}
