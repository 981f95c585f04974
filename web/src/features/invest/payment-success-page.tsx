import type { HoldingView, OrderView } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useGetPropertyQuery } from '../../api/api.js'
import { CancelButton } from '../../api/cancel-button.js'
import type { ApiError } from '../../api/problem.js'
import { NextDate } from '../../api/next-date.js'
import { useGetInvestmentsQuery } from '../../api/own-api.js'
import { ReleaseButton } from '../../api/release-button.js'
import { Reservation } from '../../api/reservation.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { unitsTaken } from '../../lib/offering.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { HoldingGrid } from '../../ui/holding-grid.js'
import { Icon } from '../../ui/icons.js'
import { Card } from '../../ui/layout.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { PageHead } from '../../ui/page-head.js'
import { GridNote } from '../../ui/share-grid.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { CalendarButton } from './calendar-button.js'
import { useGetOrderQuery, useGetPaymentStatusQuery } from './invest-api.js'
import { OrderFacts } from './order-facts.js'
import { PayLink } from './pay-link.js'
import {
  outcomeOf,
  readOrderId,
  readSessionId,
  refundReason,
  statusOf,
  timelineOf,
  type PaymentOutcome,
} from './payment-outcome.js'

/** `/payment-success?session_id=` or `?order_id=`: polls the payment's status until it is final. */
export default function PaymentSuccessPage() {
  const t = useT()
  const [params] = useSearchParams()
  const [sessionId, orderId] = [readSessionId(params), readOrderId(params)]
  return (
    <div className="frame pb-24">
      <PageHead title={t('invest.pay.pageTitle')} private />
      <div className="mx-auto max-w-[720px] pt-8 md:pt-12">
        {sessionId || orderId ? <Result sessionId={sessionId} orderId={orderId ?? ''} /> : <Unknown />}
      </div>
    </div>
  )
}

function Unknown({ reference }: { reference?: string | undefined }) {
  const t = useT()
  return (
    <ErrorState
      level={1}
      title={t('invest.pay.unknown')}
      text={t('invest.pay.unknownText')}
      reference={reference}
      action={<ButtonLink to="/investor-dashboard">{t('invest.pay.dashboard')}</ButtonLink>}
    />
  )
}

