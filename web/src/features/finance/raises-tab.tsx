import { RaiseState, type StaffRaiseView } from '@hissa/contracts/investment'
import { times } from '@hissa/money'
import { PropertyTitle } from '../../api/property-title.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { formatFunded } from '../../lib/format.js'
import { Select } from '../../ui/form.js'
import { Money } from '../../ui/money.js'
import { ShareGrid } from '../../ui/share-grid.js'
import { When } from '../../ui/when.js'
import type { DeskColumn } from './desk-table.js'
import { endpoints, useListRaisesQuery } from './finance-api.js'
import { PagedList } from './paged-list.js'
import { dubaiText, type PartProps, POLLING, Proposal } from './parts.js'
import { RaiseDetail } from './raise-detail.js'
import { RaiseActions, RaiseBadge, RunProgress } from './raise-parts.js'
import { useReadOnce } from './read-all.js'
import { usePage } from './use-page.js'

/** Raises with their progress, or the one that the address names. */
export function RaisesTab(props: PartProps) {
  const { params } = usePage()
  const propertyId = params.get('raise')
  return propertyId ? <RaiseDetail propertyId={propertyId} {...props} /> : <Raises {...props} />
}

function Raises({ userId, onTask }: PartProps) {
  const t = useT()
  const { params, after, set } = usePage()
  const state = RaiseState.safeParse(params.get('state'))
  const query = state.success ? { state: state.data } : {}
  const list = useListRaisesQuery({ ...query, ...after }, POLLING)
  const once = useReadOnce()
  const columns = useColumns({ userId, onTask })
  const rows = list.data?.raises ?? []
  const filters = (
    <Select
      className="w-full md:w-52"
      label={t('finance.column.state')}
      value={state.success ? state.data : ''}
      onChange={(event) => set({ state: event.target.value, after: null })}
    >
      <option value="">{t('finance.allStates')}</option>
      {(['active', 'funded', 'completed', 'failed'] as const).map((name) => (
        <option key={name} value={name}>
          {t(`finance.raiseState.${name}`)}
        </option>
      ))}
    </Select>
  )
  return (
    <PagedList
      title={t('finance.tab.raises')}
      list={list}
      filters={filters}
      empty={{
        title: t('finance.empty.raises'),
        text: t('finance.emptyText.raises'),
        action: [t('finance.showAll'), () => set({ state: null, after: null })],
      }}
      columns={columns}
      rows={rows}
      rowKey={({ property }) => property.propertyId}
      onOpen={({ property }) => set({ raise: property.propertyId, after: null })}
      file="raises"
      read={async (page) => {
        const { raises, cursor } = await once(endpoints.listRaises, { ...query, ...page })
        return { rows: raises, cursor }
      }}
    />
  )
}

function useColumns({ userId, onTask }: PartProps): Array<DeskColumn<StaffRaiseView>> {
  const t = useT()
  const { set } = usePage()
  return [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property }) => (
        <button
          type="button"
          className="min-h-9 text-start font-medium underline decoration-line-strong underline-offset-3 hover:decoration-ink max-md:min-h-11"
          onClick={() => set({ raise: property.propertyId, after: null })}
        >
          <PropertyTitle property={property} />
        </button>
      ),
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`finance.raiseState.${state}`),
      cell: (raise) => (
        <span className="inline-flex flex-col items-end gap-1 whitespace-nowrap md:items-start">
          <RaiseBadge raise={raise} />
          {raise.pending && <Proposal pending={raise.pending} brief />}
        </span>
      ),
    },
    {
      key: 'paid',
      header: t('finance.column.paid'),
      text: ({ unitsPaid, unitsTotal }) => `${unitsPaid} / ${unitsTotal}`,
      order: ({ unitsPaid, unitsTotal }) => unitsPaid / unitsTotal,
      cell: (raise) => <Paid raise={raise} />,
    },
    {
      key: 'minimum',
      header: t('finance.column.minimum'),
      figures: true,
      text: ({ minimumUnits }) => String(minimumUnits),
      order: ({ minimumUnits }) => minimumUnits,
      cell: ({ minimumUnits }) => formatCount(minimumUnits),
    },
    {
      key: 'deadline',
      header: t('finance.column.deadline'),
      text: ({ deadline }) => dubaiText(deadline),
      cell: ({ deadline }) => <When at={deadline} />,
    },
    {
      key: 'run',
      header: t('finance.column.progress'),
      text: ({ run }) => (run ? `${t(`finance.run.${run.kind}`)} ${run.done} / ${run.total}` : '–'),
      cell: ({ run }) => (run ? <RunProgress run={run} /> : '–'),
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (raise) => <RaiseActions {...{ raise, userId, onTask }} />,
    },
  ]
}

/** Shows how much of an offering is paid, as on the property's own page. */
function Paid({ raise: { unitsPaid, unitsTotal, unitPriceFils } }: { raise: StaffRaiseView }) {
  const t = useT()
  const locale = useLocale()
  const [paid, total] = [formatCount(unitsPaid), formatCount(unitsTotal)]
  return (
    <span className="flex w-44 max-w-full flex-col gap-1 max-[359px]:w-36">
      <span className="flex items-baseline justify-between gap-3">
        <span dir="ltr">
          {paid} / {total}
        </span>
        <span className="text-ink-2">{formatFunded(Math.floor((unitsPaid * 10_000) / unitsTotal), locale)}</span>
      </span>
      <span className="text-13 text-ink-2">
        <Money fils={times(unitPriceFils, unitsPaid)} />
      </span>
      <ShareGrid
        form="line"
        unitsTotal={unitsTotal}
        unitsTaken={unitsPaid}
        unitPriceFils={unitPriceFils}
        label={t('finance.paidOf', { paid, total })}
      />
    </span>
  )
}
