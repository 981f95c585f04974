import type { ExtensionRefusal, OrderView } from '@hissa/contracts/investment'
import { useEffect, useRef, useState } from 'react'
import { type MessageId, useT } from '../i18n/i18n.js'
import { formatTime } from '../lib/format.js'
import { showToast } from '../lib/toast.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'
import { Notice } from '../ui/states.js'
import { useKeepReservationMutation } from './api.js'
import { useTimeLeft } from './business-clock.js'
import { codeOf, isApiError, isConnectionLost } from './problem.js'

const MINUTE_MS = 60_000
/** The time left at which the rest is announced, and the last one is shown as a warning. */
const ANNOUNCED_MINUTES = [1, 2, 5] as const
const WARNING_MS = 2 * MINUTE_MS

interface ReservationProps {
  order: OrderView
  /** Called once when the time has run out. */
  onLapsed?: () => void
}

/**
 * Shows until when an order's shares are reserved, as text. The time left is announced at 5, 2 and 1 minutes only. In
 * the last two minutes it warns and offers to keep the reservation.
 */
export function Reservation({ order, onLapsed }: ReservationProps) {
  const t = useT()
  const leftMs = useTimeLeft(order.expiresAt)
  const lapsed = leftMs === 0
  const report = useRef(onLapsed)
  report.current = onLapsed
  useEffect(() => {
    if (lapsed) report.current?.()
  }, [lapsed])
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-start gap-2 text-15">
        <Icon name="clock" className="mt-0.5 shrink-0 text-ink-2" />
        <span>
          {t('ui.reservation.until', { time: formatTime(order.expiresAt) })} <TimeLeft leftMs={leftMs} />
        </span>
      </p>
      <Announcement leftMs={leftMs} />
      {leftMs > 0 && leftMs <= WARNING_MS && <Warning order={order} />}
    </div>
  )
}

function TimeLeft({ leftMs }: { leftMs: number }) {
  const t = useT()
  if (leftMs === 0) return null
  if (leftMs > WARNING_MS) {
    return (
      <span className="text-ink-2">{t('ui.reservation.minutesLeft', { count: Math.floor(leftMs / MINUTE_MS) })}</span>
    )
  }
  const seconds = Math.ceil(leftMs / 1_000)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  // Screen readers get the announcements instead of a text that changes every second.
  return (
    <span aria-hidden="true" className="font-medium text-warn tabular-nums">
      {t('ui.reservation.clockLeft', { clock: `\u2066${clock}\u2069` })}
    </span>
  )
}

function Announcement({ leftMs }: { leftMs: number }) {
  const t = useT()
  const passed = leftMs === 0 ? 0 : ANNOUNCED_MINUTES.find((minutes) => leftMs <= minutes * MINUTE_MS)
  const first = useRef(passed)
  // The page's text has just been read when it opens, so only the next limit is announced.
  const [spoken, setSpoken] = useState<number>()
  useEffect(() => {
    if (passed === first.current) return
    first.current = undefined
    setSpoken(passed)
  }, [passed])
  return (
    <p role="status" className="sr-only">
      {spoken !== undefined && spoken > 0 && t('ui.reservation.announce', { count: spoken })}
    </p>
  )
}

function Warning({ order }: { order: OrderView }) {
  const t = useT()
  const [keep, { isLoading }] = useKeepReservationMutation()
  const press = async () => {
    const result = await keep(order.orderId)
    if (result.data) {
      const text = t(result.data.state === 'reserved' ? 'ui.reservation.kept' : 'ui.release.paid')
      return showToast({ kind: 'success', text })
    }
    const text = isConnectionLost(result.error) ? 'ui.offline' : refusalText(result.error)
    showToast({ kind: 'error', text: t(text) })
  }
  return (
    <Notice tone="warn" title={t('ui.reservation.warning')}>
      <p>{t(order.canExtend ? 'ui.reservation.warningText' : 'ui.reservation.warningFinal')}</p>
      {order.canExtend && (
        <Button
          kind="secondary"
          size="s"
          className="mt-2"
          busyText={isLoading && t('ui.reservation.keeping')}
          onClick={() => void press()}
        >
          {t('ui.reservation.keep')}
        </Button>
      )}
    </Notice>
  )
}

const NOT_KEPT: Record<ExtensionRefusal, MessageId> = {
  ended: 'ui.reservation.notKept.ended',
  releasing: 'ui.reservation.notKept.releasing',
  extended: 'ui.reservation.notKept.extended',
  large: 'ui.reservation.notKept.large',
  too_late: 'ui.reservation.notKept.tooLate',
  raise_closed: 'ui.reservation.notKept.raiseClosed',
}

function refusalText(error: unknown): MessageId {
  const code = codeOf(error)
  if (isApiError(error) && code === 'RESERVATION_NOT_EXTENDABLE') {
    const known: Readonly<Record<string, MessageId>> = NOT_KEPT
    return known[String(error.problem['why'])] ?? 'ui.reservation.notKept'
  }
  return code === 'PAYMENT_UNAVAILABLE' ? 'ui.reservation.keptWithoutPage' : 'ui.reservation.keepFailed'
}
