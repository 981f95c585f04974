const firstDelayMs = 500
const longestDelayMs = 15_000
const calmMs = 60_000

/**
 * Returns how long to wait before a process that exited is restarted.
 * @param failures consecutive exits before this one
 * @param livedMs how long it ran; after one minute the count starts from zero
 */
export function backOffMs(failures: number, livedMs: number): { failures: number; delayMs: number } {
  const before = livedMs >= calmMs ? 0 : failures
  return { failures: before + 1, delayMs: Math.min(longestDelayMs, firstDelayMs * 2 ** before) }
}
