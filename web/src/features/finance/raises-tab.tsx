import { RaiseState, type RaiseRunView, type StaffRaiseView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../api/property-title.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/form.js'
import { DefinitionList } from '../../ui/layout.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { Decisions } from './decisions.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { useGetRaiseQuery, useListRaisesQuery } from './finance-api.js'
import { Code, Empty, Pages, Part, type PartProps, POLLING, Proposal, subjectOf } from './parts.js'
import { ResolutionActions } from './resolution-actions.js'
import { usePage } from './use-page.js'

const TONES: Record<RaiseState, Tone> = {
  ...{ draft: 'neutral', in_review: 'neutral', active: 'info', funded: 'warn', completed: 'good', failed: 'bad' },
}

/** With a hyphen that doesn't break the line. */
const SHA_256 = 'SHA\u2011256'

/** Raises with their progress, or the one that the address names. */
export function RaisesTab(props: PartProps) {
  const { params } = usePage()
  const propertyId = params.get('raise')
  return propertyId ? <Raise propertyId={propertyId} {...props} /> : <Raises {...props} />
}

function Raises({ userId, onTask }: PartProps) {
  const t = useT()
  const { params, after, set } = usePage()
  const state = RaiseState.safeParse(params.get('state'))
  const list = useListRaisesQuery({ ...(state.success ? { state: state.data } : {}), ...after }, POLLING)
  const columns = useColumns({ userId, onTask })
  const rows = list.data?.raises ?? []
  const filters = (
    <Select
      className="mb-3 max-w-60"
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
    <Part
      {...{ title: t('finance.tab.raises'), error: list.error, loading: !list.data, filters }}
      retry={() => void list.refetch()}
    >
      {rows.length === 0 ? (
        <Empty text={t('finance.empty.raises')} />
      ) : (
        <DeskTable
          caption={t('finance.tab.raises')}
          columns={columns}
          rows={rows}
          rowKey={({ property }) => property.propertyId}
          onOpen={({ property }) => set({ raise: property.propertyId, after: null })}
          file="raises"
        />
      )}
      <Pages first={!after.cursor} next={list.data?.cursor} onPage={(cursor) => set({ after: cursor })} />
    </Part>
  )
}

function useColumns({ userId, onTask }: PartProps): Array<DeskColumn<StaffRaiseView>> {
  const t = useT()
  const locale = useLocale()
  const { set } = usePage()
  const units = ({ unitsPaid, unitsTotal }: StaffRaiseView) => `${unitsPaid} / ${unitsTotal}`
  return [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property }) => (
        <button
          type="button"
          className="min-h-9 max-md:min-h-11 text-start underline underline-offset-3"
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
      cell: (raise) =>
        raise.pending ? (
          <Proposal pending={raise.pending} />
        ) : (
          <StatusBadge tone={raise.rejected ? 'bad' : TONES[raise.state]}>
            {raise.rejected ? t('finance.raiseRejected') : t(`finance.raiseState.${raise.state}`)}
          </StatusBadge>
        ),
    },
    {
      key: 'paid',
      header: t('finance.column.paid'),
      figures: true,
      text: units,
      order: ({ unitsPaid, unitsTotal }) => unitsPaid / unitsTotal,
    },
    {
      key: 'minimum',
      header: t('finance.column.minimum'),
      figures: true,
      text: ({ minimumUnits }) => String(minimumUnits),
      order: ({ minimumUnits }) => minimumUnits,
    },
    {
      key: 'deadline',
      header: t('finance.column.deadline'),
      text: ({ deadline }) => deadline,
      cell: ({ deadline }) => formatDateTime(deadline, locale),
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
      cell: (raise) => <RaiseActions {...{ raise, userId, onTask }} />,
    },
  ]
}

function RaiseActions({ raise, ...props }: PartProps & { raise: StaffRaiseView; none?: string }) {
  return (
    <ResolutionActions
      {...props}
      {...{ pending: raise.pending, own: raise.own }}
      subject={subjectOf('raise', raise.property.propertyId)}
      types={raise.actions}
      retry={raise.rejected !== undefined && !raise.pending}
    />
  )
}

/** Shows how many orders a run has processed, in words and as a bar. */
function RunProgress({ run: { kind, total, done, failed, rejected } }: { run: RaiseRunView }) {
  const t = useT()
  const label = t(`finance.run.${kind}`)
  return (
    <span className="inline-flex w-40 flex-col gap-1">
      <span>{label}</span>
      <progress className="h-1.5 w-full accent-primary" max={Math.max(1, total)} value={done} aria-label={label} />
      <span className="text-12 text-ink-2">
        {t('finance.runDone', { done, total })}
        {failed > 0 && ` · ${t('finance.runFailed', { count: failed })}`}
        {rejected > 0 && ` · ${t('finance.runRejected', { count: rejected })}`}
      </span>
    </span>
  )
}

function Raise({ propertyId, userId, onTask }: PartProps & { propertyId: string }) {
  const t = useT()
  const locale = useLocale()
  const { set } = usePage()
  const read = useGetRaiseQuery(propertyId, POLLING)
  const raise = read.data?.raise
  const at = (iso: string | undefined) => iso && formatDateTime(iso, locale)
  const facts: Array<readonly [term: string, value: React.ReactNode]> = raise
    ? [
        [t('finance.column.state'), t(`finance.raiseState.${raise.state}`)],
        [t('finance.column.paid'), `${raise.unitsPaid} / ${raise.unitsTotal}`],
        [t('finance.reserved'), raise.unitsReserved],
        [t('finance.available'), raise.unitsAvailable],
        [t('finance.column.minimum'), raise.minimumUnits],
        [t('finance.investors'), raise.investors],
        [t('finance.column.deadline'), at(raise.deadline)],
        [t('finance.closedAt'), at(raise.fundedAt)],
        [t('finance.coolingOffEnds'), at(raise.coolingOffEndsAt)],
        [t('finance.failedAt'), at(raise.failedAt)],
        [t('finance.completedAt'), at(raise.completedAt)],
        [t('finance.deed'), raise.deed && <Code text={raise.deed.number} />],
        [t('finance.field.issuedOn'), raise.deed && formatDate(raise.deed.issuedOn, locale)],
        [SHA_256, raise.deed && <bdi className="break-all">{raise.deed.documentSha256}</bdi>],
        [t('finance.column.progress'), raise.run && <RunProgress run={raise.run} />],
      ]
    : []
  const shown = facts.filter(([, value]) => value !== undefined).map(([term, value]) => ({ term, value }))
  const back = (
    <Button className="mb-3" size="s" kind="secondary" onClick={() => set({ raise: null })}>
      {t('finance.backToRaises')}
    </Button>
  )
  return (
    <Part
      {...{
        title: raise?.property.title ?? t('finance.tab.raises'),
        error: read.error,
        loading: !raise,
        filters: back,
      }}
      retry={() => void read.refetch()}
    >
      {raise && (
        <div data-detail className="flex flex-col gap-8">
          <div className="grid gap-6 lg:grid-cols-2">
            <DefinitionList facts={shown} />
            <div className="flex flex-col items-start gap-3">
              {raise.pending && <Proposal pending={raise.pending} />}
              <RaiseActions {...{ raise, userId, onTask }} none="" />
              <Button size="s" kind="quiet" onClick={() => set({ tab: 'orders', property: propertyId, raise: null })}>
                {t('finance.ordersOfRaise')}
              </Button>
            </div>
          </div>
          <Decisions decisions={read.data?.decisions ?? []} />
        </div>
      )}
    </Part>
  )
}
