import type { MessageId } from '../i18n/ids.js'

/** A calendar quarter in Dubai, such as `2026-Q3`. */
type Quarter = string

const partsOf = (period: Quarter) => ({ year: Number(period.slice(0, 4)), quarter: Number(period.slice(6)) })
const periodOf = (index: number): Quarter => `${Math.floor(index / 4)}-Q${(index % 4) + 1}`

/** Returns the text of a quarter with its values: `Q3 2026`. */
export function quarterText(period: Quarter): readonly [id: MessageId, values: { year: string }] {
  const { year, quarter } = partsOf(period)
  return [`income.quarter.${quarter as 1 | 2 | 3 | 4}`, { year: String(year) }]
}

/** Returns the quarter of a date `YYYY-MM-DD`. */
export const quarterOf = (date: string): Quarter => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`

/** Returns the quarter that many quarters after this one, or before it. */
export function quarterAfter(period: Quarter, count: number): Quarter {
  const { year, quarter } = partsOf(period)
  return periodOf(year * 4 + quarter - 1 + count)
}

/** Returns the last day of a quarter, `YYYY-MM-DD`. */
export function lastDayOf(period: Quarter): string {
  const { year, quarter } = partsOf(period)
  return new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10)
}

/** Returns the days of a quarter: 90 to 92. */
export function daysOf(period: Quarter): number {
  const { year, quarter } = partsOf(period)
  return (Date.UTC(year, quarter * 3, 1) - Date.UTC(year, quarter * 3 - 3, 1)) / 86_400_000
}

const DUBAI_OFFSET_MS = 4 * 3_600_000

/** Returns the date in Dubai of a time, `YYYY-MM-DD`. Dubai is four hours ahead of UTC all year. */
export const dubaiDate = (at: string | number): string =>
  new Date(new Date(at).getTime() + DUBAI_OFFSET_MS).toISOString().slice(0, 10)
