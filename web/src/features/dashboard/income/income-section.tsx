import { useGetIncomeQuery } from '../../../api/income-api.js'
import { PropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDate, formatShortDate } from '../../../lib/format.js'
import { dubaiDate, quarterText } from '../../../lib/quarter.js'
import { Button } from '../../../ui/button.js'
import { Card } from '../../../ui/layout.js'
import { Link, TextLink } from '../../../ui/link.js'
import { OwnMoney } from '../../../ui/own-figure.js'
import { Loading, Skeleton } from '../../../ui/states.js'
import { IncomeCalendar } from './income-calendar.js'
import { nextOf, rowsOf, type IncomeRow } from './income-rows.js'
import { IncomeBadge } from './income-state.js'
import { longMonth } from './months.js'

/** The address of an income's derivation. */
const derivationOf = ({ id }: IncomeRow) => `/dashboard/income?show=${encodeURIComponent(id)}`

/** Shows the user's income on the dashboard: a calendar of the year, and the payments month by month. */
export function IncomeSection({ asOf }: { asOf: string }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetIncomeQuery()
  const rows = data && rowsOf(data)
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-26">{t('income.title')}</h2>
        <TextLink to="/dashboard/income" className="inline-flex min-h-11 items-center text-15">
          {t('income.all')}
        </TextLink>
      </div>
      {rows ? (
        rows.length === 0 ? (
          <p className="max-w-[64ch] text-15 text-ink-2">{t('income.emptyText')}</p>
        ) : (
          <div className="flex flex-col gap-6">
            <IncomeCalendar items={rows} today={dubaiDate(asOf)} />
            <ByMonth rows={rows.slice(0, MOST_LISTED)} />
          </div>
        )
      ) : error && !isFetching ? (
        <p className="flex flex-wrap items-center gap-3 text-15 text-ink-2">
          {t('income.error')}
          <Button kind="secondary" size="s" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </p>
      ) : (
        <Loading label={t('income.loading')}>
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
    </section>
  )
}

/** All of them are on the page of income. */
const MOST_LISTED = 8

/** Lists payments under their months, the latest first. Each amount leads to its derivation. */
function ByMonth({ rows }: { rows: readonly IncomeRow[] }) {
  const t = useT()
  const locale = useLocale()
  const months = [...new Set(rows.map(({ on }) => on.slice(0, 7)))]
  return (
    <ol className="flex flex-col gap-4">
      {months.map((month) => (
        <li key={month}>
          <h3 className="text-13 font-medium tracking-normal text-ink-2">{longMonth(month, locale)}</h3>
          <ul className="mt-1 divide-y divide-line border-y border-line">
            {rows
              .filter(({ on }) => on.startsWith(month))
              .map((row) => (
                <li
                  key={row.id}
                  className="relative grid grid-cols-[1fr_max-content] items-center gap-x-4 gap-y-1 py-2.5 text-15 md:grid-cols-[5.5rem_1fr_max-content_9rem]"
                >
                  <span className="text-13 text-ink-2 max-md:order-3">{formatShortDate(row.on, locale)}</span>
                  <span className="min-w-0">
                    <PropertyTitle property={row.property} />
                    <span className="block text-13 text-ink-2">{t(...quarterText(row.period))}</span>
                  </span>
                  <span className="max-md:order-4 max-md:justify-self-end">
                    <IncomeBadge state={row.state} />
                  </span>
                  <Link
                    to={derivationOf(row)}
                    className="inline-flex min-h-11 items-center justify-end underline decoration-line-strong underline-offset-3 hover:decoration-ink"
                  >
                    <OwnMoney fils={row.amountFils} decimals={2} />
                    <span className="sr-only">
                      {' '}
                      {t('income.derivation.open', {
                        property: row.property.title,
                        period: t(...quarterText(row.period)),
                      })}
                    </span>
                  </Link>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** Shows the next payment with its amount and date; nothing if none is known. */
export function NextPayment() {
  const t = useT()
  const locale = useLocale()
  const { data } = useGetIncomeQuery()
  const row = data && nextOf(rowsOf(data))
  if (!row) return null
  const isDeclared = row.state === 'declared'
  return (
    <Card className="p-5">
      <h2 className="text-15 font-semibold tracking-normal">{t('income.next')}</h2>
      <p className="mt-2">
        <OwnMoney fils={row.amountFils} decimals={2} className="text-26 tracking-[-0.02em]" />
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <IncomeBadge state={row.state} />
        <span className="text-13 text-ink-2">
          {t(isDeclared ? 'income.next.declared' : 'income.next.estimated', { date: formatDate(row.on, locale) })}
        </span>
      </p>
      <p className="mt-2 text-13 text-ink-2">
        <PropertyTitle property={row.property} />
      </p>
      {!isDeclared && <p className="mt-2 text-13 text-ink-2">{t('income.estimate.risk')}</p>}
      <TextLink to={derivationOf(row)} className="mt-1 inline-flex min-h-11 items-center text-15">
        {t('income.derivation')}
      </TextLink>
    </Card>
  )
}
