/**
 * Machine time: timeouts, pauses, backoff, leases, and times that other systems compare. Unlike business time (`Clock`),
 * local mode never moves it. Lint forbids to read the time of the system elsewhere, except in the ledger's own port.
 */
export interface Timing {
  /** Returns the wall time in ms since the epoch. It may be set back. */
  wallMs: () => number
  /** Returns ms on a monotonic clock, which is compared only with itself. */
  elapsedMs: () => number
  /** Resolves after `ms`, or as soon as `signal` is aborted; never rejects. Keeps the process alive. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Calls `run` once after `ms`. Returns a function that cancels it. Does not keep the process alive. */
  after: (ms: number, run: () => void) => () => void
  /** Calls `run` every `ms`. Returns a function that cancels it. Does not keep the process alive. */
  every: (ms: number, run: () => void) => () => void
}

export const TIMING = Symbol('TIMING')

/** The time of this machine. */
export const systemTiming: Timing = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  sleep: (ms, signal) => sleepOn((run) => cancelled(setTimeout(run, ms)), signal),
  after: (ms, run) => cancelled(setTimeout(run, ms).unref()),
  every: (ms, run) => cancelled(setInterval(run, ms).unref()),
}

const cancelled = (timer: NodeJS.Timeout) => () => clearTimeout(timer)

function sleepOn(start: (run: () => void) => () => void, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const wake = () => {
      cancel()
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = start(wake)
    signal?.addEventListener('abort', wake)
  })
}

/** Returns the wall time as a date. */
export const wallNow = (timing: Timing): Date => new Date(timing.wallMs())

interface Planned {
  atMs: number
  run: () => void
}

/** Machine time for tests: it stands still until `pass` moves it. */
export class ManualTiming implements Timing {
  private passedMs = 0
  private readonly planned = new Set<Planned>()

  /** @param startMs the wall time at which it begins, in ms since the epoch */
  constructor(private readonly startMs = Date.UTC(2026, 0, 1)) {}

  /** Number of sleeps, timeouts and intervals that have not ended. */
  get waiting(): number {
    return this.planned.size
  }

  wallMs = (): number => this.startMs + this.passedMs

  elapsedMs = (): number => this.passedMs

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => sleepOn((run) => this.after(ms, run), signal)

  after = (ms: number, run: () => void): (() => void) => {
    const one: Planned = { atMs: this.passedMs + Math.max(0, ms), run }
    one.run = () => {
      this.planned.delete(one)
      run()
    }
    this.planned.add(one)
    return () => void this.planned.delete(one)
  }

  every = (ms: number, run: () => void): (() => void) => {
    const one: Planned = { atMs: this.passedMs + ms, run }
    one.run = () => {
      one.atMs += ms
      run()
    }
    this.planned.add(one)
    return () => void this.planned.delete(one)
  }

  /** Moves the time by `ms` and runs what becomes due, in order of time. Before and after each, pending promises settle. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.passedMs + ms
    await settled()
    for (let next = this.nextUntil(untilMs); next; next = this.nextUntil(untilMs)) {
      this.passedMs = next.atMs
      next.run()
      await settled()
    }
    this.passedMs = untilMs
  }

  private nextUntil(untilMs: number): Planned | undefined {
    let next: Planned | undefined
    for (const one of this.planned) if (one.atMs <= untilMs && (!next || one.atMs < next.atMs)) next = one
    return next
  }
}

/** Resolves once every promise that needs no further event has settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
