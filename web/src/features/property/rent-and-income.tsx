import type { PropertyQuarterView } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useGetPropertyIncomeQuery, type PropertyIncome } from '../../api/income-api.js'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatDateTime } from '../../lib/format.js'
import { daysOf, dubaiDate, lastDayOf, quarterText } from '../../lib/quarter.js'
import { Button } from '../../ui/button.js'
import { IncomeLines } from '../../ui/income-lines.js'
import { Money } from '../../ui/money.js'
import { Skeleton } from '../../ui/states.js'

/** The quarters that are shown at once; earlier ones are behind a heading. */
const RECENT = 4

/**
 * Shows what a property was meant to earn each quarter beside what it earned, opened line by line, with vacancy and
 * arrears in words. The server renders it, so that it is readable without scripts; a property without a raise has none.
 */
export function RentAndIncome({ property: { slug } }: { property: Property }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetPropertyIncomeQuery(slug)
  if (!data && (error as ApiError | undefined)?.status === 404) return null
  return (
    <section>
      <h2 className="pb-2 text-26">{t('income.property.title')}</h2>
      {data ? (
        <Content data={data} />
      ) : error && !isFetching ? (
        <p className="flex flex-wrap items-center gap-3 text-15 text-ink-2">
          {t('income.property.error')}
          <Button kind="secondary" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </p>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </section>
  )
}

function Content({ data }: { data: PropertyIncome }) {
  const t = useT()
  const locale = useLocale()
  const { quarters, raiseState, reserveFils, reserveTargetFils, asOf } = data
  const recorded = quarters.slice(0, 1 + quarters.findLastIndex(({ actual }) => actual !== null))
  if (recorded.length === 0) {
    const state = raiseState === 'completed' || raiseState === 'failed' ? raiseState : 'raise'
    return (
      <div className="rounded-m border border-dashed border-line-strong px-5 py-4">
        <p className="text-15 font-medium">{t('income.property.none')}</p>
        <p className="max-w-[64ch] text-15 text-ink-2">{t(`income.property.noneText.${state}`)}</p>
      </div>
    )
  }
  const most = Math.max(
    1,
    ...recorded.flatMap(({ target, actual }) => [target?.netIncomeFils ?? 0, actual?.netIncomeFils ?? 0]),
  )
  const today = dubaiDate(asOf)
  const list = (some: readonly PropertyQuarterView[]) => (
    <ul className="border-b border-line">
      {some.map((quarter) => (
        <Quarter
          key={quarter.period}
          isOpen={quarter === recorded.find(({ actual }) => actual !== null)}
          {...{ quarter, most, today }}
        />
      ))}
    </ul>
  )
  return (
    <>
      <p className="max-w-[68ch] pb-3 text-15 text-ink-2">{t('income.property.text')}</p>
      {list(recorded.slice(0, RECENT))}
      {recorded.length > RECENT && (
        <details>
          <summary className="inline-flex min-h-11 items-center text-15 underline underline-offset-3 hover:text-ink">
            {t('income.property.earlier')}
          </summary>
          {list(recorded.slice(RECENT))}
        </details>
      )}
      <p className="pt-3 text-13 text-ink-2">
        {t('income.property.reserve')} <Money fils={reserveFils} />
        {reserveTargetFils !== null && (
          <>
            {' '}
            {t('income.property.reserveOf')} <Money fils={reserveTargetFils} />
          </>
        )}
        {'. '}
        {t('income.property.asOf', { time: formatDateTime(asOf, locale) })}
      </p>
    </>
  )
}

interface QuarterProps {
  quarter: PropertyQuarterView
  /** The largest net income of all quarters, which has the whole width. */
  most: number
  /** The day in Dubai, `YYYY-MM-DD`. */
  today: string
  isOpen: boolean
}

function Quarter({ quarter, most, today, isOpen }: QuarterProps) {
  const t = useT()
  const { period, target, actual } = quarter
  const isCurrent = lastDayOf(period) >= today
  const name = t(...quarterText(period))
  return (
    <li className="border-t border-line py-4">
      <h3 className="pb-2 text-18">{name}</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)_max-content] items-center gap-x-4 gap-y-1.5 text-13 md:text-15">
        <Row
          term={t(isCurrent ? 'income.property.quarterSoFar' : 'income.property.quarterActual')}
          amount={actual && actual.netIncomeFils}
          none={t('income.property.notRecorded')}
          bar={<rect width={width(actual?.netIncomeFils, most)} height="16" rx="3" className="fill-primary" />}
        />
        <Row
          term={t('income.property.quarterTarget')}
          amount={target && target.netIncomeFils}
          none={t('ui.notStated')}
          bar={
            target && (
              <rect
                x="0.5"
                y="0.5"
                width={width(target.netIncomeFils, most)}
                height="15"
                rx="3"
                className="fill-transparent stroke-ink-3 [stroke-dasharray:4_3]"
              />
            )
          }
        />
      </dl>
      {actual && <Words quarter={quarter} />}
      {(actual ?? target) && (
        <details className="mt-1" open={isOpen}>
          <summary className="inline-flex min-h-8 items-center text-13 text-ink-2 underline underline-offset-3 hover:text-ink max-md:min-h-11">
            {t('income.property.lines')}
          </summary>
          <div className="pt-1">
            <IncomeLines
              caption={t('income.property.linesOf', { period: name })}
              columns={[
                { header: t('income.property.target'), waterfall: target },
                { header: t(isCurrent ? 'income.property.soFar' : 'income.property.actual'), waterfall: actual },
              ]}
            />
          </div>
        </details>
      )}
    </li>
  )
}

