import type { ValueStep } from '@hissa/contracts/investment'
import type { ValueOverTime } from '../../../api/valuations-api.js'

export const RANGES = ['month', 'quarter', 'year', 'all'] as const
export type Range = (typeof RANGES)[number]

const MONTHS = { month: 1, quarter: 3, year: 12 } as const

/** What a chart shows: the steps from its first day to its last, and the events between them. */
export interface Shown {
  from: string
  to: string
  /** The first one begins at `from`. */
  steps: ValueStep[]
  events: ValueOverTime['events']
}

/**
 * Returns what a range shows up to `today`. The step that was in force when the range began is its first one; nothing is
 * shown before the first contribution. Undefined without any step. Pure.
 */
export function shownIn({ steps, events }: ValueOverTime, range: Range, today: string): Shown | undefined {
  const first = steps[0]
  if (!first) return undefined
  const start = range === 'all' ? first.day : monthsBefore(today, MONTHS[range])
  const from = start > first.day ? start : first.day
  const before = steps.findLast(({ day }) => day <= from)!
  const later = steps.filter(({ day }) => day > from)
  const within = events.filter(({ day }) => day >= from)
  return { from, to: today, steps: [{ ...before, day: from }, ...later], events: within }
}

/** Returns the same day some months earlier, or the last day of that month if it has no such day. */
function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}
