import type { RejectedOrderView, SuspenseItemView } from '@hissa/contracts/investment'
import { useSearchParams } from 'react-router-dom'
import { useBusinessNow } from '../../api/business-clock.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { daysUntil } from '../../lib/format.js'
import { StatusBadge } from '../../ui/status.js'
import { When } from '../../ui/when.js'
import type { DeskColumn } from './desk-table.js'
import { orderActionsOf } from './finance.js'
import { endpoints, useListRejectedWorkQuery, useListSuspenseQuery, type SuspenseView } from './finance-api.js'
import { DifferencesTable } from './differences-table.js'
import { amountColumn, useFileColumns } from './columns.js'
import { About } from './frame.js'
import { minorText } from './minor-text.js'
import { PagedList } from './paged-list.js'
import { Code } from './code.js'
import { Amount, dubaiText, type PartProps, POLLING, Proposal, subjectOf } from './parts.js'
import { Person, usePersonName } from './people.js'
import { ResolutionActions } from './resolution-actions.js'
import { useReadOnce } from './read-all.js'
import { usePage } from './use-page.js'

/** Money that no order explains, and properties whose chain and register disagree. */
export function SuspenseTab({ userId, onTask }: PartProps) {
  const t = useT()
  const [params] = useSearchParams()
  const { after, set } = usePage()
  const view: SuspenseView = params.get('view') === 'resolved' ? 'resolved' : 'unresolved'
  const other = view === 'resolved' ? 'unresolved' : 'resolved'
  const list = useListSuspenseQuery({ view, ...after }, POLLING)
  const once = useReadOnce()
  const columns = useItemColumns({ userId, onTask })
  const rows = list.data?.items ?? []
  const differences = list.data?.differences ?? []
  const filters = (
    <div className="flex rounded-s bg-sunken p-1">
      {(['unresolved', 'resolved'] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          onClick={() => set({ view: name, after: null })}
          className={cx(
            'min-h-8 rounded-s border px-3 text-13 max-md:min-h-11',
            name === view
              ? 'border-line bg-surface font-medium text-ink'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`finance.view.${name}`)}
        </button>
      ))}
    </div>
  )
  return (
    <PagedList
      title={t('finance.suspense')}
      list={list}
      filters={filters}
      empty={{
        title: t(`finance.empty.${view}`),
        text: t(`finance.emptyText.${view}`),
        action: [t(`finance.show.${other}`), () => set({ view: other, after: null })],
      }}
      above={
        differences.length > 0 && (
          <DifferencesTable
            rows={differences}
            file={`register-differences-${view}`}
            onOpen={(propertyId) => set({ tab: 'raises', raise: propertyId, after: null })}
          />
        )
      }
      columns={view === 'resolved' ? columns.filter(({ key }) => key !== 'actions') : columns}
      rows={rows}
      rowKey={({ itemId }) => itemId}
      firstSort={view === 'unresolved' ? { key: 'due', isDescending: false } : undefined}
      key={view}
      file={`suspense-${view}`}
      read={async (page) => {
        const { items, cursor } = await once(endpoints.listSuspense, { view, ...page })
        return { rows: items, cursor }
      }}
    />
  )
}

/** Orders whose work the processor rejected. */
export function RejectedTab({ userId, onTask }: PartProps) {
  const t = useT()
  const { after, set } = usePage()
  const list = useListRejectedWorkQuery(after, POLLING)
  const once = useReadOnce()
  const columns = useRejectedColumns({ userId, onTask })
  const rows = list.data?.orders ?? []
  return (
    <PagedList
      title={t('finance.rejected')}
      list={list}
      filters={<About text={t('finance.about.rejected')} />}
      empty={{
        title: t('finance.empty.rejected'),
        text: t('finance.emptyText.rejected'),
        action: [t('finance.goToOrders'), () => set({ tab: 'orders' })],
      }}
      columns={columns}
      rows={rows}
      rowKey={({ orderId }) => orderId}
      onOpen={({ orderId }) => set({ tab: 'orders', order: orderId, after: null })}
      file="rejected-requests"
      read={async (page) => {
        const { orders, cursor } = await once(endpoints.listRejectedWork, page)
        return { rows: orders, cursor }
      }}
    />
  )
}

function State({ item: { state, rejected, resolution, pending } }: { item: SuspenseItemView }) {
  const t = useT()
  if (pending) return <Proposal pending={pending} />
  const text = rejected
    ? t('finance.state.rejected')
    : resolution
      ? t(`finance.resolution.${resolution.type}`)
      : t(`finance.state.${state}`)
  return (
    <span className="inline-flex flex-col items-end gap-1 md:items-start">
      <StatusBadge tone={rejected ? 'bad' : STATE_TONES[state]}>{text}</StatusBadge>
      {resolution?.reference && <Code text={resolution.reference} />}
    </span>
  )
}

/** Days from which on the time that is left for evidence is marked. */
const SOON_DAYS = 3

