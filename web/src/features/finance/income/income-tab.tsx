import { DistributionState, IncomePeriod, type DistributionView } from '@hissa/contracts/investment'
import { useState, type FormEvent } from 'react'
import { useBusinessNow } from '../../../api/business-clock.js'
import { PropertyTitle, usePropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatShortDate } from '../../../lib/format.js'
import { dubaiDate, quarterAfter, quarterOf, quarterText } from '../../../lib/quarter.js'
import { Button } from '../../../ui/button.js'
import { Form, Select } from '../../../ui/form.js'
import { Card } from '../../../ui/layout.js'
import { Money } from '../../../ui/money.js'
import { Notice } from '../../../ui/states.js'
import { StatusBadge } from '../../../ui/status.js'
import { amountColumn, useFileColumns } from '../columns.js'
import type { DeskColumn } from '../desk-table.js'
import { useListRaisesQuery } from '../finance-api.js'
import { PagedList } from '../paged-list.js'
import { POLLING } from '../parts.js'
import { useProposalColumns } from '../proposal-columns.js'
import { useReadOnce } from '../read-all.js'
import { usePage } from '../use-page.js'
import { DistributionActions } from './distribution-actions.js'
import { DecideDialog, Progress } from './distribution-dialogs.js'
import { QuarterDetail } from './quarter-detail.js'
import { endpoints, useListDistributionsQuery } from './rent-api.js'
import { DISTRIBUTION_TONES, type RentTask } from './rent.js'

/** Distributions and the way to each property's quarters, or the quarter that the address names. */
export default function IncomeTab({ userId }: { userId: string }) {
  const { params } = usePage()
  const [propertyId, period] = [params.get('property'), IncomePeriod.safeParse(params.get('period'))]
  if (propertyId && period.success) return <QuarterDetail {...{ userId, propertyId, period: period.data }} />
  return <Distributions userId={userId} />
}

function Distributions({ userId }: { userId: string }) {
  const t = useT()
  const { params, after, set } = usePage()
  const [task, setTask] = useState<RentTask | null>(null)
  const state = DistributionState.safeParse(params.get('state'))
  const query = state.success ? { state: state.data } : {}
  const list = useListDistributionsQuery({ ...query, ...after }, POLLING)
  const once = useReadOnce()
  const open = (propertyId: string, period: string) => set({ property: propertyId, period, state: null, after: null })
  const columns = useColumns(userId, setTask, open)
  const filters = (
    <Select
      className="w-full md:w-52"
      label={t('finance.column.state')}
      value={state.success ? state.data : ''}
      onChange={(event) => set({ state: event.target.value, after: null })}
    >
      <option value="">{t('finance.allStates')}</option>
      {DistributionState.options.map((name) => (
        <option key={name} value={name}>
          {t(`rent.state.${name}`)}
        </option>
      ))}
    </Select>
  )
  return (
    <div className="flex flex-col gap-6">
      <Choose onOpen={open} />
      <Overdue rows={list.data?.overdue ?? []} onOpen={open} />
      <PagedList
        title={t('rent.distributions')}
        list={list}
        filters={filters}
        empty={{
          title: t('rent.noDistributions'),
          text: t('rent.noDistributionsText'),
          action: state.success ? [t('finance.showAll'), () => set({ state: null, after: null })] : undefined,
        }}
        columns={columns}
        rows={list.data?.distributions ?? []}
        rowKey={({ distributionId }) => distributionId}
        onOpen={({ property, period }) => open(property.propertyId, period)}
        file="distributions"
        read={async (page) => {
          const { distributions, cursor } = await once(endpoints.listDistributions, { ...query, ...page })
          return { rows: distributions, cursor }
        }}
      />
      {task?.task === 'decide' && <DecideDialog {...task} onClose={() => setTask(null)} />}
    </div>
  )
}

/** The quarters that can be chosen: the current one and those of the last two years. */
const QUARTERS = 9

