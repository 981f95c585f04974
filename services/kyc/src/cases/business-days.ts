const DUBAI_OFFSET_MS = 4 * 3_600_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const OPENING_HOUR = 9
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

/** Returns the business time between two instants, in milliseconds; negative if `to` is before `from`. */
export function businessMsBetween(from: Date, to: Date): number {
  if (to < from) return -businessMsBetween(to, from)
  let total = 0
  for (let day = startOfDay(from); day <= to.getTime(); day += DAY_MS) {
    const { opensAt, closesAt } = hoursOf(day)
    total += Math.max(0, Math.min(closesAt, to.getTime()) - Math.max(opensAt, from.getTime()))
  }
  return total
}

/** Returns the instant that is `ms` of business time after `from`. */
export function addBusinessMs(from: Date, ms: number): Date {
  let leftMs = ms
  for (let day = startOfDay(from); ; day += DAY_MS) {
    const { opensAt, closesAt } = hoursOf(day)
    const begin = Math.max(opensAt, from.getTime())
    const openMs = Math.max(0, closesAt - begin)
    if (openMs > 0 && leftMs <= openMs) return new Date(begin + leftMs)
    leftMs -= openMs
  }
}

/** The start of a day in Dubai, as an instant in milliseconds. */
const startOfDay = (at: Date): number => Date.parse(`${dubaiDate(at)}T00:00:00Z`) - DUBAI_OFFSET_MS

/** Business hours of a day: none at the weekend. */
function hoursOf(day: number): { opensAt: number; closesAt: number } {
  const opensAt = day + OPENING_HOUR * HOUR_MS
  return { opensAt, closesAt: isWeekend(day + DUBAI_OFFSET_MS) ? opensAt : day + CLOSING_HOUR * HOUR_MS }
}

const isWeekend = (day: number) => [0, 6].includes(new Date(day).getUTCDay())
