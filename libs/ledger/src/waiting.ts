import type { Timers } from './timers.js'
import { type Change, LedgerUnavailable, type Outcome } from './types.js'

/** A change in the queue or in the current batch, with the caller that awaits its outcome. */
export interface Waiting {
  readonly change: Change
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
  /** Returns whether the caller has its outcome or has timed out. */
  isSettled(): boolean
}

interface Caller {
  readonly untilMs: number
  readonly reject: (error: unknown) => void
}

/**
 * Tracks the callers of a committer. Each has its own deadline, and the number of queued changes is limited. One timer
 * serves all callers; it is set to the earliest deadline.
 */
export class WaitingCallers {
  private queue: Waiting[] = []
  private readonly callers = new Set<Caller>()
  private readonly onceSettled: Array<() => void> = []
  private wakeAtMs = Infinity

  constructor(
    private readonly timers: Timers,
    private readonly maxQueued: number,
    /** Returns why the store has not responded, if known. */
    private readonly lastError: () => unknown,
  ) {}

  /** Queues a change. Rejects with LedgerUnavailable when the queue is full, or at `untilMs`. */
  add(change: Change, untilMs: number): Promise<Outcome> {
    if (this.queue.length >= this.maxQueued) {
      const message = `${this.queue.length} changes are waiting for the ledger already`
      return Promise.reject(new LedgerUnavailable(message, 'OVERLOADED'))
    }
    return this.track(untilMs, (waiter) => this.queue.push({ change, ...waiter }))
  }

  /** Settles as `work` does, or rejects with LedgerUnavailable at `untilMs`. */
  within<T>(untilMs: number, work: () => Promise<T>): Promise<T> {
    return this.track<T>(untilMs, ({ resolve, reject }) => void work().then(resolve, reject))
  }

  /** Removes the oldest `limit` changes from the queue. */
  take(limit: number): Waiting[] {
    return this.queue.splice(0, limit)
  }

  /** Resolves once every caller has its outcome, which is no later than the last deadline. */
  async settled(): Promise<void> {
    if (this.callers.size > 0) await new Promise<void>((resolve) => this.onceSettled.push(resolve))
  }

  private track<T>(
    untilMs: number,
    begin: (waiter: Omit<Waiting, 'change' | 'resolve'> & { resolve: (value: T) => void }) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const caller: Caller = { untilMs, reject }
      this.callers.add(caller)
      const once =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          if (this.remove(caller)) settle(value)
        }
      begin({ resolve: once(resolve), reject: once(reject), isSettled: () => !this.callers.has(caller) })
      this.wakeAt(untilMs)
    })
  }

  private remove(caller: Caller): boolean {
    if (!this.callers.delete(caller)) return false
    if (this.callers.size === 0) for (const resolve of this.onceSettled.splice(0)) resolve()
    return true
  }

  private wakeAt(atMs: number): void {
    if (atMs >= this.wakeAtMs) return
    this.wakeAtMs = atMs
    void this.timers.sleep(Math.max(0, atMs - this.timers.elapsedMs())).then(() => {
      // A timer with an earlier deadline was set since; it handles this one too.
      if (atMs !== this.wakeAtMs) return
      this.wakeAtMs = Infinity
      this.expire()
    })
  }

  private expire(): void {
    const nowMs = this.timers.elapsedMs()
    let nextMs = Infinity
    for (const caller of this.callers) {
      if (caller.untilMs > nowMs) nextMs = Math.min(nextMs, caller.untilMs)
      else if (this.remove(caller)) caller.reject(this.timedOut())
    }
    // Removes timed-out changes from the queue, so that they are never begun.
    this.queue = this.queue.filter((waiting) => !waiting.isSettled())
    if (nextMs < Infinity) this.wakeAt(nextMs)
  }

  private timedOut(): LedgerUnavailable {
    const cause = this.lastError() ?? new Error('the store has not responded')
    return new LedgerUnavailable('The ledger did not respond in time', 'STORE', { cause })
  }
}
