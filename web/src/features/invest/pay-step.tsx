import type { OrderView } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useState } from 'react'
import { useGetOrdersQuery } from '../../api/own-api.js'
import { ReleaseButton } from '../../api/release-button.js'
import { Reservation } from '../../api/reservation.js'
import { Text, useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { OwnMoney } from '../../ui/own-figure.js'
import { StatusBadge } from '../../ui/status.js'
import { useGetAvailableCashQuery } from './invest-api.js'
import { OrderFacts } from './order-facts.js'
import { outcomeOf, resultPath, statusOf } from './payment-outcome.js'
import type { FlowFailure } from './flow.js'
import { PayButton } from './pay-button.js'
import { usePayment } from './use-payment.js'

/** Interval of reads of an open reservation, which may be paid or end on another page. */
const POLL_MS = 30_000
const LAPSED_POLL_MS = 2_000

interface PayStepProps {
  property: Property
  order: OrderView
  onRefused: (failure: FlowFailure) => void
}

/** Shows until when the shares are reserved and leads to the payment page. After the end it offers to reserve again. */
export function PayStep({ property, order, onRefused }: PayStepProps) {
  const [lapsed, setLapsed] = useState(false)
  const isOpen = order.state === 'reserved'
  useGetOrdersQuery(undefined, { pollingInterval: !isOpen ? 0 : lapsed ? LAPSED_POLL_MS : POLL_MS })
  if (!isOpen) return <Ended property={property} order={order} onRefused={onRefused} />
  // A new deadline is a new countdown.
  return <Open key={order.expiresAt} {...{ property, order, onRefused }} onLapsed={() => setLapsed(true)} />
}

function Open({ property, order, onRefused, onLapsed }: PayStepProps & { onLapsed: () => void }) {
  const t = useT()
  const { busy, pay } = usePayment(property, onRefused)
  const isReleasing = order.reason !== undefined
  return (
    <>
      <Card className="flex flex-col gap-4 px-5 py-5 md:px-6">
        <div>
          <StatusBadge tone={isReleasing ? 'neutral' : 'warn'}>
            {t(isReleasing ? 'invest.cancel.releasing' : 'invest.pay.word.open')}
          </StatusBadge>
        </div>
        {isReleasing ? (
          <p className="text-15 text-ink-2">{t('ui.release.later')}</p>
        ) : (
          <Reservation order={order} onLapsed={onLapsed} />
        )}
        <OrderFacts order={order} />
      </Card>
      {!isReleasing && (
        <>
          <div className="flex flex-wrap gap-3">
            <PayButton totalFils={order.totalFils} busy={busy} onPay={() => void pay(order.amountFils)} />
            <ReleaseButton orderId={order.orderId} property={order.property} />
          </div>
          <p className="text-13 text-ink-2">{t('invest.pay.notCharged')}</p>
          <CashInstead totalFils={order.totalFils} />
        </>
      )}
    </>
  )
}

/** Says how to pay with the cash that covers a reserved order: its payment page is open, so that ends first. */
function CashInstead({ totalFils }: { totalFils: Fils }) {
  const { data: availableFils } = useGetAvailableCashQuery()
  if (availableFils === undefined || availableFils < totalFils) return null
  const money = <OwnMoney fils={availableFils} decimals={2} />
  return (
    <p className="text-13 text-ink-2">
      <Text id="invest.method.release" components={{ money }} />
    </p>
  )
}

/** Shows how the order ended. An unpaid one can be reserved again with the same amount. */
function Ended({ property, order, onRefused }: PayStepProps) {
  const t = useT()
  const { busy, pay } = usePayment(property, onRefused)
  const outcome = outcomeOf(statusOf(order.state), 0, order)
  const isUnpaid = order.state === 'expired' || order.state === 'failed'
  return (
    <>
      <Card className="flex flex-col gap-4 px-5 py-5 md:px-6">
        <div role="status">
          <StatusBadge tone={outcome.tone}>{t(outcome.word)}</StatusBadge>
          <h2 className="mt-3 text-22">{t(outcome.title)}</h2>
          <p className="mt-1 text-15 text-ink-2">{t(outcome.text)}</p>
        </div>
        <OrderFacts order={order} />
      </Card>
      {isUnpaid && outcome.action === 'retry' ? (
        <div className="flex flex-wrap gap-3">
          <Button busyText={busy && t('invest.pay.busy')} onClick={() => void pay(order.amountFils)}>
            {t('invest.pay.reserveAgain')}
          </Button>
          <ButtonLink
            to={`/investment-flow/${property.propertyId}/amount?amount=${order.amountFils / 100}`}
            kind="secondary"
          >
            {t('invest.review.changeAmount')}
          </ButtonLink>
        </div>
      ) : (
        <ButtonLink to={resultPath(order)} className="self-start">
          {t('invest.pay.seeResult')}
        </ButtonLink>
      )}
    </>
  )
}
