import { AsyncLocalStorage } from 'node:async_hooks'

/** Until when the caller of the work in hand waits, in wall time (ms since the epoch), carried across awaits. */
const storage = new AsyncLocalStorage<number>()

/** Runs `work` for a caller who waits until `deadlineMs`; without one, there is no limit. */
export const withCallerDeadline = <T>(deadlineMs: number | undefined, work: () => T): T =>
  deadlineMs === undefined ? work() : storage.run(deadlineMs, work)

/** Returns how many ms the caller still waits, negative when it no longer does, or undefined when it set no limit. */
export function remainingMs(): number | undefined {
  const deadlineMs = storage.getStore()
  return deadlineMs === undefined ? undefined : deadlineMs - Date.now()
}
