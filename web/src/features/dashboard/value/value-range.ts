import type { ValueStep } from '@hissa/contracts/investment'
import type { ValueOverTime } from '../../../api/valuations-api.js'

export const RANGES = ['year', 'all'] as const
export type Range = (typeof RANGES)[number]

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
  const yearAgo = yearBefore(today)
  const from = range === 'year' && yearAgo > first.day ? yearAgo : first.day
  const before = steps.findLast(({ day }) => day <= from)!
  const later = steps.filter(({ day }) => day > from)
  const within = events.filter(({ day }) => day >= from)
  return { from, to: today, steps: [{ ...before, day: from }, ...later], events: within }
}

/** Returns the same day a year earlier; before 29 February that is 28 February. */
function yearBefore(day: string): string {
  const monthAndDay = day.slice(4)
  return `${Number(day.slice(0, 4)) - 1}${monthAndDay === '-02-29' ? '-02-28' : monthAndDay}`
}
