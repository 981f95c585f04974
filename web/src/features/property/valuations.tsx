import type { PublishedValuation } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import { fils, quotaOf } from '@hissa/money'
import type { ApiError } from '../../api/problem.js'
import { useGetPropertyValuationsQuery, type PropertyValuations } from '../../api/valuations-api.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Money } from '../../ui/money.js'
import { Skeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/table.js'

/**
 * Shows what a property was last valued at, by whom, when and how, with the earlier valuations in a table. No figure
 * where there is no valuation. The server renders it; a property without a raise has none.
 */
export function Valuations({ property: { slug } }: { property: Property }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetPropertyValuationsQuery(slug)
  if (!data && (error as ApiError | undefined)?.status === 404) return null
  return (
    <section>
      <h2 className="pb-2 text-26">{t('valuations.title')}</h2>
      {data ? (
        <Content data={data} />
      ) : error && !isFetching ? (
        <p className="flex flex-wrap items-center gap-3 text-15 text-ink-2">
          {t('valuations.error')}
          <Button kind="secondary" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </p>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  )
}

function Content({ data: { valuations, unitsIssued } }: { data: PropertyValuations }) {
  const t = useT()
  const locale = useLocale()
  const columns = useColumns()
  const [latest] = valuations
  if (!latest)
    return (
      <div className="rounded-m border border-dashed border-line-strong px-5 py-4">
        <p className="text-15 font-medium">{t('valuations.none')}</p>
        <p className="max-w-[64ch] text-15 text-ink-2">{t('valuations.noneText')}</p>
      </div>
    )
  return (
    <>
      <p className="max-w-[68ch] pb-3 text-15 text-ink-2">{t('valuations.text')}</p>
      <p className="text-13 text-ink-2">{t('valuations.latest', { date: formatDate(latest.date, locale) })}</p>
      <p className="text-26">
        <Money fils={latest.valueFils} decimals={2} />
      </p>
      <p className="pb-4 text-13 text-ink-2">
        {t('valuations.share')} <Money fils={fils(quotaOf(latest.valueFils, 1, unitsIssued).floor)} decimals={2} />
      </p>
      <DataTable
        dense
        caption={t('valuations.title')}
        columns={columns}
        rows={valuations}
        rowKey={({ date }) => date}
      />
    </>
  )
}

function useColumns(): Column<PublishedValuation>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'date',
      header: t('valuations.column.date'),
      lead: true,
      cell: ({ date }) => <span className="whitespace-nowrap">{formatDate(date, locale)}</span>,
    },
    {
      key: 'valuer',
      header: t('valuations.column.valuer'),
      cell: ({ valuer }) => <bdi>{valuer}</bdi>,
    },
    { key: 'method', header: t('valuations.column.method'), cell: ({ method }) => t(`valuations.method.${method}`) },
    {
      key: 'report',
      header: t('valuations.column.report'),
      cell: ({ documentSha256 }) => (
        <bdi dir="ltr" title={documentSha256}>
          {documentSha256.slice(0, 8)}…{documentSha256.slice(-8)}
        </bdi>
      ),
    },
    {
      key: 'value',
      header: t('valuations.column.value'),
      end: true,
      figures: true,
      cell: ({ valueFils }) => <Money fils={valueFils} decimals={2} />,
    },
  ]
}