/** Opens a quarter of a property whose raise is completed. */
function Choose({ onOpen }: { onOpen: (propertyId: string, period: string) => void }) {
  const t = useT()
  const raises = useListRaisesQuery({ state: 'completed', limit: 100 }).data?.raises ?? []
  const current = quarterOf(dubaiDate(useBusinessNow()()))
  const [chosen, setChosen] = useState<string>()
  const [period, setPeriod] = useState(current)
  const property = chosen ?? raises[0]?.property.propertyId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (property) onOpen(property, period)
  }
  return (
    <Card className="px-5 py-4">
      <Form className="gap-3 md:flex-row md:items-end" onSubmit={submit}>
        <Select
          className="md:w-72"
          label={t('finance.column.property')}
          value={property ?? ''}
          disabled={raises.length === 0}
          onChange={(event) => setChosen(event.target.value)}
        >
          {raises.length === 0 && <option value="">{t('rent.noProperties')}</option>}
          {raises.map((raise) => (
            <PropertyOption key={raise.property.propertyId} property={raise.property} />
          ))}
        </Select>
        <Select
          className="md:w-44"
          label={t('income.column.quarter')}
          value={period}
          onChange={(event) => setPeriod(event.target.value)}
        >
          {Array.from({ length: QUARTERS }, (_, index) => quarterAfter(current, -index)).map((name) => (
            <option key={name} value={name}>
              {t(...quarterText(name))}
            </option>
          ))}
        </Select>
        <Button type="submit" kind="secondary" className="min-h-12" disabled={!property}>
          {t('rent.open')}
        </Button>
      </Form>
    </Card>
  )
}

function PropertyOption({ property }: { property: DistributionView['property'] }) {
  return <option value={property.propertyId}>{usePropertyTitle(property)}</option>
}

interface OverdueProps {
  rows: ReadonlyArray<Pick<DistributionView, 'property' | 'period' | 'netIncomeFils'>>
  onOpen: (propertyId: string, period: string) => void
}

/** Names the quarters whose income should have been distributed. */
function Overdue({ rows, onOpen }: OverdueProps) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <Notice tone="warn" title={t('rent.overdue', { count: rows.length })}>
      <ul>
        {rows.map(({ property, period, netIncomeFils }) => (
          <li key={`${property.propertyId}${period}`}>
            <button
              type="button"
              className="min-h-8 text-start underline underline-offset-3 hover:text-ink max-md:min-h-11"
              onClick={() => onOpen(property.propertyId, period)}
            >
              <PropertyTitle property={property} /> · {t(...quarterText(period))}
            </button>{' '}
            · <Money fils={netIncomeFils} decimals={2} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function useColumns(
  userId: string,
  onTask: (task: RentTask) => void,
  open: (propertyId: string, period: string) => void,
): Array<DeskColumn<DistributionView>> {
  const t = useT()
  const locale = useLocale()
  const inFile = useFileColumns()
  const proposed = useProposalColumns<DistributionView>(userId, (row) => row)
  return [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property, period }) => (
        <button
          type="button"
          className="min-h-9 text-start font-medium underline decoration-line-strong underline-offset-3 hover:decoration-ink max-md:min-h-11"
          onClick={() => open(property.propertyId, period)}
        >
          <span className="block md:min-w-40">
            <PropertyTitle property={property} />
          </span>
          <span className="block font-normal text-ink-2">{t(...quarterText(period))}</span>
        </button>
      ),
    },
    { key: 'period', header: t('income.column.quarter'), text: ({ period }) => period, fileOnly: true },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`rent.state.${state}`),
      cell: ({ state }) => (
        <StatusBadge tone={DISTRIBUTION_TONES[state]} className="whitespace-nowrap">
          {t(`rent.state.${state}`)}
        </StatusBadge>
      ),
    },
    amountColumn('net', t('income.line.netIncome'), ({ netIncomeFils }) => netIncomeFils),
    inFile.currency(),
    {
      key: 'record',
      header: t('rent.column.recordDate'),
      text: ({ recordDate }) => recordDate,
      cell: ({ recordDate }) => <span className="whitespace-nowrap">{formatShortDate(recordDate, locale)}</span>,
    },
    {
      key: 'progress',
      header: t('rent.column.progress'),
      text: ({ progress }) => (progress ? `${progress.paidInvestors} / ${progress.investors}` : '–'),
      cell: (distribution) => <Progress distribution={distribution} />,
    },
    ...proposed.filter(({ key }) => key !== 'reason'),
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (distribution) => <DistributionActions {...{ userId, distribution, onTask }} />,
    },
  ]
}
