import type { OrderView } from '@hissa/contracts/investment'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { PropertyTitle } from '../../api/property-title.js'
import { Reservation } from '../../api/reservation.js'
import { useConfig } from '../../api/services.js'
import { Text, useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card, DefinitionList, PageHeader } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { OwnFigure, OwnMoney, showAmounts } from '../../ui/own-figure.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { CardFields } from './card-fields.js'
import { useOwnDocument } from './own-document.js'
import { useGetOrderCheckoutQuery } from './payment-api.js'
import { TestCards } from './test-cards.js'

/** `/payment/:orderId`: pays an order in a language that the processor's own page doesn't have. */
export default function PaymentPage() {
  const t = useT()
  const isOwn = useOwnDocument()
  const { orderId = '' } = useParams()
  const { data, error, isFetching, refetch } = useGetOrderCheckoutQuery(orderId, {
    skip: !isOwn,
    // Catches the end of an order whose live event was lost with the connection.
    pollingInterval: 60_000,
  })
  const problem = error as ApiError | undefined
  return (
    <div className="frame pb-24">
      <PageHead title={t('payment.title')} private />
      <div className="mx-auto max-w-[960px]">
        {data ? (
          data.clientSecret ? (
            <Payment order={data.order} clientSecret={data.clientSecret} onRejected={() => void refetch()} />
          ) : (
            <Elsewhere order={data.order} />
          )
        ) : problem && !isFetching ? (
          <div className="pt-12">
            <ErrorState
              level={1}
              title={t(problem.status === 404 ? 'payment.notFound' : 'payment.loadError')}
              text={t(problem.status === 404 ? 'payment.notFoundText' : 'payment.loadErrorText')}
              reference={problem.reference}
              action={
                problem.status === 404 ? (
                  <ButtonLink to="/orders">{t('payment.orders')}</ButtonLink>
                ) : (
                  <Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>
                )
              }
            />
          </div>
        ) : (
          <Loading label={t('payment.loading')} onRetry={() => void refetch()}>
            <Skeleton className="mt-12 h-12 w-2/3" />
            <Skeleton className="mt-8 h-96 w-full" />
          </Loading>
        )}
      </div>
    </div>
  )
}

function Payment({
  order,
  clientSecret,
  onRejected,
}: {
  order: OrderView
  clientSecret: string
  onRejected: () => void
}) {
  const t = useT()
  const { sandbox } = useConfig()
  const isHidden = useAmountsHidden()
  return (
    <>
      <PageHeader title={t('payment.title')} />
      <Card className="mb-8 px-6 py-4">
        {/* A moved deadline restarts the countdown. */}
        <Reservation key={order.expiresAt} order={order} onLapsed={onRejected} />
      </Card>
      <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] md:items-start">
        <Summary order={order} />
        <section aria-label={t('payment.card')} className="flex flex-col gap-5">
          <CardFields
            key={clientSecret} // an extended reservation has another payment
            clientSecret={clientSecret}
            label={
              isHidden ? (
                t('ui.amounts.showFirst')
              ) : (
                <span className="[&_.money-sign]:text-on-primary">
                  <Text id="payment.pay" components={{ money: <Money fils={order.totalFils} decimals={2} /> }} />
                </span>
              )
            }
            before={isHidden ? showAmounts : undefined}
            busyLabel={t('payment.busy')}
            onRejected={onRejected}
          />
          <ButtonLink kind="quiet" to={`/payment-cancel?order_id=${order.orderId}`}>
            {t('payment.later')}
          </ButtonLink>
          {sandbox && <TestCards />}
        </section>
      </div>
    </>
  )
}

function Summary({ order }: { order: OrderView }) {
  const t = useT()
  return (
    <Card className="px-6 py-5">
      <h2 className="mb-3 text-18">
        <PropertyTitle property={order.property} />
      </h2>
      <DefinitionList
        facts={[
          { term: t('payment.reference'), value: <bdi dir="ltr">{order.reference}</bdi> },
          {
            term: t('payment.shares'),
            value: (
              <bdi>
                <OwnFigure>{order.units}</OwnFigure>
              </bdi>
            ),
          },
          { term: t('payment.amount'), value: <OwnMoney fils={order.amountFils} decimals={2} /> },
          { term: t('payment.fee'), value: <OwnMoney fils={order.feeFils} decimals={2} /> },
          {
            term: t('payment.total'),
            value: <OwnMoney fils={order.totalFils} decimals={2} className="font-medium" />,
          },
        ]}
      />
    </Card>
  )
}

/** Redirects an order that isn't paid here to the processor's page or to the page that shows its state. */
function Elsewhere({ order }: { order: OrderView }) {
  const t = useT()
  const address = elsewhereOf(order)
  useEffect(() => location.replace(address), [address])
  return (
    <div className="pt-12">
      <Notice tone="info">
        <a className="underline underline-offset-3" href={address}>
          {t('payment.elsewhere')}
        </a>
      </Notice>
    </div>
  )
}

/**
 * Returns the address where an order is paid or shown, but never this page, which would redirect to itself. An order
 * that is no longer reserved goes to its result, because its payment may settle while this page is still open.
 */
export function elsewhereOf(order: Pick<OrderView, 'orderId' | 'state' | 'checkoutUrl'>): string {
  const { orderId, state, checkoutUrl } = order
  if (state !== 'reserved') return `/payment-success?order_id=${orderId}`
  const isHere = checkoutUrl === undefined || new URL(checkoutUrl, location.href).pathname === location.pathname
  return isHere ? `/payment-cancel?order_id=${orderId}` : checkoutUrl
}
