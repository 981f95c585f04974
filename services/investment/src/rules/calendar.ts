/** Asia/Dubai is four hours ahead of UTC all year. */
const DUBAI_OFFSET_MS = 4 * 3_600_000
const DAY_MS = 86_400_000

/** Returns the calendar day in Dubai at `at`, such as `2026-11-22`. */
export const dubaiDay = (at: Date): string => new Date(at.getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 10)

/** Returns the minute in Dubai at `at`, such as `2026-11-22 12:00`. */
export const dubaiMinute = (at: Date): string =>
  new Date(at.getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')

/** Returns the instant at which a day `YYYY-MM-DD` ends in Dubai. */
export const endOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS - DUBAI_OFFSET_MS)

/** Returns the calendar year in Dubai at `at`. */
export const dubaiYear = (at: Date): number => new Date(at.getTime() + DUBAI_OFFSET_MS).getUTCFullYear()

/** Returns midnight in Dubai on 1 January of `year`. */
export const startOfYear = (year: number): Date => new Date(Date.UTC(year, 0, 1) - DUBAI_OFFSET_MS)

/** Returns the number of days from one calendar day to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS

/** Returns the instant 12 calendar months before `at`. */
export function yearBefore(at: Date): Date {
  const before = new Date(at)
  before.setUTCFullYear(at.getUTCFullYear() - 1)
  return before
}
