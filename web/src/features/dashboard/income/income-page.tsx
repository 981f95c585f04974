import { toDecimal } from '@hissa/money'
import { lazy, Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useBusinessNow } from '../../../api/business-clock.js'
import { useGetIncomeQuery, type Income } from '../../../api/income-api.js'
import type { ApiError } from '../../../api/problem.js'
import { PropertyTitle, usePropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { csvOf } from '../../../lib/csv.js'
import { formatShortDate } from '../../../lib/format.js'
import { formatCount } from '../../../lib/format-count.js'
import { dubaiDate, quarterText } from '../../../lib/quarter.js'
import { saveFile } from '../../../lib/save-file.js'
import { AmountsButton } from '../../../ui/amounts-button.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { Select } from '../../../ui/form.js'
import { Icon } from '../../../ui/icons.js'
import { PageHeader } from '../../../ui/layout.js'
import { OwnFigure, OwnMoney } from '../../../ui/own-figure.js'
import { PageHead } from '../../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../ui/states.js'
import { DataTable, type Column } from '../../../ui/table.js'
import { Derivation } from './derivation.js'
import { IncomeFeed } from './income-feed.js'
import { filterRows, readIncomeFilters, rowsOf, type IncomeFilters, type IncomeRow } from './income-rows.js'
import { INCOME_STATES, IncomeBadge } from './income-state.js'
import { monthsOf, yearsOf } from './months.js'

/** The only part that draws, loaded apart. */
const IncomeChart = lazy(() => import('./income-chart.js'))

/** `/dashboard/income`: every distribution of the user and the estimates of the next ones. */
export default function IncomePage() {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetIncomeQuery()
  return (
    <div className="frame pb-24">
      <PageHead title={t('income.title')} private />
      <PageHeader title={t('income.title')} lead={t('income.lead')} actions={<AmountsButton />} />
      {data ? (
        <Content data={data} />
      ) : error && !isFetching ? (
        <ErrorState
          title={t('income.error')}
          text={t('income.errorText')}
          reference={(error as ApiError).reference}
          action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('income.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </div>
  )
}

function Content({ data }: { data: Income }) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const now = useBusinessNow()
  const today = dubaiDate(now())
  const all = rowsOf(data)
  if (all.length === 0)
    return (
      <EmptyState
        title={t('income.empty')}
        text={t('income.emptyText')}
        action={<ButtonLink to="/properties">{t('dashboard.properties')}</ButtonLink>}
      />
    )
  const filters = readIncomeFilters(params)
  const rows = filterRows(all, filters)
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { preventScrollReset: true },
    )
  const year = Number(filters.year ?? today.slice(0, 4))
  const shown = all.find(({ id }) => id === params.get('show'))
  return (
    <div className="flex flex-col gap-10">
      <Totals totals={data.totals} />
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <IncomeChart year={year} months={monthsOf(year, filterRows(all, { ...filters, year: String(year) }))} />
      </Suspense>
      <section>
        <FilterBar {...{ all, filters, today }} onChoose={set} rows={rows} />
        {rows.length === 0 ? (
          <EmptyState
            title={t('income.noMatch')}
            text={t('income.noMatchText')}
            action={
              <Button kind="secondary" onClick={() => setParams({})}>
                {t('income.clear')}
              </Button>
            }
          />
        ) : (
          <Rows rows={rows} onOpen={({ id }) => set('show', id)} />
        )}
        <p className="max-w-[72ch] pt-4 text-13 text-ink-2">{t('income.estimate.risk')}</p>
      </section>
      <IncomeFeed />
      {shown && <Derivation row={shown} onClose={() => set('show', null)} />}
    </div>
  )
}

function Totals({ totals: { receivedFils, declaredFils, cashFils } }: { totals: Income['totals'] }) {
  const t = useT()
  const figure = (term: string, value: ReactNode) => (
    <div>
      <dt className="text-13 text-ink-2">{term}</dt>
      <dd className="text-22 tracking-[-0.02em] md:text-26">{value}</dd>
    </div>
  )
  return (
    <dl className="grid grid-cols-2 gap-x-10 gap-y-4 md:flex md:flex-wrap">
      {figure(t('income.received'), <OwnMoney fils={receivedFils} decimals={2} />)}
      {figure(t('income.declared'), <OwnMoney fils={declaredFils} decimals={2} />)}
      {figure(t('income.cash'), <OwnMoney fils={cashFils} decimals={2} />)}
    </dl>
  )
}

interface FilterBarProps {
  all: readonly IncomeRow[]
  rows: readonly IncomeRow[]
  filters: IncomeFilters
  today: string
  onChoose: (name: keyof IncomeFilters, value: string) => void
}

/** Renders the filters, which are in the address, and the export of exactly the rows that they leave. */
function FilterBar({ all, rows, filters, today, onChoose }: FilterBarProps) {
  const t = useT()
  const save = useSave(rows)
  const properties = [...new Map(all.map(({ property }) => [property.propertyId, property])).values()]
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <Select
        className="max-md:w-full md:w-56"
        label={t('income.column.property')}
        value={filters.property ?? ''}
        onChange={(event) => onChoose('property', event.target.value)}
      >
        <option value="">{t('income.filter.allProperties')}</option>
        {properties.map((property) => (
          <PropertyOption key={property.propertyId} property={property} />
        ))}
      </Select>
      <Select
        className="max-md:flex-1 md:w-40"
        label={t('income.column.state')}
        value={filters.state ?? ''}
        onChange={(event) => onChoose('state', event.target.value)}
      >
        <option value="">{t('income.filter.allStates')}</option>
        {INCOME_STATES.map((state) => (
          <option key={state} value={state}>
            {t(`income.state.${state}`)}
          </option>
        ))}
      </Select>
      <Select
        className="max-md:flex-1 md:w-32"
        label={t('income.filter.year')}
        value={filters.year ?? ''}
        onChange={(event) => onChoose('year', event.target.value)}
      >
        <option value="">{t('income.filter.allYears')}</option>
        {yearsOf(all, today).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Select>
      <Button
        kind="secondary"
        className="no-print ms-auto min-h-12 max-md:w-full"
        disabled={rows.length === 0}
        onClick={save}
      >
        <Icon name="download" size={18} />
        {t('income.export')}
      </Button>
      <p role="status" className="w-full text-13 text-ink-2">
        {t('income.count', { count: rows.length })}
      </p>
    </div>
  )
}

function PropertyOption({ property }: { property: IncomeRow['property'] }) {
  return <option value={property.propertyId}>{usePropertyTitle(property)}</option>
}

/** Returns a function that saves the shown rows: amounts in dirhams with fils, dates as ISO. */
function useSave(rows: readonly IncomeRow[]) {
  const t = useT()
  const headers = [
    ...[t('income.column.property'), t('income.column.quarter'), t('income.column.state'), t('income.column.date')],
    ...[t('income.derivation.shares'), t('income.derivation.all'), t('income.line.netIncome')],
    ...[t('income.column.amount'), t('income.column.currency'), t('income.derivation.recordDate')],
  ]
  return () => {
    const lines = rows.map((row) => [
      ...[row.property.title, row.period, t(`income.state.${row.state}`), row.on, String(row.units)],
      ...[
        String(row.unitsIssued),
        toDecimal(row.netIncomeFils),
        toDecimal(row.amountFils),
        'AED',
        row.recordDate ?? '',
      ],
    ])
    saveFile('hissa-income.csv', csvOf(headers, lines), 'text/csv')
  }
}

function Rows({ rows, onOpen }: { rows: readonly IncomeRow[]; onOpen: (row: IncomeRow) => void }) {
  const t = useT()
  const locale = useLocale()
  const columns: Column<IncomeRow>[] = [
    {
      key: 'property',
      header: t('income.column.property'),
      lead: true,
      cell: ({ property, period }) => (
        <span className="inline-flex flex-col">
          <PropertyTitle property={property} />
          <span className="text-13 font-normal text-ink-2">{t(...quarterText(period))}</span>
        </span>
      ),
    },
    {
      key: 'date',
      header: t('income.column.date'),
      cell: ({ on, state }) => (
        <span className="whitespace-nowrap">
          {state === 'estimated'
            ? t('income.from', { date: formatShortDate(on, locale) })
            : formatShortDate(on, locale)}
        </span>
      ),
    },
    {
      key: 'shares',
      header: t('income.derivation.shares'),
      figures: true,
      cell: ({ units }) => <OwnFigure>{formatCount(units)}</OwnFigure>,
    },
    { key: 'state', header: t('income.column.state'), cell: ({ state }) => <IncomeBadge state={state} /> },
    {
      key: 'amount',
      header: t('income.column.amount'),
      figures: true,
      cell: ({ amountFils }) => <OwnMoney fils={amountFils} decimals={2} />,
    },
    {
      key: 'derivation',
      header: t('income.column.derivation'),
      end: true,
      cell: (row) => (
        <button
          type="button"
          className="min-h-9 min-w-11 text-end text-primary underline underline-offset-3 hover:text-primary-hover max-md:min-h-11"
          onClick={() => onOpen(row)}
        >
          {t('income.derivation.show')}
          <span className="sr-only">
            {' '}
            {t('income.derivation.open', { property: row.property.title, period: t(...quarterText(row.period)) })}
          </span>
        </button>
      ),
    },
  ]
  return <DataTable caption={t('income.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
