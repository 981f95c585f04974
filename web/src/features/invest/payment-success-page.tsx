import type { OrderView } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import { units } from '@hissa/money'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useGetPropertyQuery } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { NextDate } from '../../api/next-date.js'
import { PropertyTitle } from '../../api/property-title.js'
import { ReleaseButton } from '../../api/release-button.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { unitsTaken } from '../../lib/offering.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { PageHead } from '../../ui/page-head.js'
import { ShareGrid } from '../../ui/share-grid.js'
import { ErrorState, Loading } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { useGetInvestmentsQuery, useGetPaymentStatusQuery, type PaymentStatusResponse } from './invest-api.js'
import { PayLink } from './pay-link.js'
import { outcomeOf, readSessionId, timelineOf, type PaymentOutcome } from './payment-outcome.js'

/** `/payment-success?session_id=`: polls the payment's status until it is final. */
export default function PaymentSuccessPage() {
  const t = useT()
  const [params] = useSearchParams()
  const sessionId = readSessionId(params)
  return (
    <div className="frame pb-24">
      <PageHead title={t('invest.pay.pageTitle')} private />
      <div className="mx-auto max-w-[720px] pt-8 md:pt-12">
        {sessionId ? <Result sessionId={sessionId} /> : <Unknown />}
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

function Result({ sessionId }: { sessionId: string }) {
  const t = useT()
  const waitedMs = useWaited()
  const [pollMs, setPollMs] = useState(1_500)
  const { data, error, refetch } = useGetPaymentStatusQuery(sessionId, { pollingInterval: pollMs })
  const next = data ? outcomeOf(data.status, waitedMs, data.order.reason).pollMs : pollMs
  useEffect(() => setPollMs(next), [next])
  if (data) return <Outcome response={data} waitedMs={waitedMs} />
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
  return <Loading label={t('invest.pay.checking')} />
}

function Outcome({ response, waitedMs }: { response: PaymentStatusResponse; waitedMs: number }) {
  const t = useT()
  const locale = useLocale()
  const { status, order } = response
  const outcome = outcomeOf(status, waitedMs, order.reason)
  const property = useGetPropertyQuery(order.property.slug, { skip: status !== 'confirmed' })
  return (
    <div className="flex flex-col gap-8">
      <div aria-live="polite" aria-busy={outcome.pollMs > 0 || undefined}>
        <StatusBadge tone={outcome.tone}>{t(outcome.word)}</StatusBadge>
        <h1 tabIndex={-1} className="mt-3 text-34">
          {t(outcome.title)}
        </h1>
        <p className="mt-2 max-w-[60ch] text-15 text-ink-2">
          {t(outcome.text, { time: formatDateTime(order.expiresAt, locale) })}
        </p>
      </div>
      {status === 'confirmed' && property.data && <Shares order={order} property={property.data} />}
      <Receipt order={order} confirmed={status === 'confirmed'} />
      {status === 'confirmed' && <NextSteps order={order} />}
      <Actions outcome={outcome.action} order={order} />
    </div>
  )
}

/** Shows the property's grid with the user's squares. */
function Shares({ order, property }: { order: OrderView; property: Property }) {
  const t = useT()
  const taken = units(Math.max(0, unitsTaken(property) - order.units))
  const { unitsTotal, unitPriceFils } = property.offering
  return (
    <figure>
      <ShareGrid
        form="strip"
        animate
        unitsTotal={unitsTotal}
        unitsTaken={taken}
        unitsMine={order.units}
        unitPriceFils={unitPriceFils}
        label={t('ui.grid.holding', { mine: order.units, total: unitsTotal, taken })}
      />
      <figcaption className="mt-2 text-13 text-ink-2">{t('invest.pay.grid')}</figcaption>
    </figure>
  )
}

/** Shows the order's figures, with the user's shares in copper. */
function Receipt({ order, confirmed }: { order: OrderView; confirmed: boolean }) {
  const t = useT()
  return (
    <Card className="px-5 py-3 md:px-6">
      <DefinitionList
        facts={[
          {
            term: t('invest.pay.reference'),
            value: (
              <bdi dir="ltr" className="font-medium">
                {order.reference}
              </bdi>
            ),
          },
          { term: t('invest.pay.property'), value: <PropertyTitle property={order.property} /> },
          {
            term: t('invest.pay.shares'),
            value: (
              <span className={confirmed ? 'font-medium text-mine' : undefined}>
                {t('invest.shares', { count: order.units })}
              </span>
            ),
          },
          { term: t('invest.pay.amount'), value: <Money fils={order.amountFils} decimals={2} /> },
          { term: t('invest.pay.fee'), value: <Money fils={order.feeFils} decimals={2} /> },
          {
            term: t(confirmed ? 'invest.pay.paid' : 'invest.pay.total'),
            value: <Money fils={order.totalFils} decimals={2} className="font-medium" />,
          },
        ]}
      />
    </Card>
  )
}

/** Lists the next steps, with dates if they are known. */
function NextSteps({ order }: { order: OrderView }) {
  const t = useT()
  const { data } = useGetInvestmentsQuery(undefined, { refetchOnMountOrArgChange: true })
  const holding = data?.find(({ property }) => property.propertyId === order.property.propertyId)
  return (
    <section>
      <h2 className="text-22">{t('invest.pay.next')}</h2>
      <ol className="mt-3 flex flex-col">
        {timelineOf(order.paidAt, holding).map(({ key, date, done }) => (
          <li
            key={key}
            className="grid grid-cols-[auto_1fr] gap-x-3 border-t border-line py-3 text-15 last:border-b md:grid-cols-[auto_1fr_auto]"
          >
            <Icon name={done ? 'check' : 'clock'} size={16} className={done ? 'mt-1 text-good' : 'mt-1 text-ink-3'} />
            <div>
              <p>{t(`invest.pay.step.${key}`)}</p>
              <p className="text-13 text-ink-2">{t(`invest.pay.step.${key}.text`)}</p>
            </div>
            {date && (
              <span className="text-13 text-ink-2 max-md:col-start-2">
                <NextDate date={date} raiseState={holding?.raiseState ?? 'active'} />
              </span>
            )}
          </li>
        ))}
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
