import { setTimeout as sleep } from 'node:timers/promises'

/** A monotonic clock, and a timer on it. The ledger has a separate port, because it imports nothing of the services. */
export interface Timers {
  /** Returns ms that are compared only with each other. */
  elapsedMs(): number
  sleep(ms: number): Promise<void>
}

/** The time of this machine. A pending sleep does not keep the process alive. */
export const systemTimers: Timers = {
  elapsedMs: () => performance.now(),
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
}

/** Waits as `systemTimers.sleep` does, and keeps the process alive. */
export const systemPause = (ms: number): Promise<void> => sleep(ms)
