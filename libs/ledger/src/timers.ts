import { setTimeout as sleep } from 'node:timers/promises'

/** A monotonic clock, and a timer on it. The ledger imports nothing of the services, so it has a port of its own. */
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
