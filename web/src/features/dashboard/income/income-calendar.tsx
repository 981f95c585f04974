import { useState } from 'react'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { cx } from '../../../lib/cx.js'
import { IconButton } from '../../../ui/button.js'
import { Icon } from '../../../ui/icons.js'
import { OwnMoney } from '../../../ui/own-figure.js'
import { INCOME_STATES, IncomeMark } from './income-state.js'
import { longMonth, monthsOf, shortMonth, totalOf, yearsOf, type DatedIncome, type MonthIncome } from './months.js'

interface IncomeCalendarProps {
  items: readonly DatedIncome[]
  /** The day in Dubai, `YYYY-MM-DD`. */
  today: string
}

/** Shows a year as a grid of months, each with its income and how certain it is. */
export function IncomeCalendar({ items, today }: IncomeCalendarProps) {
  const t = useT()
  const years = yearsOf(items, today)
  const [year, setYear] = useState(Number(today.slice(0, 4)))
  const at = years.indexOf(year)
  const step = (by: 1 | -1) => setYear(years[at + by] ?? year)
  return (
    <section aria-label={t('income.calendar')}>
      <div className="flex items-center justify-between gap-3 pb-2">
        <h3 className="text-18">
          <span aria-live="polite">{t('income.calendar.of', { year: String(year) })}</span>
        </h3>
        {years.length > 1 && (
          <span className="no-print -me-2 inline-flex">
            <IconButton
              label={t('income.calendar.previous')}
              disabled={at <= 0}
              onClick={() => step(-1)}
              className="disabled:opacity-40"
            >
              <Icon name="chevron-end" className="rotate-180" />
            </IconButton>
            <IconButton
              label={t('income.calendar.next')}
              disabled={at >= years.length - 1}
              onClick={() => step(1)}
              className="disabled:opacity-40"
            >
              <Icon name="chevron-end" />
            </IconButton>
          </span>
        )}
      </div>
      <ol className="grid grid-cols-3 overflow-hidden rounded-m border border-line bg-line gap-px xs:grid-cols-4 lg:grid-cols-6">
        {monthsOf(year, items).map((month) => (
          <Month key={month.month} month={month} isCurrent={today.startsWith(month.month)} />
        ))}
      </ol>
    </section>
  )
}

function Month({ month, isCurrent }: { month: MonthIncome; isCurrent: boolean }) {
  const t = useT()
  const locale = useLocale()
  const states = INCOME_STATES.filter((state) => month[state] > 0)
  return (
    <li
      aria-current={isCurrent ? 'date' : undefined}
      className={cx('flex min-h-24 flex-col gap-1 p-3 text-13', states.length > 0 ? 'bg-surface' : 'bg-ground')}
    >
      <span className={cx('flex items-center gap-1.5', isCurrent ? 'font-medium text-ink' : 'text-ink-2')}>
        <span aria-hidden="true">{shortMonth(month.month, locale)}</span>
        <span className="sr-only">{longMonth(month.month, locale)}</span>
        {isCurrent && <span aria-hidden="true" className="size-1.5 rounded-full bg-primary" />}
      </span>
      {states.length > 0 && (
        <>
          <OwnMoney fils={totalOf(month)} decimals={2} className="text-15 max-md:text-13" />
          {states.map((state) => (
            <span key={state} className="inline-flex items-center gap-1.5 text-12 text-ink-2">
              <IncomeMark state={state} />
              {t(`income.state.${state}`)}
            </span>
          ))}
        </>
      )}
      {states.length === 0 && <span className="sr-only">{t('income.calendar.none')}</span>}
    </li>
  )
}