const width = (amount: Fils | undefined, most: number) => `${Math.round(((amount ?? 0) / most) * 9_900) / 100}%`

interface RowProps {
  term: string
  amount: Fils | null
  /** Shown without an amount. */
  none: string
  bar: React.ReactNode
}

function Row({ term, amount, none, bar }: RowProps) {
  return (
    <>
      <dt className="text-ink-2">{term}</dt>
      <dd aria-hidden="true">
        <svg className="block h-4 w-full rtl:-scale-x-100">{amount !== null && bar}</svg>
      </dd>
      <dd className="text-end">
        {amount === null ? (
          <span className="text-ink-2">{none}</span>
        ) : (
          <span dir="ltr" className="inline-block">
            <Money fils={amount} decimals={2} />
          </span>
        )}
      </dd>
    </>
  )
}

/** States vacancy, arrears and the distribution in words. */
function Words({
  quarter: { period, actual, vacancyDays, arrearsFils, distribution },
}: {
  quarter: PropertyQuarterView
}) {
  const t = useT()
  const locale = useLocale()
  const isLoss = actual !== null && actual.operatingIncomeFils < 0
  return (
    <ul className="pt-3 text-13 text-ink-2 md:text-15">
      <li>
        {vacancyDays > 0
          ? t('income.property.vacancy', { days: vacancyDays, all: String(daysOf(period)) })
          : t('income.property.noVacancy')}
      </li>
      <li>
        {arrearsFils > 0 ? (
          <>
            {t('income.property.arrears')} <Money fils={arrearsFils} decimals={2} />
          </>
        ) : (
          t('income.property.noArrears')
        )}
      </li>
      <li>
        {distribution ? (
          <>
            {t(distribution.state === 'paid' ? 'income.property.distributed' : 'income.property.distributing', {
              date: formatDate(distribution.paidAt ?? distribution.declaredAt, locale),
            })}{' '}
            <Money fils={distribution.netIncomeFils} decimals={2} />
          </>
        ) : (
          t(isLoss ? 'income.property.loss' : 'income.property.notDistributed')
        )}
      </li>
    </ul>
  )
}