/** Shows until when evidence is accepted, in Dubai time, and the days that are left. */
function EvidenceDue({ at }: { at: string }) {
  const t = useT()
  const nowMs = useBusinessNow()()
  const days = daysUntil(at, nowMs)
  const isOver = Date.parse(at) <= nowMs
  return (
    <span className="inline-flex flex-col items-end gap-1 md:items-start">
      <When at={at} />
      <StatusBadge tone={isOver ? 'bad' : days <= SOON_DAYS ? 'warn' : 'neutral'}>
        {isOver ? t('finance.evidenceOverdue') : t('finance.daysLeft', { count: days })}
      </StatusBadge>
    </span>
  )
}

const STATE_TONES = { open: 'warn', refunding: 'info', resolved: 'good' } as const

const signedMinor = ({ direction, amountMinor }: SuspenseItemView) => (direction === 'out' ? -amountMinor : amountMinor)

/** Returns the columns of suspense items. */
export function useItemColumns({ userId, onTask }: PartProps): Array<DeskColumn<SuspenseItemView>> {
  const t = useT()
  const inFile = useFileColumns()
  return [
    { key: 'kind', header: t('finance.column.kind'), lead: true, text: ({ kind }) => t(`finance.kind.${kind}`) },
    {
      key: 'opened',
      header: t('finance.column.opened'),
      text: ({ openedAt }) => dubaiText(openedAt),
      cell: ({ openedAt }) => <When at={openedAt} />,
    },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      text: (item) => minorText(signedMinor(item), item.currency),
      order: signedMinor,
      cell: (item) => <Amount minor={signedMinor(item)} currency={item.currency} />,
    },
    inFile.currency(({ currency }) => currency),
    {
      key: 'due',
      header: t('finance.column.evidenceDue'),
      text: ({ evidenceDueAt }) => (evidenceDueAt ? dubaiText(evidenceDueAt) : '–'),
      // Those without evidence to submit follow.
      order: ({ evidenceDueAt }) => (evidenceDueAt ? Date.parse(evidenceDueAt) : Number.MAX_SAFE_INTEGER),
      cell: ({ evidenceDueAt }) => (evidenceDueAt ? <EvidenceDue at={evidenceDueAt} /> : '–'),
    },
    {
      key: 'about',
      header: t('finance.column.about'),
      text: ({ reference, paymentId }) => reference ?? paymentId ?? '–',
      cell: ({ reference, paymentId }) => <Code text={reference ?? paymentId ?? '–'} />,
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ pending, rejected, resolution, state }) =>
        pending
          ? t('finance.state.proposed')
          : rejected
            ? t('finance.state.rejected')
            : resolution
              ? t(`finance.resolution.${resolution.type}`)
              : t(`finance.state.${state}`),
      cell: (item) => <State item={item} />,
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (item) => (
        <ResolutionActions
          about={[t(`finance.kind.${item.kind}`), item.reference ?? item.paymentId].filter(Boolean).join(' · ')}
          {...{ userId, onTask, pending: item.pending, own: item.own }}
          none={item.dispute === 'open' ? t('finance.awaitsBank') : ''}
          subject={subjectOf('suspense', item.itemId)}
          types={item.actions}
          retry={item.rejected !== undefined && !item.pending}
        />
      ),
    },
  ]
}

function useRejectedColumns({ userId, onTask }: PartProps): Array<DeskColumn<RejectedOrderView>> {
  const t = useT()
  const nameOf = usePersonName()
  const inFile = useFileColumns()
  return [
    {
      key: 'order',
      header: t('finance.column.order'),
      lead: true,
      text: ({ reference }) => reference,
      cell: ({ reference, property }) => (
        <span className="inline-flex flex-col">
          <span className="font-medium">
            <Code text={reference} />
          </span>
          <span className="text-ink-2">
            <PropertyTitle property={property} />
          </span>
        </span>
      ),
    },
    inFile.property(({ property }) => property),
    {
      key: 'investor',
      header: t('finance.investor'),
      text: ({ userId }) => nameOf(userId),
      person: ({ userId }) => userId,
      cell: ({ userId }) => <Person id={userId} />,
    },
    inFile.investorId(({ userId }) => userId),
    { key: 'work', header: t('finance.column.work'), text: ({ work }) => t(`finance.work.${work}`) },
    amountColumn('amount', t('finance.column.amount'), ({ totalFils }) => totalFils),
    inFile.currency(),
    {
      key: 'code',
      header: t('finance.column.code'),
      text: ({ rejected }) => rejected.code,
      cell: ({ rejected, pending }) => (pending ? <Proposal pending={pending} /> : <Code text={rejected.code} />),
    },
    {
      key: 'at',
      header: t('finance.column.since'),
      text: ({ rejected }) => dubaiText(rejected.at),
      cell: ({ rejected }) => <When at={rejected.at} />,
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (order) => (
        <ResolutionActions
          about={`${order.reference} · ${order.property.title}`}
          {...{ userId, onTask, pending: order.pending, own: order.own }}
          subject={subjectOf('order', order.orderId)}
          types={orderActionsOf(order)}
          retry={!order.pending}
        />
      ),
    },
  ]
}
