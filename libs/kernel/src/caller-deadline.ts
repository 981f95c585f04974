import { AsyncLocalStorage } from 'node:async_hooks'
import { systemTiming, type Timing } from './timing.js'

/** Deadline of the current caller in wall time (ms since the epoch), carried across awaits. */
const storage = new AsyncLocalStorage<number>()

/** Runs `work` with the caller's deadline; without one, there is no limit. */
export const withCallerDeadline = <T>(deadlineMs: number | undefined, work: () => T): T =>
  deadlineMs === undefined ? work() : storage.run(deadlineMs, work)

/** Returns the caller's remaining time in ms, negative once it has passed, or undefined without a deadline. */
export function remainingMs(timing: Timing = systemTiming): number | undefined {
  const deadlineMs = storage.getStore()
  return deadlineMs === undefined ? undefined : deadlineMs - timing.wallMs()
}
