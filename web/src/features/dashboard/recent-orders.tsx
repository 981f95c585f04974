import type { OrderView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime, formatShortDate } from '../../lib/format.js'
import { TextLink } from '../../ui/link.js'
import { StatusBadge } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { OwnMoney } from './hidden-amounts.js'
import { orderState } from './order-state.js'
import { ReferenceLine } from './reference-line.js'

/** Lists the latest orders, including those that were not completed. */
export function RecentOrders({ orders }: { orders: readonly OrderView[] }) {
  const t = useT()
  const columns = useColumns()
  if (orders.length === 0) return null
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-26">{t('dashboard.orders')}</h2>
        <TextLink to="/orders" className="inline-flex min-h-11 items-center text-15">
          {t('dashboard.orders.all')}
        </TextLink>
      </div>
      <DataTable caption={t('dashboard.orders')} columns={columns} rows={orders} rowKey={({ orderId }) => orderId} />
    </section>
  )
}

function useColumns(): Column<OrderView>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'date',
      header: t('dashboard.column.date'),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatShortDate(createdAt, locale)}</span>,
    },
    {
      key: 'property',
      header: t('dashboard.column.property'),
      cell: (order) => <ReferenceLine {...order} />,
    },
    {
      key: 'amount',
      header: t('dashboard.column.total'),
      figures: true,
      cell: ({ totalFils }) => <OwnMoney fils={totalFils} decimals={2} />,
    },
    { key: 'state', header: t('dashboard.column.state'), end: true, cell: (order) => <OrderBadge order={order} /> },
  ]
}

export function OrderBadge({ order }: { order: OrderView }) {
  const t = useT()
  const locale = useLocale()
  const { tone, word } = orderState(order)
  return (
    <span className="inline-flex flex-col items-end gap-0.5 whitespace-nowrap">
      <StatusBadge tone={tone}>{t(word)}</StatusBadge>
      {order.reason === 'account_not_eligible' && (
        <span className="text-12 whitespace-normal text-ink-2">{t('dashboard.reason.account')}</span>
      )}
      {order.state === 'reserved' && !order.reason && (
        <span className="text-12 text-ink-2">
          {t('dashboard.heldUntil', { time: formatDateTime(order.expiresAt, locale) })}
        </span>
      )}
    </span>
  )
}
