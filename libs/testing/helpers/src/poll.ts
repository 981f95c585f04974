const TIMEOUT_MS = 90_000
const UNTIL_INTERVAL_MS = 10

export interface PollOptions {
  timeoutMs?: number
  intervalMs?: number
  /** Effect of an error of an attempt: `retry` (the default) tries again, `throw` ends the wait. */
  onError?: 'retry' | 'throw'
}

/** Returned by an attempt that has no value yet. */
type NotYet = undefined | null | false

/**
 * Repeats `attempt` until it returns something other than undefined, null or false, and returns that. Throws after
 * `timeoutMs` (90 s); the message names `what`, and the cause is the last error.
 */
export async function poll<T>(
  what: string,
  attempt: () => Promise<T | NotYet> | T | NotYet,
  options: PollOptions = {},
): Promise<T> {
  const { timeoutMs = TIMEOUT_MS, intervalMs = 50, onError = 'retry' } = options
  const deadlineMs = performance.now() + timeoutMs
  let last: unknown
  for (;;) {
    try {
      const found = await attempt()
      if (found !== undefined && found !== null && found !== false) return found
    } catch (error) {
      if (onError === 'throw') throw error
      last = error
    }
    if (performance.now() >= deadlineMs) {
      const message = `timed out after ${timeoutMs} ms waiting for ${what}`
      throw new Error(message, last === undefined ? {} : { cause: last })
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
}

/** Waits until `holds` returns true. Throws what `holds` throws, and after `timeoutMs` of wall time. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  timeoutMs = TIMEOUT_MS,
  what = 'a condition',
): Promise<void> {
  await poll(what, holds, { timeoutMs, intervalMs: UNTIL_INTERVAL_MS, onError: 'throw' })
}
