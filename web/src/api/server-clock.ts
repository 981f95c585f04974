const TIMEOUT_MS = 3_000

/** Server time in ms less `performance.now()`; undefined until a response with a date has arrived. */
let offsetMs: number | undefined
/** Server's wall time in ms less that of this machine, as of the last time it was asked for. */
let wallOffsetMs = 0

/**
 * Notes the `Date` of a response. A response from a cache is older than now, so an earlier time changes nothing.
 * Ignores a missing or invalid date.
 */
export function noteServerDate(date: string | null): void {
  const atMs = Date.parse(date ?? '') - performance.now()
  if (atMs > (offsetMs ?? -Infinity)) offsetMs = atMs
}

/**
 * Returns the server's time now in ms; undefined until it is known. The user's own clock may be wrong by hours. In local
 * mode it is the business time, which can be moved.
 */
export function serverNowMs(): number | undefined {
  return offsetMs === undefined ? undefined : offsetMs + performance.now()
}

/**
 * Asks for the server's wall time. If the server doesn't respond within three seconds, what was known before stays.
 * Never rejects.
 */
export async function askWallTime(): Promise<void> {
  const response = await fetch('/config.json', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  // Sent in local mode, where `date` is the business time.
  const date = response?.headers.get('x-wall-date') ?? response?.headers.get('date')
  const atMs = Date.parse(date ?? '')
  if (!Number.isNaN(atMs)) wallOffsetMs = atMs - Date.now()
}

/** Returns the server's wall time now in ms; that of this machine before it was asked for. */
export const wallNowMs = (): number => Date.now() + wallOffsetMs

/** Resets the server's time, for tests. */
export function forgetServerDate(): void {
  offsetMs = undefined
  wallOffsetMs = 0
}
