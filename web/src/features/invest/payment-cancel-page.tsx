import type { OrderView } from '@hissa/contracts/investment'
import { useSearchParams } from 'react-router-dom'
import { useGetOrdersQuery } from '../../api/own-api.js'
import { ReleaseButton } from '../../api/release-button.js'
import { Reservation } from '../../api/reservation.js'
import { useT } from '../../i18n/i18n.js'
import { formatTime } from '../../lib/format.js'
import { ButtonLink } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, Loading } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { useGetPaymentStatusQuery } from './invest-api.js'
import { OrderFacts } from './order-facts.js'
import { PayLink } from './pay-link.js'
import { outcomeOf, readSessionId, type PaymentOutcome } from './payment-outcome.js'

/** `/payment-cancel`: shown when the user returns without paying. States how long the shares stay reserved. */
export default function PaymentCancelPage() {
  const t = useT()
  const [params] = useSearchParams()
  const orderId = params.get('order_id')
  const sessionId = readSessionId(params)
  const bySession = useGetPaymentStatusQuery(sessionId ?? '', { skip: !sessionId })
  // The address names the order or the payment session; if it names neither, the newest open reservation is shown.
  const ask = !sessionId || bySession.isError
  const orders = useGetOrdersQuery(undefined, { skip: !ask })
  const wanted = (one: OrderView) => (orderId ? one.orderId === orderId : one.state === 'reserved')
  const order = bySession.data?.order ?? orders.data?.find(wanted)
  const loading = ask ? orders.isLoading : bySession.isLoading
  return (
    <div className="frame pb-24">
      <PageHead title={t('invest.cancel.pageTitle')} private />
      <div className="mx-auto max-w-[720px] pt-8 md:pt-12">
        {order ? <Cancelled order={order} /> : loading ? <Loading label={t('ui.loading')} /> : <Nothing />}
      </div>
    </div>
  )
}

/** Returns the texts for an order, whose payment may still have arrived or be in refund. */
function wordsOf({ state, paidAt, reason }: OrderView): Pick<PaymentOutcome, 'tone' | 'word' | 'title' | 'text'> {
  if (state === 'reserved' && reason)
    return { tone: 'neutral', word: 'invest.cancel.releasing', title: 'invest.cancel.title', text: 'ui.release.later' }
  if (state === 'reserved')
    return { tone: 'warn', word: 'invest.cancel.held', title: 'invest.cancel.title', text: 'invest.cancel.heldText' }
  if (state === 'refunded') return outcomeOf('refunded', 0, { reason })
  if (state === 'refunding' || state === 'cancelled') return outcomeOf('refunding', 0, { reason })
  if (reason === 'account_not_eligible') return outcomeOf('expired', 0, { reason })
  const tone = 'neutral'
  if (paidAt !== undefined)
    return { tone, word: 'invest.pay.word.confirmed', title: 'invest.cancel.paidTitle', text: 'invest.cancel.paidText' }
  return { tone, word: 'invest.cancel.released', title: 'invest.cancel.title', text: 'invest.cancel.releasedText' }
}

function Cancelled({ order }: { order: OrderView }) {
  const t = useT()
  const held = order.state === 'reserved' && order.reason === undefined
  const releasing = order.state === 'reserved' && !held
  const { tone, word, title, text } = wordsOf(order)
  const property = `/properties/${order.property.slug}?amount=${order.amountFils / 100}`
  return (
    <div className="flex flex-col gap-8">
      <div>
        <StatusBadge tone={tone}>{t(word)}</StatusBadge>
        <h1 tabIndex={-1} className="mt-3 text-34">
          {t(title)}
        </h1>
        <p className="mt-2 max-w-[60ch] text-15 text-ink-2">{t(text, { time: formatTime(order.expiresAt) })}</p>
      </div>
      <Card className="px-5 py-3 md:px-6">
        {held && (
          <div className="border-b border-line pt-1 pb-3">
            <Reservation order={order} />
          </div>
        )}
        <OrderFacts order={order} />
      </Card>
      <div className="flex flex-wrap gap-3">
        <PayLink order={order} />
        {held && <ReleaseButton orderId={order.orderId} property={order.property} />}
        {!held && !releasing && order.reason !== 'account_not_eligible' && (
          <ButtonLink to={property}>{t('invest.pay.again')}</ButtonLink>
        )}
        <ButtonLink to="/properties" kind="secondary">
          {t('invest.otherProperties')}
        </ButtonLink>
      </div>
    </div>
  )
}

function Nothing() {
  const t = useT()
  return (
    <EmptyState
      level={1}
      title={t('invest.cancel.title')}
      text={t('invest.cancel.nothing')}
      action={<ButtonLink to="/properties">{t('invest.otherProperties')}</ButtonLink>}
    />
  )
}
