import { type ErrorOf, type FieldError, type INVALID_FIELDS, ok, refuseFields, type Result } from '@hissa/contracts'
import { MOST_DAYS, type StatedMonth, type StatedYear, type StatementPeriod } from '@hissa/contracts/investment'
import { daysBetween, dubaiDay, endOfDay } from '../rules/rules.api.js'

const DAY_MS = 86_400_000

/** Days in Dubai, both included. */
export interface Range {
  from: string
  to: string
}

/** What a statement covers. */
export interface Stated extends Range {
  kind: 'account' | 'tax'
}

/** Returns a day some days later; earlier for a negative number. */
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const lastOfMonth = (month: string) => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** Returns the last day that has ended in Dubai. */
export const yesterdayOf = (now: Date): string => dayAfter(dubaiDay(now), -1)

/** Returns the last moment before a range, and its last moment, in whole milliseconds. */
export const momentsOf = ({ from, to }: Range): { before: Date; end: Date } => ({
  before: new Date(endOfDay(dayAfter(from, -1)).getTime() - 1),
  end: new Date(endOfDay(to).getTime() - 1),
})

/** Returns the days that a period covers by `now`. A running year is covered up to yesterday. Errors: INVALID_FIELDS. */
export function statedOf(period: StatementPeriod, now: Date): Result<Stated, ErrorOf<typeof INVALID_FIELDS>> {
  const yesterday = yesterdayOf(now)
  if ('year' in period) {
    const { year } = period
    if (yesterday < `${year}-01-01`) return refuseFields([fault('/year', 'future', 'This year has not begun.')])
    return ok({ kind: 'tax', from: `${year}-01-01`, to: earlier(`${year}-12-31`, yesterday) })
  }
  const { from, to } = period
  if (to > yesterday) return refuseFields([fault('/to', 'future', `The last day that has ended is ${yesterday}.`)])
  if (from > to) return refuseFields([fault('/from', 'order', 'The first day is after the last one.')])
  if (daysBetween(from, to) >= MOST_DAYS)
    return refuseFields([fault('/from', 'too_long', `A statement covers at most ${MOST_DAYS} days.`)])
  return ok({ kind: 'account', from, to })
}

export const fault = (path: string, code: string, message: string): FieldError => ({ path, code, message })

/** Returns the months and years from the first day to yesterday, newest first; none if nothing has ended since. */
export function statedPeriods(first: string, now: Date): { months: StatedMonth[]; years: StatedYear[] } {
  const yesterday = yesterdayOf(now)
  const months: StatedMonth[] = []
  const years: StatedYear[] = []
  for (let month = yesterday.slice(0, 7); month >= first.slice(0, 7) && first <= yesterday;) {
    const last = lastOfMonth(month)
    months.push({ month, from: `${month}-01`, to: earlier(last, yesterday), complete: last <= yesterday })
    month = dayAfter(`${month}-01`, -1).slice(0, 7)
  }
  const [oldest, newest] = [Number(first.slice(0, 4)), Number(yesterday.slice(0, 4))]
  for (let year = newest; year >= oldest && first <= yesterday; year -= 1) {
    const last = `${year}-12-31`
    years.push({ year, from: `${year}-01-01`, to: earlier(last, yesterday), complete: last <= yesterday })
  }
  return { months, years }
}

const earlier = (a: string, b: string) => (a < b ? a : b)
