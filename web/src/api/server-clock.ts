const TIMEOUT_MS = 3_000

/** Server time in ms less `performance.now()`; undefined until a response with a date has arrived. */
let offsetMs: number | undefined

/**
 * Notes the `Date` of a response. A response from a cache is older than now, so an earlier time changes nothing.
 * Ignores a missing or invalid date.
 */
export function noteServerDate(date: string | null): void {
  const atMs = Date.parse(date ?? '') - performance.now()
  if (atMs > (offsetMs ?? -Infinity)) offsetMs = atMs
}

/** Returns the server's time now in ms; undefined until it is known. The user's own clock may be wrong by hours. */
export function serverNowMs(): number | undefined {
  return offsetMs === undefined ? undefined : offsetMs + performance.now()
}

/**
 * Asks for the server's time unless it is known. It stays unknown if the server doesn't respond within
 * three seconds. Never rejects.
 */
export async function knowServerTime(): Promise<void> {
  if (offsetMs !== undefined) return
  const response = await fetch('/config.json', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  noteServerDate(response?.headers.get('date') ?? null)
}

/** Resets the server's time, for tests. */
export function forgetServerDate(): void {
  offsetMs = undefined
}
