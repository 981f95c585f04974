/** Asia/Dubai is four hours ahead of UTC all year. */
const DUBAI_OFFSET_MS = 4 * 3_600_000

/** Returns the calendar day in Dubai at `at`, such as `2026-11-22`. */
export const dubaiDay = (at: Date): string => new Date(at.getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 10)

/** Returns the minute in Dubai at `at`, such as `2026-11-22 12:00`. */
export const dubaiMinute = (at: Date): string =>
  new Date(at.getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
