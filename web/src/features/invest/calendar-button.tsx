import type { HoldingView, OrderView } from '@hissa/contracts/investment'
import { usePropertyTitle } from '../../api/property-title.js'
import { useBusinessNow } from '../../api/business-clock.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { calendarOf } from '../../lib/calendar.js'
import { Button } from '../../ui/button.js'
import { resultPath, timelineOf } from './payment-outcome.js'

interface CalendarButtonProps {
  order: OrderView
  holding: HoldingView | undefined
}

/** Downloads a calendar file with the dates to come; renders nothing if none is known. */
export function CalendarButton({ order, holding }: CalendarButtonProps) {
  const t = useT()
  const now = useBusinessNow()
  const property = usePropertyTitle(order.property)
  const coming = timelineOf(order, holding).filter(({ key, done }) => !done && key !== 'registered')
  const events = coming.flatMap(({ key, date }) => {
    if (!date) return []
    const title: MessageId = `invest.calendar.${key as 'closes' | 'coolingOff'}${date.exact ? '' : '.latest'}`
    return {
      id: `${order.orderId}-${key}`,
      at: date.at,
      title: t(title, { property }),
      text: t('invest.calendar.text', { reference: order.reference }),
      url: new URL(resultPath(order), location.origin).href,
    }
  })
  if (events.length === 0) return null
  const download = () => {
    const file = new Blob([calendarOf(events, new Date(now()).toISOString())], { type: 'text/calendar;charset=utf-8' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `hissa-${order.reference}.ics`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }
  return (
    <Button kind="secondary" onClick={download}>
      {t('invest.calendar.add')}
    </Button>
  )
}
