import type { OrderView } from '@hissa/contracts/investment'
import { useT } from '../../i18n/i18n.js'

/** Links to the payment page of an unpaid order; renders nothing if the order has none. */
export function PayLink({ order }: { order: OrderView }) {
  const t = useT()
  if (order.state !== 'reserved' || !order.checkoutUrl) return null
  return (
    <a
      href={order.checkoutUrl}
      className="inline-flex min-h-11 items-center justify-center rounded-s bg-primary px-5 text-15 font-medium text-on-primary hover:bg-primary-hover"
    >
      {t('invest.cancel.continue')}
    </a>
  )
}
