import { fils, sum, type Fils } from '@hissa/money'
import { MONTHS } from '../../../lib/format.js'
import type { AppLocale } from '../../../lib/locale.js'
import type { IncomeState } from './income-state.js'

/** An income and the day on which it was or will be paid. */
export interface DatedIncome {
  /** A date in Dubai, `YYYY-MM-DD`. */
  on: string
  state: IncomeState
  amountFils: Fils
}

/** The income of one month by its state. */
export type MonthIncome = Record<IncomeState, Fils> & {
  /** `YYYY-MM` */
  month: string
}

/** Returns the twelve months of a year with their income. */
export function monthsOf(year: number, items: readonly DatedIncome[]): MonthIncome[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`
    const within = items.filter(({ on }) => on.startsWith(month))
    const of = (state: IncomeState) =>
      sum(fils(0), ...within.filter((item) => item.state === state).map(({ amountFils }) => amountFils))
    return { month, paid: of('paid'), declared: of('declared'), estimated: of('estimated') }
  })
}

/** Returns all income of a month. */
export const totalOf = ({ paid, declared, estimated }: MonthIncome): Fils => sum(paid, declared, estimated)

/** Returns the years that have income and the current one, oldest first. */
export function yearsOf(items: readonly DatedIncome[], today: string): number[] {
  return [...new Set([today, ...items.map(({ on }) => on)].map((date) => Number(date.slice(0, 4))))].sort(
    (a, b) => a - b,
  )
}

/** Returns the name of a month `YYYY-MM`: `Oct`. Arabic names of months are not shortened. */
export const shortMonth = (month: string, locale: AppLocale): string =>
  new Intl.DateTimeFormat(SHORT[locale], { month: 'short', timeZone: 'UTC' }).format(Date.parse(`${month}-01`))

const SHORT: Record<AppLocale, string> = { en: 'en-US', ar: 'ar-AE-u-nu-latn', fr: 'fr', es: 'es' }

/** Returns the name of a month `YYYY-MM` with its year: `October 2026`. */
export const longMonth = (month: string, locale: AppLocale): string =>
  [nameOf(month, locale), month.slice(0, 4)].join(locale === 'es' ? ' de ' : ' ')

const nameOf = (month: string, locale: AppLocale): string => MONTHS[locale][Number(month.slice(5)) - 1]!
