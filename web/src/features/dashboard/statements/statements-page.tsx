import { LANGUAGES } from '@hissa/texts'
import type { StatedMonth, StatedYear, StatementFormat } from '@hissa/contracts/investment'
import { useState } from 'react'
import { DocumentButton } from '../../../api/document-button.js'
import type { ApiError } from '../../../api/problem.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDate } from '../../../lib/format.js'
import { type AppLocale, isLocale, LOCALES } from '../../../lib/locale.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { Select } from '../../../ui/form.js'
import { PageHeader } from '../../../ui/layout.js'
import { PageHead } from '../../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../ui/states.js'
import { StatusBadge } from '../../../ui/status.js'
import { type Column, DataTable } from '../../../ui/table.js'
import { type Statements, useGetStatementsQuery } from './statements-api.js'
import { longMonth } from '../income/months.js'

const FORMATS: readonly StatementFormat[] = ['pdf', 'xlsx', 'csv', 'json']

/** `/dashboard/statements`: signed statements of every month, and of every year for taxes. */
export default function StatementsPage() {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetStatementsQuery()
  return (
    <div className="frame pb-24">
      <PageHead title={t('statements.title')} private />
      <PageHeader title={t('statements.title')} lead={t('statements.lead')} />
      {data ? (
        <Content data={data} />
      ) : error && !isFetching ? (
        <ErrorState
          title={t('statements.error')}
          text={t('statements.errorText')}
          reference={(error as ApiError).reference}
          action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('statements.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-96 w-full" />
        </Loading>
      )}
    </div>
  )
}

function Content({ data: { months, years } }: { data: Statements }) {
  const t = useT()
  const [language, setLanguage] = useState<AppLocale>(useLocale())
  const monthColumns = usePeriodColumns<StatedMonth>(useMonthName(), language)
  const yearColumns = usePeriodColumns<StatedYear>(({ year }) => String(year), language)
  if (months.length + years.length === 0)
    return (
      <EmptyState
        title={t('statements.empty')}
        text={t('statements.emptyText')}
        action={<ButtonLink to="/properties">{t('statements.properties')}</ButtonLink>}
      />
    )
  return (
    <div className="flex flex-col gap-12">
      <Select
        id="statement-language"
        label={t('statements.language')}
        value={language}
        onChange={({ target: { value } }) => isLocale(value) && setLanguage(value)}
        className="max-w-[20rem]"
      >
        {LOCALES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGES[code].name}
          </option>
        ))}
      </Select>
      <section>
        <h2 className="text-26">{t('statements.months')}</h2>
        <p className="max-w-[72ch] pt-1 pb-4 text-15 text-ink-2">{t('statements.monthsText')}</p>
        <DataTable
          caption={t('statements.months')}
          columns={monthColumns}
          rows={months}
          rowKey={({ month }) => month}
        />
      </section>
      <section>
        <h2 className="text-26">{t('statements.years')}</h2>
        <p className="max-w-[72ch] pt-1 pb-4 text-15 text-ink-2">{t('statements.yearsText')}</p>
        <DataTable
          caption={t('statements.years')}
          columns={yearColumns}
          rows={years}
          rowKey={({ year }) => String(year)}
        />
      </section>
      <section>
        <h2 className="text-22">{t('statements.verify')}</h2>
        <p className="max-w-[72ch] pt-1 text-15 text-ink-2">{t('statements.verifyText')}</p>
        <p className="pt-2 text-15">
          <a
            href="/api/statements/keys"
            className="inline-flex min-h-11 items-center text-primary underline underline-offset-3 hover:text-primary-hover"
          >
            {t('statements.keys')}
          </a>
        </p>
      </section>
    </div>
  )
}

function useMonthName() {
  const locale = useLocale()
  return ({ month }: StatedMonth) => longMonth(month, locale)
}

/** A period with its days and its files. `nameOf` names it. */
function usePeriodColumns<Row extends StatedMonth | StatedYear>(
  nameOf: (row: Row) => string,
  language: AppLocale,
): Column<Row>[] {
  const t = useT()
  const locale = useLocale()
  return [
    { key: 'period', header: t('statements.period'), lead: true, cell: nameOf },
    {
      key: 'days',
      header: t('statements.days'),
      cell: ({ from, to }) => t('statements.range', { from: formatDate(from, locale), to: formatDate(to, locale) }),
    },
    {
      key: 'state',
      header: t('statements.state'),
      cell: ({ complete }) => (
        <StatusBadge tone={complete ? 'good' : 'info'}>
          {t(complete ? 'statements.complete' : 'statements.running')}
        </StatusBadge>
      ),
    },
    {
      key: 'files',
      header: t('statements.files'),
      end: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-x-5">
          {FORMATS.map((format) => (
            <DocumentButton
              key={format}
              path={pathOf(row, format, language)}
              name={fileName(row, language)}
              className="max-md:min-w-11 max-md:justify-end"
            >
              {format.toUpperCase()}
              <span className="sr-only"> {nameOf(row)}</span>
            </DocumentButton>
          ))}
        </span>
      ),
    },
  ]
}

function pathOf(row: StatedMonth | StatedYear, format: StatementFormat, locale: AppLocale): string {
  const period = 'year' in row ? `year=${row.year}` : `from=${row.from}&to=${row.to}`
  return `/api/statements/${format}?${period}&locale=${locale}`
}

const fileName = (row: StatedMonth | StatedYear, locale: AppLocale) =>
  'year' in row ? `hissa-tax-${row.year}-${locale}` : `hissa-statement-${row.from}-${row.to}-${locale}`
