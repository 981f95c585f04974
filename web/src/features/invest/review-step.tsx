import type { OrderPreview } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useCreateCheckoutSessionMutation, usePreviewOrderQuery } from '../../api/api.js'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { Text, useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatPercent, formatShare } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { Loading, Skeleton } from '../../ui/states.js'
import { flowFailure, type FlowFailure, type FlowStep } from './flow.js'

interface ReviewStepProps {
  property: Property
  amountFils: Fils
  onRefused: (failure: FlowFailure) => void
  onStep: (step: FlowStep) => void
}

/** Renders the review step: the server's figures, explained line by line. */
export function ReviewStep({ property, amountFils, onRefused, onStep }: ReviewStepProps) {
  const t = useT()
  const preview = usePreviewOrderQuery({ propertyId: property.propertyId, amount: amountFils / 100 })
  const { busy, pay } = usePayment(property, amountFils, onRefused)
  const error = preview.error as ApiError | undefined
  const refused = useRef(onRefused)
  refused.current = onRefused
  useEffect(() => {
    if (error) refused.current(flowFailure(error))
  }, [error])
  if (!preview.data) {
    if (error)
      return (
        <Button kind="secondary" onClick={() => void preview.refetch()}>
          {t('ui.tryAgain')}
        </Button>
      )
    return (
      <Loading label={t('ui.loading')} onRetry={() => void preview.refetch()}>
        <Skeleton className="h-96 w-full" />
      </Loading>
    )
  }
  return (
    <>
      <h2 tabIndex={-1} className="text-26">
        {t('invest.review.title')}
      </h2>
      <Lines preview={preview.data} property={property} onStep={onStep} />
      <div className="flex flex-col gap-3">
        <Button size="l" busyText={busy && t('invest.pay.busy')} onClick={() => void pay()}>
          <span className="[&_.money-sign]:text-on-primary">
            <Text id="invest.review.pay" components={{ money: <Money fils={preview.data.totalFils} /> }} />
          </span>
        </Button>
        <p className="text-13 text-ink-2">{t('invest.review.after', { minutes: preview.data.reservationMinutes })}</p>
      </div>
    </>
  )
}

function Lines({
  preview,
  property,
  onStep,
}: {
  preview: OrderPreview
  property: Property
  onStep: (step: FlowStep) => void
}) {
  const t = useT()
  const locale = useLocale()
  const values = { hours: preview.coolingOffHours, date: formatDate(property.offering.deadline, locale) }
  const change = (step: FlowStep, label: string) => (
    <button
      type="button"
      aria-label={label}
      className="min-h-6 text-13 max-md:min-h-11 max-md:min-w-11 text-primary underline underline-offset-3"
      onClick={() => onStep(step)}
    >
      {t('invest.review.change')}
    </button>
  )
  return (
    <Card className="px-5 py-1 md:px-6">
      <dl>
        <Line term={t('invest.review.youPay')} action={change('amount', t('invest.review.changeAmount'))}>
          <Money fils={preview.totalFils} className="text-26" />
        </Line>
        <Line term={t('invest.review.youGet')}>
          {t('invest.review.units', {
            count: preview.units,
            percent: formatShare(preview.sharePartsPerMillion, locale),
          })}{' '}
          <Text id="invest.review.unitPrice" components={{ money: <Money fils={preview.unitPriceFils} /> }} />
        </Line>
        <Line term={t('invest.review.when')}>{t('invest.review.whenText', values)}</Line>
        <Line term={t('invest.review.fees')}>
          <Text
            id="invest.review.feesText"
            values={{ percent: formatPercent(preview.feeBasisPoints, locale) }}
            components={{ fee: <Money fils={preview.feeFils} />, amount: <Money fils={preview.amountFils} /> }}
          />
        </Line>
        <Line term={t('invest.review.wrong')} action={change('disclosures', t('invest.review.readAgain'))}>
          {t('invest.review.wrongText', values)}
        </Line>
        <Line term={t('invest.review.cancel')}>{t('invest.review.cancelText', values)}</Line>
      </dl>
    </Card>
  )
}

function Line({ term, action, children }: { term: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-b border-line py-4 last:border-0 md:grid-cols-[150px_1fr_auto]">
      <dt className="text-13 leading-6 font-medium text-ink">{term}</dt>
      <dd className="text-15 text-ink-2 [&_.money]:text-ink">{children}</dd>
      {action && <dd className="text-15">{action}</dd>}
    </div>
  )
}

/** Reserves and opens the payment page. After a reload or Back, the same order is used while it is open. */
function usePayment(property: Property, amountFils: Fils, onRefused: (failure: FlowFailure) => void) {
  const session = useSession()
  const locale = useLocale()
  const [create] = useCreateCheckoutSessionMutation()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  const pay = async () => {
    if (!session) return // the session ended; the user is being redirected to sign-in
    setBusy(true)
    const result = await create({
      amount: amountFils / 100,
      propertyId: property.propertyId,
      description: property.title,
      userId: session.user.id,
      locale,
    })
    if (result.data) return location.assign(result.data.url)
    setBusy(false)
    const error = result.error as ApiError
    onRefused(isConnectionLost(error) ? { kind: 'offline', text: 'ui.paymentNotOpened' } : flowFailure(error))
  }
  return { busy, pay }
}
