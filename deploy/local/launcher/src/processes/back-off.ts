const firstDelayMs = 500
const longestDelayMs = 15_000
const calmMs = 60_000

/**
 * How long to wait before a process that ended is started again.
 * @param failures ends in a row before this one
 * @param livedMs how long it lived; after a calm minute the count begins anew
 */
export function backOffMs(failures: number, livedMs: number): { failures: number; delayMs: number } {
  const before = livedMs >= calmMs ? 0 : failures
  return { failures: before + 1, delayMs: Math.min(longestDelayMs, firstDelayMs * 2 ** before) }
}
