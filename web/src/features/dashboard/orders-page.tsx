import type { OrderView } from '@hissa/contracts/investment'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatShortDate } from '../../lib/format.js'
import { OwnFigure, OwnMoney } from '../../ui/own-figure.js'
import type { Column } from '../../ui/table.js'
import { useGetMyOrdersInfiniteQuery } from './money-lists-api.js'
import { OrderBadge } from './order-badge.js'
import { PagedList } from './paged-list.js'
import { ReferenceLine } from './reference-line.js'

/** `/orders`: every order of the user, with its state and amounts. */
export default function OrdersPage() {
  const t = useT()
  const columns = useColumns()
  return (
    <PagedList
      query={useGetMyOrdersInfiniteQuery()}
      title={t('dashboard.lists.orders')}
      lead={t('dashboard.lists.ordersText')}
      columns={columns}
      rowKey={({ orderId }) => orderId}
      words={{
        loading: t('dashboard.lists.ordersLoading'),
        error: t('dashboard.lists.ordersError'),
        errorText: t('dashboard.lists.errorText'),
        empty: t('dashboard.lists.ordersEmpty'),
        emptyText: t('dashboard.lists.ordersEmptyText'),
      }}
    />
  )
}

function useColumns(): Column<OrderView>[] {
  const t = useT()
  const locale = useLocale()
  const amount = (key: 'amountFils' | 'feeFils' | 'totalFils', header: string): Column<OrderView> => ({
    key,
    header,
    figures: true,
    cell: (order) => <OwnMoney fils={order[key]} decimals={2} />,
  })
  return [
    {
      key: 'property',
      header: t('dashboard.column.property'),
      lead: true,
      cell: (order) => <ReferenceLine {...order} />,
    },
    {
      key: 'date',
      header: t('dashboard.column.date'),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatShortDate(createdAt, locale)}</span>,
    },
    {
      key: 'shares',
      header: t('dashboard.shares'),
      figures: true,
      cell: ({ units }) => <OwnFigure>{units}</OwnFigure>,
    },
    amount('amountFils', t('dashboard.column.invested')),
    amount('feeFils', t('dashboard.lists.fee')),
    amount('totalFils', t('dashboard.column.total')),
    { key: 'state', header: t('dashboard.column.state'), end: true, cell: (order) => <OrderState order={order} /> },
  ]
}

/** Shows the state, and for an unpaid order the link to its payment page. */
function OrderState({ order }: { order: OrderView }) {
  const t = useT()
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <OrderBadge order={order} />
      {order.checkoutUrl && (
        <a
          className="inline-flex min-h-11 items-center text-13 text-primary underline underline-offset-3"
          href={order.checkoutUrl}
        >
          {t('dashboard.lists.pay')}
        </a>
      )}
    </span>
  )
}
