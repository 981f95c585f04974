import type { Clock } from './clock.js'
import type { Logger } from './logger.js'
import { systemTiming, type Timing } from './timing.js'
import { inQuietSpan, silentTracer, type Tracer } from './trace.js'

/** A business deadline: an indexed `dueAt` and the work to do once the clock has passed it. */
export interface Sweep {
  name: string
  /** Returns the earliest time at which something is due, or null. */
  nextDueAt(): Promise<Date | null>
  /**
   * Does what is due at `now`; idempotent, and safe in several replicas. Returns true if it left work that is due now,
   * so that the other sweeps get their turn.
   */
  sweep(now: Date): Promise<boolean | void>
}

const EVERY_MS = 1_000

/**
 * Runs the registered sweeps every second, and immediately when the clock is moved or one of them has left work. A
 * failing sweep is logged and retried.
 */
export class Deadlines {
  private readonly sweeps: Sweep[] = []
  private readonly gauges = new Map<string, () => Promise<number>>()
  private endTimer: (() => void) | undefined
  private running: Promise<void> = Promise.resolve()
  private runs = 0
  private stopped = false

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly tracer: Tracer = silentTracer,
    private readonly timing: Timing = systemTiming,
  ) {}

  register(sweep: Sweep): void {
    this.sweeps.push(sweep)
  }

  /** Registers work in progress that must end after the clock is moved (unsent events, queued jobs). */
  registerPending(name: string, count: () => Promise<number>): void {
    this.gauges.set(name, count)
  }

  start(): void {
    this.endTimer ??= this.timing.every(EVERY_MS, () => {
      // Runs take long while the store is down; queued ones would only delay the shutdown.
      if (this.runs === 0) void this.runNow()
    })
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.endTimer?.()
    await this.running
  }

  /** Runs every sweep once, after any run in progress. */
  runNow(): Promise<void> {
    this.runs += 1
    this.running = this.running
      .then(() => this.runAll())
      .finally(() => {
        this.runs -= 1
      })
    return this.running
  }

  async nextDueAt(): Promise<Date | null> {
    const times = await Promise.all(this.sweeps.map((sweep) => sweep.nextDueAt()))
    return times.reduce((earliest, at) => (at && (!earliest || at < earliest) ? at : earliest), null)
  }

  async pending(): Promise<number> {
    const counts = await Promise.all([...this.gauges.values()].map((count) => count()))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  private async runAll(): Promise<void> {
    let isWorkLeft = false
    for (const sweep of this.sweeps) {
      try {
        const left = await inQuietSpan(this.tracer, `sweep ${sweep.name}`, () => sweep.sweep(this.clock.now()))
        isWorkLeft ||= left === true
      } catch (error) {
        this.logger.error({ err: error, sweep: sweep.name }, 'a sweep failed and will be retried')
      }
    }
    // If another run has been requested, that one continues.
    if (isWorkLeft && this.runs === 1 && !this.stopped) void this.runNow()
  }
}
