const DUBAI_OFFSET_MS = 4 * 3_600_000
const DAY_MS = 86_400_000
const CLOSING_HOUR = 18

/** Returns the calendar day in Asia/Dubai (UTC+4, no summer time), ISO. */
export const dubaiDate = (at: Date): string => new Date(at.getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 10)

/** Returns when a case submitted at `at` is due: 18:00 in Dubai on the next business day, Monday to Friday. */
export function decisionDueAt(at: Date): Date {
  let day = new Date(`${dubaiDate(at)}T00:00:00Z`).getTime()
  do day += DAY_MS
  while (isWeekend(day))
  return new Date(day + CLOSING_HOUR * 3_600_000 - DUBAI_OFFSET_MS)
}

const isWeekend = (day: number) => [0, 6].includes(new Date(day).getUTCDay())
