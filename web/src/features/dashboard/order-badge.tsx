import type { OrderView } from '@hissa/contracts/investment'
import { CancelButton } from '../../api/cancel-button.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { transactionPath } from '../../lib/chain.js'
import { formatDateTime } from '../../lib/format.js'
import { Link } from '../../ui/link.js'
import { StatusBadge } from '../../ui/status.js'
import { dateOf, orderState, reasonOf, timeLeft } from './order-state.js'

interface OrderBadgeProps {
  order: OrderView
  /** Business time in ms. Without it, the time that is left is not shown. */
  now?: number
}

/** Shows the state of an order with its reason and date, and the button that cancels it. */
export function OrderBadge({ order, now }: OrderBadgeProps) {
  const t = useT()
  const { tone, word } = orderState(order)
  const reason = reasonOf(order)
  return (
    <span className="inline-flex flex-col items-end gap-1 text-end">
      <StatusBadge tone={tone} className="whitespace-nowrap">
        {t(word)}
      </StatusBadge>
      {order.dispute === 'open' && <span className="text-12 text-ink-2">{t('dashboard.disputeText')}</span>}
      {order.onHold && order.dispute !== 'open' && (
        <span className="text-12 text-ink-2">{t('dashboard.onHoldText')}</span>
      )}
      {reason && <span className="text-12 text-ink-2">{t(reason)}</span>}
      <OrderDate order={order} now={now} />
      {order.onChain && (
        <Link
          to={transactionPath(order.property.slug, order.onChain.transactionHash)}
          className="inline-flex items-center text-13 max-md:min-h-11 text-ink-2 underline underline-offset-3 hover:text-ink"
        >
          {t('dashboard.viewTransaction')}
        </Link>
      )}
      {order.canCancel && <CancelButton order={order} inRow />}
    </span>
  )
}

function OrderDate({ order, now }: OrderBadgeProps) {
  const t = useT()
  const locale = useLocale()
  const date = dateOf(order)
  if (!date) return null
  const left = now !== undefined && date.text === 'dashboard.cancelUntil' ? timeLeft(date.at, now) : undefined
  return (
    <span className="text-12 text-ink-2">
      {t(date.text, { time: formatDateTime(date.at, locale) })}
      {left && <span className="block">{t(left.text, { count: left.count })}</span>}
    </span>
  )
}
