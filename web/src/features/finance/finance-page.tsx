import type { PendingResolution, RejectedOrderView, SuspenseItemView } from '@hissa/contracts/investment'
import { fils } from '@hissa/money'
import { useState, type ReactNode } from 'react'
import type { ApiError } from '../../api/problem.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useSession } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { useListRejectedWorkQuery, useListSuspenseQuery, type Subject, type SuspenseView } from './finance-api.js'
import { ResolutionActions } from './resolution-actions.js'
import { orderActionsOf } from './finance.js'
import { ResolveDialog, type Task } from './resolve-dialog.js'

const POLL_MS = 20_000
const POLLING = { pollingInterval: POLL_MS, skipPollingIfUnfocused: true }

/** `/staff/finance`: money that no order explains, and work that the payment processor rejected. */
export default function FinancePage() {
  const t = useT()
  const session = useSession()
  if (!session?.user.roles.includes('finance')) return <NotForYou />
  return (
    <div className="frame pb-24">
      <PageHead title={t('finance.title')} private />
      <PageHeader title={t('finance.title')} lead={t('finance.lead')} />
      <Desk userId={session.user.id} />
    </div>
  )
}

/** The server enforces the role; this explains it to the user. */
function NotForYou() {
  const t = useT()
  return (
    <div className="frame py-16">
      <EmptyState
        level={1}
        title={t('finance.notForYou')}
        text={t('finance.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

function Desk({ userId }: { userId: string }) {
  const [task, setTask] = useState<Task | null>(null)
  return (
    <div className="flex flex-col gap-12">
      <Suspense userId={userId} onTask={setTask} />
      <Rejected userId={userId} onTask={setTask} />
      {task && <ResolveDialog task={task} onClose={() => setTask(null)} />}
    </div>
  )
}

interface PartProps {
  userId: string
  onTask: (task: Task) => void
}

function Suspense({ userId, onTask }: PartProps) {
  const t = useT()
  const [view, setView] = useState<SuspenseView>('unresolved')
  const [cursor, setCursor] = useState<string>()
  const list = useListSuspenseQuery({ view, ...(cursor ? { cursor } : {}) }, POLLING)
  const columns = useItemColumns(userId, onTask)
  const show = (next: SuspenseView) => {
    setCursor(undefined)
    setView(next)
  }
  return (
    <Part title={t('finance.suspense')} error={list.error} loading={!list.data} retry={() => void list.refetch()}>
      <div className="mb-3 flex gap-2">
        {(['unresolved', 'resolved'] as const).map((name) => (
          <Button
            key={name}
            size="s"
            kind={name === view ? 'primary' : 'secondary'}
            aria-pressed={name === view}
            onClick={() => show(name)}
          >
            {t(`finance.view.${name}`)}
          </Button>
        ))}
      </div>
      <Rows
        caption={t('finance.suspense')}
        columns={view === 'resolved' ? columns.filter(({ key }) => key !== 'actions') : columns}
        rows={list.data?.items ?? []}
        rowKey={({ itemId }) => itemId}
        empty={t(`finance.empty.${view}`)}
      />
      <More cursor={list.data?.cursor} onMore={setCursor} />
    </Part>
  )
}

function Rejected({ userId, onTask }: PartProps) {
  const t = useT()
  const [cursor, setCursor] = useState<string>()
  const list = useListRejectedWorkQuery(cursor ? { cursor } : {}, POLLING)
  const columns = useOrderColumns(userId, onTask)
  return (
    <Part title={t('finance.rejected')} error={list.error} loading={!list.data} retry={() => void list.refetch()}>
      <Rows
        caption={t('finance.rejected')}
        columns={columns}
        rows={list.data?.orders ?? []}
        rowKey={({ orderId }) => orderId}
        empty={t('finance.empty.rejected')}
      />
      <More cursor={list.data?.cursor} onMore={setCursor} />
    </Part>
  )
}

interface SectionProps {
  title: string
  error: unknown
  loading: boolean
  retry: () => void
  children: ReactNode
}

function Part({ title, error, loading, retry, children }: SectionProps) {
  const t = useT()
  const again = <Button onClick={retry}>{t('ui.tryAgain')}</Button>
  return (
    <section>
      <h2 className="mb-3 text-22">{title}</h2>
      {error && loading ? (
        <ErrorState title={t('finance.error')} reference={(error as ApiError).reference} action={again} />
      ) : loading ? (
        <Loading label={t('finance.loading')} onRetry={retry} />
      ) : (
        children
      )}
    </section>
  )
}

interface RowsProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  empty: string
}

function Rows<Row>({ empty, ...table }: RowsProps<Row>) {
  if (table.rows.length === 0) return <p className="py-4 text-15 text-ink-2">{empty}</p>
  return <DataTable dense {...table} />
}

function More({ cursor, onMore }: { cursor: string | undefined; onMore: (cursor: string) => void }) {
  const t = useT()
  if (!cursor) return null
  return (
    <Button className="mt-3" size="s" kind="secondary" onClick={() => onMore(cursor)}>
      {t('finance.next')}
    </Button>
  )
}

/** Shows the proposed action and its reason below the state that it would change. */
function Proposal({ pending: { action, reason } }: { pending: PendingResolution }) {
  const t = useT()
  return (
    <span className="flex max-w-64 flex-col items-end gap-1 text-end text-13 text-ink-2 md:items-start md:text-start">
      <StatusBadge tone="info">{t('finance.state.proposed')}</StatusBadge>
      <span className="text-ink">{t(`finance.action.${action.type}`)}</span>
      <span className="break-words">
        <bdi>{reason}</bdi>
      </span>
    </span>
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

function useItemColumns(userId: string, onTask: (task: Task) => void): Column<SuspenseItemView>[] {
  const t = useT()
  const locale = useLocale()
  const subject = ({ itemId }: SuspenseItemView): Subject => ({ kind: 'suspense', id: itemId })
  return [
    { key: 'kind', header: t('finance.column.kind'), lead: true, cell: ({ kind }) => t(`finance.kind.${kind}`) },
    { key: 'opened', header: t('finance.column.opened'), cell: ({ openedAt }) => formatDateTime(openedAt, locale) },
    { key: 'amount', header: t('finance.column.amount'), figures: true, cell: (item) => <Amount item={item} /> },
    {
      key: 'about',
      header: t('finance.column.about'),
      cell: ({ reference, paymentId }) => <Code text={reference ?? paymentId ?? '–'} />,
    },
    {
      key: 'state',
      header: t('finance.column.state'),
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
          subject={subject(item)}
          types={item.actions}
          retry={item.rejected !== undefined && !item.pending}
        />
      ),
    },
  ]
}

function useOrderColumns(userId: string, onTask: (task: Task) => void): Column<RejectedOrderView>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'order',
      header: t('finance.column.order'),
      lead: true,
      cell: ({ reference, property }) => (
        <span className="inline-flex flex-col">
          <PropertyTitle property={property} />
          <Code text={reference} />
        </span>
      ),
    },
    { key: 'work', header: t('finance.column.work'), cell: ({ work }) => t(`finance.work.${work}`) },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      cell: ({ totalFils }) => <Money fils={totalFils} decimals={2} />,
    },
    {
      key: 'code',
      header: t('finance.column.code'),
      cell: ({ rejected, pending }) => (pending ? <Proposal pending={pending} /> : <Code text={rejected.code} />),
    },
    { key: 'at', header: t('finance.column.since'), cell: ({ rejected }) => formatDateTime(rejected.at, locale) },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      cell: (order) => (
        <ResolutionActions
          {...{ userId, onTask, pending: order.pending, own: order.own }}
          subject={{ kind: 'order', id: order.orderId }}
          types={orderActionsOf(order)}
          retry={!order.pending}
        />
      ),
    },
  ]
}

/** Shows a dirham amount as everywhere, other currencies with their code. */
function Amount({ item: { amountMinor, currency, direction } }: { item: SuspenseItemView }) {
  const signed = direction === 'out' ? -amountMinor : amountMinor
  if (currency === 'aed') return <Money fils={fils(signed)} decimals={2} />
  return <Code text={`${currency.toUpperCase()} ${(signed / 100).toFixed(2)}`} />
}

const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="break-all md:break-normal md:whitespace-nowrap">
    {text}
  </bdi>
)
