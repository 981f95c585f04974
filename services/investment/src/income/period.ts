import { endOfDay } from '../rules/rules.api.js'

const DAY_MS = 86_400_000
const MONTHS = 3

/** Returns the calendar quarter of a day `YYYY-MM-DD`, such as `2026-Q3`. */
export const periodOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / MONTHS)}`

/** Returns the quarter after another one. */
export const nextPeriod = (period: string): string => periodOf(dayAfter(lastDayOf(period)))

/** Returns the first day of a quarter. */
export const firstDayOf = (period: string): string => dayOf(startMsOf(period))

/** Returns the last day of a quarter. */
export const lastDayOf = (period: string): string => {
  const [year, quarter] = partsOf(period)
  return dayOf(Date.UTC(year, quarter * MONTHS, 1) - DAY_MS)
}

/** Returns the day after another one. */
export const dayAfter = (day: string): string => dayOf(Date.parse(`${day}T00:00:00Z`) + DAY_MS)

/** Returns the instant at which a quarter ends in Dubai. */
export const endOf = (period: string): Date => endOfDay(lastDayOf(period))

/** Returns the quarters from one to another, newest first, at most `limit`; empty if `to` is earlier. */
export function periodsBetween(from: string, to: string, limit: number): string[] {
  const [firstYear, firstQuarter] = partsOf(from)
  const [lastYear, lastQuarter] = partsOf(to)
  const first = firstYear * 4 + firstQuarter - 1
  const last = lastYear * 4 + lastQuarter - 1
  const length = Math.max(0, Math.min(limit, last - first + 1))
  return Array.from({ length }, (_, index) => {
    const at = last - index
    return `${Math.floor(at / 4)}-Q${(at % 4) + 1}`
  })
}

const partsOf = (period: string) => [Number(period.slice(0, 4)), Number(period.slice(6))] as const

function startMsOf(period: string): number {
  const [year, quarter] = partsOf(period)
  return Date.UTC(year, (quarter - 1) * MONTHS, 1)
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
