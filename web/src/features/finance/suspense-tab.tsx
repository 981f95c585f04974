import type { RejectedOrderView, SuspenseItemView } from '@hissa/contracts/investment'
import { useSearchParams } from 'react-router-dom'
import { PropertyTitle } from '../../api/property-title.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Money } from '../../ui/money.js'
import { StatusBadge } from '../../ui/status.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { orderActionsOf } from './finance.js'
import { useListRejectedWorkQuery, useListSuspenseQuery, type SuspenseView } from './finance-api.js'
import { aedText, Amount, Code, Empty, Pages, Part, type PartProps, POLLING, Proposal, subjectOf } from './parts.js'
import { ResolutionActions } from './resolution-actions.js'
import { usePage } from './use-page.js'

/** Money that no order explains. */
export function SuspenseTab({ userId, onTask }: PartProps) {
  const t = useT()
  const [params] = useSearchParams()
  const { after, set } = usePage()
  const view: SuspenseView = params.get('view') === 'resolved' ? 'resolved' : 'unresolved'
  const list = useListSuspenseQuery({ view, ...after }, POLLING)
  const columns = useItemColumns({ userId, onTask })
  const rows = list.data?.items ?? []
  const filters = (
    <div className="mb-3 flex gap-2">
      {(['unresolved', 'resolved'] as const).map((name) => (
        <Button
          key={name}
          size="s"
          kind={name === view ? 'primary' : 'secondary'}
          aria-pressed={name === view}
          onClick={() => set({ view: name, after: null })}
        >
          {t(`finance.view.${name}`)}
        </Button>
      ))}
    </div>
  )
  return (
    <Part
      {...{ title: t('finance.suspense'), error: list.error, loading: !list.data, filters }}
      retry={() => void list.refetch()}
    >
      {rows.length === 0 ? (
        <Empty text={t(`finance.empty.${view}`)} />
      ) : (
        <DeskTable
          caption={t('finance.suspense')}
          columns={view === 'resolved' ? columns.filter(({ key }) => key !== 'actions') : columns}
          rows={rows}
          rowKey={({ itemId }) => itemId}
          file={`suspense-${view}`}
        />
      )}
      <Pages first={!after.cursor} next={list.data?.cursor} onPage={(cursor) => set({ after: cursor })} />
    </Part>
  )
}

/** Orders whose work the processor rejected. */
export function RejectedTab({ userId, onTask }: PartProps) {
  const t = useT()
  const { after, set } = usePage()
  const list = useListRejectedWorkQuery(after, POLLING)
  const columns = useRejectedColumns({ userId, onTask })
  const rows = list.data?.orders ?? []
  return (
    <Part title={t('finance.rejected')} error={list.error} loading={!list.data} retry={() => void list.refetch()}>
      {rows.length === 0 ? (
        <Empty text={t('finance.empty.rejected')} />
      ) : (
        <DeskTable
          caption={t('finance.rejected')}
          columns={columns}
          rows={rows}
          rowKey={({ orderId }) => orderId}
          onOpen={({ orderId }) => set({ tab: 'orders', order: orderId, after: null })}
          file="rejected-requests"
        />
      )}
      <Pages first={!after.cursor} next={list.data?.cursor} onPage={(cursor) => set({ after: cursor })} />
    </Part>
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

const STATE_TONES = { open: 'warn', refunding: 'info', resolved: 'good' } as const

const signedMinor = ({ direction, amountMinor }: SuspenseItemView) => (direction === 'out' ? -amountMinor : amountMinor)

/** Returns the columns of suspense items. */
export function useItemColumns({ userId, onTask }: PartProps): Array<DeskColumn<SuspenseItemView>> {
  const t = useT()
  const locale = useLocale()
  return [
    { key: 'kind', header: t('finance.column.kind'), lead: true, text: ({ kind }) => t(`finance.kind.${kind}`) },
    {
      key: 'opened',
      header: t('finance.column.opened'),
      text: ({ openedAt }) => openedAt,
      cell: ({ openedAt }) => formatDateTime(openedAt, locale),
    },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      text: (item) => (signedMinor(item) / 100).toFixed(2),
      order: signedMinor,
      cell: (item) => <Amount minor={signedMinor(item)} currency={item.currency} />,
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
      cell: (item) => (
        <ResolutionActions
          {...{ userId, onTask, pending: item.pending, own: item.own }}
          none={item.dispute === 'open' ? t('finance.awaitsBank') : '–'}
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
  const locale = useLocale()
  return [
    {
      key: 'order',
      header: t('finance.column.order'),
      lead: true,
      text: ({ reference }) => reference,
      cell: ({ reference, property }) => (
        <span className="inline-flex flex-col">
          <PropertyTitle property={property} />
          <Code text={reference} />
        </span>
      ),
    },
    { key: 'work', header: t('finance.column.work'), text: ({ work }) => t(`finance.work.${work}`) },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      text: ({ totalFils }) => aedText(totalFils),
      order: ({ totalFils }) => totalFils,
      cell: ({ totalFils }) => <Money fils={totalFils} decimals={2} />,
    },
    {
      key: 'code',
      header: t('finance.column.code'),
      text: ({ rejected }) => rejected.code,
      cell: ({ rejected, pending }) => (pending ? <Proposal pending={pending} /> : <Code text={rejected.code} />),
    },
    {
      key: 'at',
      header: t('finance.column.since'),
      text: ({ rejected }) => rejected.at,
      cell: ({ rejected }) => formatDateTime(rejected.at, locale),
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      cell: (order) => (
        <ResolutionActions
          {...{ userId, onTask, pending: order.pending, own: order.own }}
          subject={subjectOf('order', order.orderId)}
          types={orderActionsOf(order)}
          retry={!order.pending}
        />
      ),
    },
  ]
}
