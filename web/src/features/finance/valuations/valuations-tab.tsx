import { ValuationState, type ValuationView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { PropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatShortDate } from '../../../lib/format.js'
import { Button } from '../../../ui/button.js'
import { Select } from '../../../ui/form.js'
import { StatusBadge, type Tone } from '../../../ui/status.js'
import { amountColumn, useFileColumns } from '../columns.js'
import type { DeskColumn } from '../desk-table.js'
import { PagedList } from '../paged-list.js'
import { POLLING } from '../parts.js'
import { useProposalColumns } from '../proposal-columns.js'
import { useReadOnce } from '../read-all.js'
import { usePage } from '../use-page.js'
import { ActionButtons, WithdrawProposal } from '../withdraw-proposal.js'
import { endpoints, useListValuationsQuery, useWithdrawValuationMutation } from './staff-valuations-api.js'
import { useValuationRefusal } from './use-valuation-refusal.js'
import { DecideValuationDialog, ProposeValuationDialog, Report } from './valuation-dialogs.js'

type Task = { task: 'propose' } | { task: 'decide'; valuation: ValuationView; verdict: 'approve' | 'reject' }

const TONES: Record<ValuationState, Tone> = {
  ...{ proposed: 'warn', approved: 'good', rejected: 'bad', withdrawn: 'neutral' },
}

/** Lists valuations of properties, newest first, and offers to propose one and to decide those of others. */
export default function ValuationsTab({ userId }: { userId: string }) {
  const t = useT()
  const { params, after, set } = usePage()
  const [task, setTask] = useState<Task | null>(null)
  const close = () => setTask(null)
  const state = ValuationState.safeParse(params.get('state'))
  const query = state.success ? { state: state.data } : {}
  const list = useListValuationsQuery({ ...query, ...after }, POLLING)
  const once = useReadOnce()
  const filters = (
    <div className="flex w-full flex-wrap items-end gap-3 md:w-auto">
      <Select
        className="w-full md:w-52"
        label={t('finance.column.state')}
        value={state.success ? state.data : ''}
        onChange={(event) => set({ state: event.target.value, after: null })}
      >
        <option value="">{t('finance.allStates')}</option>
        {ValuationState.options.map((name) => (
          <option key={name} value={name}>
            {t(`valuations.state.${name}`)}
          </option>
        ))}
      </Select>
      <Button kind="secondary" className="min-h-12 max-md:w-full" onClick={() => setTask({ task: 'propose' })}>
        {t('valuations.propose')}
      </Button>
    </div>
  )
  return (
    <>
      <PagedList
        title={t('valuations.title')}
        list={list}
        filters={filters}
        empty={{
          title: t('valuations.empty'),
          text: t('valuations.emptyText'),
          action: state.success ? [t('finance.showAll'), () => set({ state: null, after: null })] : undefined,
        }}
        columns={useColumns(userId, setTask)}
        rows={list.data?.valuations ?? []}
        rowKey={({ valuationId }) => valuationId}
        file="valuations"
        read={async (page) => {
          const { valuations, cursor } = await once(endpoints.listValuations, { ...query, ...page })
          return { rows: valuations, cursor }
        }}
      />
      {task?.task === 'propose' && <ProposeValuationDialog onClose={close} />}
      {task?.task === 'decide' && <DecideValuationDialog {...task} onClose={close} />}
    </>
  )
}

function useColumns(userId: string, onTask: (task: Task) => void): Array<DeskColumn<ValuationView>> {
  const t = useT()
  const locale = useLocale()
  const inFile = useFileColumns()
  const proposed = useProposalColumns<ValuationView>(userId, (row) => row)
  return [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property }) => (
        <span className="block font-medium md:min-w-40">
          <PropertyTitle property={property} />
        </span>
      ),
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`valuations.state.${state}`),
      cell: ({ state }) => (
        <StatusBadge tone={TONES[state]} className="whitespace-nowrap">
          {t(`valuations.state.${state}`)}
        </StatusBadge>
      ),
    },
    amountColumn('value', t('valuations.column.value'), ({ valueFils }) => valueFils),
    inFile.currency(),
    {
      key: 'date',
      header: t('valuations.field.date'),
      text: ({ date }) => date,
      cell: ({ date }) => <span className="whitespace-nowrap">{formatShortDate(date, locale)}</span>,
    },
    {
      key: 'valuer',
      header: t('valuations.column.valuer'),
      text: ({ valuer }) => valuer,
      cell: ({ valuer, method }) => (
        <>
          <bdi className="block">{valuer}</bdi>
          <span className="text-ink-2">{t(`valuations.method.${method}`)}</span>
        </>
      ),
    },
    {
      key: 'reportFile',
      header: t('rent.column.document'),
      cell: (valuation) => <Report valuation={valuation} />,
    },
    {
      key: 'method',
      header: t('valuations.column.method'),
      text: ({ method }) => t(`valuations.method.${method}`),
      fileOnly: true,
    },
    { key: 'report', header: t('valuations.column.report'), text: ({ document }) => document.sha256, fileOnly: true },
    ...proposed.filter(({ key }) => key !== 'reason'),
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (valuation) => <Actions {...{ userId, valuation, onTask }} />,
    },
  ]
}

interface ActionsProps {
  userId: string
  valuation: ValuationView
  onTask: (task: Task) => void
}

/** Offers to decide another person's proposal, or to withdraw one's own. The maker can't decide. */
function Actions({ userId, valuation, onTask }: ActionsProps) {
  const t = useT()
  const refusal = useValuationRefusal()
  const [withdraw, { isLoading }] = useWithdrawValuationMutation()
  const { valuationId, state, maker, own } = valuation
  if (state !== 'proposed') return null
  if (maker === userId) {
    const run = async () => {
      const { error } = await withdraw(valuationId)
      return error && refusal(error)
    }
    return <WithdrawProposal withdraw={run} inDetail={false} isLoading={isLoading} />
  }
  if (own) return <span className="text-13 text-ink-2">{t('valuations.own')}</span>
  const buttons = (['approve', 'reject'] as const).map((verdict) => ({
    name: verdict,
    text: t(`finance.action.${verdict}`),
    kind: verdict === 'reject' ? ('secondary' as const) : ('soft' as const),
    onClick: () => onTask({ task: 'decide', valuation, verdict }),
  }))
  return <ActionButtons buttons={buttons} inDetail={false} />
}
