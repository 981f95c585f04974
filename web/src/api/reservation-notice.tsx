import type { OpenOrderLink } from '@hissa/contracts/investment'
import type { Fils } from '@hissa/money'
import { useLocale, useT } from '../i18n/i18n.js'
import { formatDateTime } from '../lib/format.js'
import { Button } from '../ui/button.js'
import { TextLink } from '../ui/link.js'
import { Money } from '../ui/money.js'
import { Notice } from '../ui/states.js'
import { usePropertyTitle } from './property-title.js'
import type { ReservationRefusal } from './reservation-refusal.js'

interface ReservationNoticeProps {
  refusal: ReservationRefusal
  onAmount: (amountFils: Fils) => void
}

/** Explains why no shares can be reserved, with links to the unpaid orders or to the largest possible amount. */
export function ReservationNotice({ refusal, onAmount }: ReservationNoticeProps) {
  const t = useT()
  const locale = useLocale()
  switch (refusal.kind) {
    case 'open':
      return (
        <Notice tone="bad">
          {t(refusal.text)}
          <span className="mt-2 flex flex-col items-start gap-1">
            {refusal.orders.map((order) => (
              <OpenOrder key={order.orderId} order={order} />
            ))}
          </span>
        </Notice>
      )
    case 'paused':
      return <Notice tone="bad">{t('ui.reservation.paused', { time: formatDateTime(refusal.until, locale) })}</Notice>
    case 'tooLarge':
      return (
        <Notice tone="bad">
          {t('ui.reservation.tooLarge')}
          <span className="mt-2 flex">
            <Button kind="secondary" size="s" onClick={() => onAmount(refusal.maximumFils)}>
              <Money fils={refusal.maximumFils} />
            </Button>
          </span>
        </Notice>
      )
  }
}

function OpenOrder({ order }: { order: OpenOrderLink }) {
  const t = useT()
  return (
    <TextLink to={order.url} className="inline-flex min-h-11 items-center">
      {t('ui.reservation.view', { property: usePropertyTitle(order.property) })}
    </TextLink>
  )
}