/** Finds the order by the payment page that was paid, or by its own id. */
function Result({ sessionId, orderId }: { sessionId: string | null; orderId: string }) {
  const t = useT()
  const waitedMs = useWaited()
  const [pollMs, setPollMs] = useState(1_500)
  const bySession = useGetPaymentStatusQuery(sessionId ?? '', { skip: !sessionId, pollingInterval: pollMs })
  const byOrder = useGetOrderQuery(orderId, { skip: sessionId !== null, pollingInterval: pollMs })
  const { error, refetch } = sessionId ? bySession : byOrder
  const order = sessionId ? bySession.data?.order : byOrder.data
  const next = order ? outcomeOf(statusOf(order.state), waitedMs, order).pollMs : pollMs
  useEffect(() => setPollMs(next), [next])
  if (order) return <Outcome order={order} waitedMs={waitedMs} />
  if (error) {
    const { status, reference } = error as ApiError
    if (status === 404) return <Unknown reference={reference} />
    return (
      <ErrorState
        level={1}
        title={t('invest.pay.loadError')}
        text={t('invest.pay.loadErrorText')}
        reference={reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  return (
    <Loading label={t('invest.pay.checking')}>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-3 h-12 w-2/3" />
      <Skeleton className="mt-8 h-64 w-full" />
    </Loading>
  )
}

function Outcome({ order, waitedMs }: { order: OrderView; waitedMs: number }) {
  const t = useT()
  const locale = useLocale()
  const status = statusOf(order.state)
  const isConfirmed = status === 'confirmed'
  const outcome = outcomeOf(status, waitedMs, order)
  const reason = status === 'refunding' || status === 'refunded' ? refundReason(order) : null
  return (
    <div className="flex flex-col gap-8">
      <div aria-live="polite" aria-busy={outcome.pollMs > 0 || undefined}>
        <StatusBadge tone={outcome.tone}>{t(outcome.word)}</StatusBadge>
        <h1 tabIndex={-1} className="mt-3 text-34">
          {t(outcome.title)}
        </h1>
        <p className="mt-2 max-w-[60ch] text-15 text-ink-2">
          {reason && `${t(reason)} `}
          {t(outcome.text, { time: formatDateTime(order.expiresAt, locale) })}
        </p>
      </div>
      {isConfirmed && order.dispute === 'open' && (
        <Notice tone="warn" title={t('invest.pay.dispute')}>
          {t('invest.pay.disputeText')}
        </Notice>
      )}
      {isConfirmed && order.onHold && (
        <Notice tone="warn" title={t('invest.pay.onHold')}>
          {t('invest.pay.onHoldText')}
        </Notice>
      )}
      {isConfirmed && <Shares order={order} />}
      <Card className="px-5 py-3 md:px-6">
        {outcome.action === 'pay' && order.checkoutUrl && (
          <div className="border-b border-line pt-1 pb-3">
            <Reservation order={order} />
          </div>
        )}
        <OrderFacts order={order} paid={isConfirmed} />
      </Card>
      {isConfirmed && <Next order={order} />}
      {(status === 'refunding' || status === 'refunded') && order.reason !== 'dispute_lost' && !order.paidFrom && (
        <RefundSteps order={order} />
      )}
      <Actions outcome={outcome.action} order={order} />
    </div>
  )
}

/** Shows the property's grid with the user's squares. */
function Shares({ order }: { order: OrderView }) {
  const { data: property } = useGetPropertyQuery(order.property.slug)
  return property ? <Squares order={order} property={property} /> : null
}

function Squares({ order, property }: { order: OrderView; property: Property }) {
  const isHidden = useAmountsHidden()
  const { unitsTotal, unitPriceFils } = property.offering
  return (
    <figure>
      <HoldingGrid
        form="wide"
        animate
        unitsTotal={unitsTotal}
        unitsTaken={unitsTaken(property)}
        unitsMine={order.units}
        unitPriceFils={unitPriceFils}
      />
      {!isHidden && (
        <figcaption className="mt-2 text-13 text-ink-2">
          <GridNote {...property.offering} />
        </figcaption>
      )}
    </figure>
  )
}

/** Shows until when the investment can be cancelled, and lists the next steps with their dates. */
function Next({ order }: { order: OrderView }) {
  const { data } = useGetInvestmentsQuery(undefined, { refetchOnMountOrArgChange: true })
  const holding = data?.find(({ property }) => property.propertyId === order.property.propertyId)
  return (
    <>
      {order.canCancel && <CoolingOff order={order} holding={holding} />}
      <NextSteps order={order} holding={holding} />
    </>
  )
}

interface AboutProps {
  order: OrderView
  holding: HoldingView | undefined
}

function CoolingOff({ order, holding }: AboutProps) {
  const t = useT()
  const locale = useLocale()
  const latest = holding?.nextDates.find(({ kind }) => kind === 'cooling_off_ends')?.at
  const [id, at] = order.coolingOffEndsAt
    ? (['invest.coolingOff.until', order.coolingOffEndsAt] as const)
    : latest
      ? (['invest.coolingOff.latest', latest] as const)
      : (['invest.coolingOff.open', undefined] as const)
  return (
    <section aria-labelledby="cooling-off">
      <Card className="flex flex-col gap-4 px-5 py-5 md:px-6">
        <div>
          <h2 id="cooling-off" className="text-22">
            {t('invest.coolingOff.title')}
          </h2>
          <p className="mt-1 text-15">{t(id, at ? { time: formatDateTime(at, locale) } : {})}</p>
          <p className="mt-1 text-13 text-ink-2">
            {t(order.paidFrom ? 'invest.coolingOff.textCash' : 'invest.coolingOff.text')}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <CalendarButton order={order} holding={holding} />
          <CancelButton order={order} />
        </div>
      </Card>
    </section>
  )
}

interface StepProps {
  done: boolean
  title: string
  text: string
  date?: React.ReactNode
}

function Step({ done, title, text, date }: StepProps) {
  const t = useT()
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 border-t border-line py-3 text-15 last:border-b md:grid-cols-[auto_1fr_auto]">
      <Icon name={done ? 'check' : 'clock'} size={16} className={done ? 'mt-1 text-good' : 'mt-1 text-ink-3'} />
      <div>
        <p>
          {title} {done && <span className="sr-only">({t('invest.pay.done')})</span>}
        </p>
        <p className="text-13 text-ink-2">{text}</p>
      </div>
      {date && <span className="text-13 text-ink-2 max-md:col-start-2">{date}</span>}
    </li>
  )
}

/** Lists the next steps, with dates if they are known. */
function NextSteps({ order, holding }: AboutProps) {
  const t = useT()
  const steps = timelineOf(order, holding)
  return (
    <section>
      <h2 className="text-22">{t(steps.every(({ done }) => done) ? 'invest.pay.soFar' : 'invest.pay.next')}</h2>
      <ol className="mt-3 flex flex-col">
        {steps.map(({ key, date, done }) => (
          <Step
            key={key}
            done={done}
            title={t(`invest.pay.step.${key}`)}
            text={t(
              order.paidFrom && key === 'closes' ? 'invest.pay.step.closes.textCash' : `invest.pay.step.${key}.text`,
            )}
            date={date && <NextDate date={date} raiseState={holding?.raiseState ?? 'active'} />}
          />
        ))}
      </ol>
    </section>
  )
}

/** Lists the steps of a refund, with their dates. */
function RefundSteps({ order }: { order: OrderView }) {
  const t = useT()
  const locale = useLocale()
  const dated = (at: string | undefined) => at && t('ui.date.exact', { time: formatDateTime(at, locale) })
  const isDone = order.state === 'refunded'
  return (
    <section>
      <h2 className="text-22">{t('invest.pay.next')}</h2>
      <ol className="mt-3 flex flex-col">
        {order.cancelledAt && (
          <Step
            done
            title={t('invest.refund.cancelled')}
            text={t('invest.refund.cancelled.text')}
            date={dated(order.cancelledAt)}
          />
        )}
        <Step
          done={isDone}
          title={t('invest.refund.sent')}
          text={t('invest.refund.sent.text')}
          date={dated(order.refundedAt)}
        />
        <Step done={false} title={t('invest.refund.shown')} text={t('invest.refund.shown.text')} />
      </ol>
    </section>
  )
}

function Actions({ outcome, order }: { outcome: PaymentOutcome['action']; order: OrderView }) {
  const t = useT()
  const again = `/properties/${order.property.slug}?amount=${order.amountFils / 100}`
  return (
    <div className="flex flex-wrap gap-3">
      {outcome === 'pay' && <PayLink order={order} />}
      {outcome === 'pay' && order.checkoutUrl && <ReleaseButton orderId={order.orderId} property={order.property} />}
      {outcome === 'retry' && <ButtonLink to={again}>{t('invest.pay.again')}</ButtonLink>}
      <ButtonLink to="/investor-dashboard" kind={outcome === 'dashboard' ? 'primary' : 'secondary'}>
        {t('invest.pay.dashboard')}
      </ButtonLink>
      {outcome === 'dashboard' && (
        <ButtonLink to="/properties" kind="secondary">
          {t('invest.otherProperties')}
        </ButtonLink>
      )}
    </div>
  )
}

/** Returns how long this page has been open in milliseconds, updated every few seconds. */
function useWaited(): number {
  const [waitedMs, setWaitedMs] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setWaitedMs(performance.now() - began), 5_000)
    return () => clearInterval(timer)
  }, [])
  return waitedMs
}
