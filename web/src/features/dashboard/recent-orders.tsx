import type { OrderView } from '@hissa/contracts/investment'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatShortDate } from '../../lib/format.js'
import { TextLink } from '../../ui/link.js'
import { OwnMoney } from '../../ui/own-figure.js'
import { DataTable, type Column } from '../../ui/table.js'
import { useGetOrderQuery } from './dashboard-api.js'
import { OrderBadge } from './order-badge.js'
import { ReferenceLine } from './reference-line.js'
import { useNow } from './use-now.js'

interface RecentOrdersProps {
  orders: readonly OrderView[]
  /** Business time at which the orders were read. */
  asOf: string
}

/**
 * Lists the latest orders, including those that were not completed. The order in `?order=`, to which emails link, is
 * shown first if it is older, and gets the focus.
 */
export function RecentOrders({ orders, asOf }: RecentOrdersProps) {
  const t = useT()
  const linked = useSearchParams()[0].get('order')
  const isListed = orders.some(({ orderId }) => orderId === linked)
  const { currentData: older } = useGetOrderQuery(linked ?? '', { skip: !linked || isListed })
  const columns = useColumns(useNow(asOf), linked)
  const rows = older && !isListed ? [older, ...orders] : orders
  if (rows.length === 0) return null
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-26">{t('dashboard.orders')}</h2>
        <span className="flex flex-wrap gap-x-6">
          <TextLink to="/dashboard/statements" className="inline-flex min-h-11 items-center text-15">
            {t('dashboard.statements')}
          </TextLink>
          <TextLink to="/orders" className="inline-flex min-h-11 items-center text-15">
            {t('dashboard.orders.all')}
          </TextLink>
        </span>
      </div>
      <DataTable caption={t('dashboard.orders')} columns={columns} rows={rows} rowKey={({ orderId }) => orderId} />
    </section>
  )
}

function useColumns(now: number, linked: string | null): Column<OrderView>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'property',
      header: t('dashboard.column.property'),
      lead: true,
      cell: (order) => (
        <Focused active={order.orderId === linked}>
          <ReferenceLine {...order} />
        </Focused>
      ),
    },
    {
      key: 'date',
      header: t('dashboard.column.date'),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatShortDate(createdAt, locale)}</span>,
    },
    {
      key: 'amount',
      header: t('dashboard.column.total'),
      figures: true,
      cell: ({ totalFils }) => <OwnMoney fils={totalFils} decimals={2} />,
    },
    {
      key: 'state',
      header: t('dashboard.column.state'),
      end: true,
      cell: (order) => <OrderBadge order={order} now={now} />,
    },
  ]
}

/** Moves the focus, and the view, to its content once if `active`. */
function Focused({ active, children }: { active: boolean; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!active) return
    place.current?.scrollIntoView?.({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  }, [active])
  return (
    <span ref={place} tabIndex={active ? -1 : undefined} className="inline-flex">
      {children}
    </span>
  )
}
