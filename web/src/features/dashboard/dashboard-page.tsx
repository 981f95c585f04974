import type { Dashboard } from '@hissa/contracts/investment'
import { lazy, Suspense } from 'react'
import { useSession } from '../../api/services.js'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { AmountsButton } from '../../ui/amounts-button.js'
import { OwnFigure, OwnMoney } from '../../ui/own-figure.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { useGetDashboardQuery } from './dashboard-api.js'
import { EmptyDashboard } from './empty-dashboard.js'
import { Holdings } from './holdings.js'
import { RecentOrders } from './recent-orders.js'
import { ShareTransfers } from './share-transfers.js'
import { NextDates, Todo } from './side.js'

/** Loaded after the totals and holdings. */
const IncomeSection = lazy(async () => ({ default: (await import('./income/income-section.js')).IncomeSection }))
const NextPayment = lazy(async () => ({ default: (await import('./income/income-section.js')).NextPayment }))

/** Loaded after the totals and holdings, with the scales of its chart. */
const ValueSection = lazy(() => import('./value/value-section.js'))

/** `/investor-dashboard`: holdings, totals, open tasks and the next dates. Refreshes on live events. */
export default function DashboardPage() {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetDashboardQuery()
  return (
    <div className="frame pb-24">
      <PageHead title={t('dashboard.title')} private />
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-8">
        <h1 tabIndex={-1} className="text-18 whitespace-nowrap md:text-22">
          {t('dashboard.title')}
        </h1>
        <AmountsButton className="-me-3" />
      </div>
      {data ? (
        <>
          {error !== undefined && !isFetching && <Stale data={data} retry={() => void refetch()} />}
          <Content data={data} />
        </>
      ) : error && !isFetching ? (
        <div className="pt-8">
          <ErrorState
            title={t('dashboard.error')}
            text={t('dashboard.errorText')}
            reference={(error as ApiError).reference}
            action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
          />
        </div>
      ) : (
        <Loading label={t('dashboard.loading')} onRetry={() => void refetch()}>
          <DashboardSkeleton />
        </Loading>
      )}
    </div>
  )
}

/** Shows how old the data is after a failed refresh. */
function Stale({ data, retry }: { data: Dashboard; retry: () => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="pt-4">
      <Notice tone="warn">
        {t('dashboard.stale', { time: formatDateTime(data.asOf, locale) })}{' '}
        <button type="button" className="underline underline-offset-3" onClick={retry}>
          {t('ui.tryAgain')}
        </button>
      </Notice>
    </div>
  )
}

function Content({ data }: { data: Dashboard }) {
  const { holdings, recentOrders, transfers = [] } = data
  if (holdings.length + recentOrders.length + transfers.length === 0) return <EmptyDashboard data={data} />
  return (
    <div className="grid gap-x-12 gap-y-10 pt-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]">
      <Totals data={data} />
      <aside className="flex flex-col gap-5 lg:row-span-2">
        <Suspense>
          <NextPayment />
        </Suspense>
        <Todo data={data} />
        <NextDates holdings={holdings} />
      </aside>
      <div className="flex min-w-0 flex-col gap-12">
        <Holdings holdings={holdings} />
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <ValueSection asOf={data.asOf} />
        </Suspense>
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <IncomeSection asOf={data.asOf} />
        </Suspense>
        <RecentOrders orders={recentOrders} asOf={data.asOf} />
        <ShareTransfers transfers={transfers} />
      </div>
    </div>
  )
}

/** Shows the invested total with its parts beside it. */
function Totals({ data: { totals, asOf } }: { data: Dashboard }) {
  const t = useT()
  const locale = useLocale()
  const session = useSession()
  const parts = [
    ...(totals.valueFils === undefined ? [] : [{ term: t('valuations.total'), fils: totals.valueFils }]),
    { term: t('dashboard.pending'), fils: totals.pendingFils },
    { term: t('dashboard.reserved'), fils: totals.reservedFils },
    { term: t('dashboard.fees'), fils: totals.feesFils },
    ...(totals.incomeFils === undefined ? [] : [{ term: t('income.received'), fils: totals.incomeFils }]),
    ...(totals.cashFils === undefined ? [] : [{ term: t('income.cash'), fils: totals.cashFils }]),
  ]
  return (
    <section aria-label={t('dashboard.totals', { name: session?.user.fullName ?? '' })}>
      <p className="text-13 text-ink-2">{t('dashboard.investedOn', { date: formatDate(asOf, locale) })}</p>
      <p className="mt-1">
        <OwnMoney fils={totals.investedFils} decimals={2} className="text-40 tracking-[-0.03em] md:text-60" />
      </p>
      <dl className="mt-4 grid grid-cols-[minmax(0,max-content)_minmax(min-content,1fr)] gap-x-10 gap-y-3 text-15 md:flex md:flex-wrap">
        {parts.map(({ term, fils }) => (
          <div key={term}>
            <dt className="text-13 text-ink-2">{term}</dt>
            <dd>
              <OwnMoney fils={fils} decimals={2} />
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-13 text-ink-2">{t('dashboard.shares')}</dt>
          <dd>
            <OwnFigure>{t('dashboard.sharesOf', { units: totals.units, count: totals.properties })}</OwnFigure>
          </dd>
        </div>
      </dl>
      {totals.pendingFils > 0 && <p className="mt-4 max-w-[64ch] text-13 text-ink-2">{t('dashboard.pendingText')}</p>}
    </section>
  )
}

function DashboardSkeleton() {
  return (
    <div className="grid gap-12 pt-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div>
        <Skeleton className="h-16 w-72" />
        <Skeleton className="mt-10 h-64 w-full" />
      </div>
      <Skeleton className="h-48 w-full" />
    </div>
  )
}
