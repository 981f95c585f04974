import type { OrderPreview } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { usePreviewOrderQuery } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { Text, useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime, formatPercent, formatShare } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { OwnFigure, OwnMoney } from '../../ui/own-figure.js'
import { Loading, Skeleton } from '../../ui/states.js'
import { flowFailure, type FlowFailure, type FlowStep } from './flow.js'
import { useGetAvailableCashQuery } from './invest-api.js'
import { PayButton } from './pay-button.js'
import { PaymentChoice } from './payment-choice.js'
import { usePayment, type PayFrom } from './use-payment.js'

interface ReviewStepProps {
  property: Property
  amountFils: Fils
  onRefused: (failure: FlowFailure) => void
  onStep: (step: FlowStep) => void
}

/** Renders the review step: the server's figures, explained line by line. */
export function ReviewStep({ property, amountFils, onRefused, onStep }: ReviewStepProps) {
  const t = useT()
  const { busy, pay } = usePayment(property, onRefused)
  // Once the shares are reserved, another preview would no longer find them.
  const preview = usePreviewOrderQuery({ propertyId: property.propertyId, amount: amountFils / 100 }, { skip: busy })
  const latest = useRef(preview.data)
  latest.current = preview.data ?? latest.current
  // The card remains if the cash can't be read; the server decides whether it suffices.
  const { data: availableFils } = useGetAvailableCashQuery(undefined, { refetchOnMountOrArgChange: true, skip: busy })
  const [chosen, choose] = useState<PayFrom>('card')
  const covers = availableFils !== undefined && latest.current && availableFils >= latest.current.totalFils
  // After an attempt, the cash may be short because it has paid. Only the investor changes to another way to pay then.
  const [tried, setTried] = useState(false)
  const payFrom = covers || tried ? chosen : 'card'
  const change = (next: PayFrom) => {
    setTried(false)
    choose(next)
  }
  const error = preview.error as ApiError | undefined
  const refused = useRef(onRefused)
  refused.current = onRefused
  useEffect(() => {
    if (error) refused.current(flowFailure(error))
  }, [error])
  if (!latest.current) {
    if (error)
      return (
        <Button kind="secondary" onClick={() => void preview.refetch()}>
          {t('ui.tryAgain')}
        </Button>
      )
    return (
      <Loading label={t('ui.loading')} onRetry={() => void preview.refetch()}>
        <Skeleton className="h-[640px] w-full" />
      </Loading>
    )
  }
  return (
    <>
      <Lines preview={latest.current} property={property} payFrom={payFrom} onStep={onStep} />
      {availableFils !== undefined && (availableFils > 0 || tried) && (
        <PaymentChoice {...{ availableFils, payFrom }} totalFils={latest.current.totalFils} onChoose={change} />
      )}
      <div className="flex flex-col gap-3">
        <PayButton
          size="l"
          totalFils={latest.current.totalFils}
          busy={busy}
          onPay={() => {
            setTried(payFrom === 'cash')
            void pay(amountFils, payFrom)
          }}
        />
        <p className="text-13 text-ink-2">
          {payFrom === 'cash'
            ? t('invest.method.cash.after')
            : t('invest.review.after', { minutes: latest.current.reservationMinutes })}
        </p>
      </div>
    </>
  )
}

interface LinesProps {
  preview: OrderPreview
  property: Property
  payFrom: PayFrom
  onStep: (step: FlowStep) => void
}

function Lines({ preview, property, payFrom, onStep }: LinesProps) {
  const t = useT()
  const locale = useLocale()
  const time = formatDateTime(property.offering.deadline, locale)
  const change = (step: FlowStep, label: string, text = t('invest.review.change')) => (
    <button
      type="button"
      aria-label={label}
      className="min-h-6 text-13 whitespace-nowrap text-primary underline underline-offset-3 max-md:min-h-11 max-md:min-w-11"
      onClick={() => onStep(step)}
    >
      {text}
    </button>
  )
  return (
    <Card className="px-5 py-1 md:px-6">
      <dl>
        <Line term={t('invest.review.youPay')} action={change('amount', t('invest.review.changeAmount'))}>
          <OwnMoney fils={preview.totalFils} decimals={2} className="text-26" />
        </Line>
        <Line term={t('invest.review.youGet')} action={change('amount', t('invest.review.changeShares'))}>
          <OwnFigure>
            {t('invest.review.units', {
              count: preview.units,
              percent: formatShare(preview.sharePartsPerMillion, locale),
            })}
          </OwnFigure>{' '}
          <Text id="invest.review.unitPrice" components={{ money: <Money fils={preview.unitPriceFils} /> }} />
        </Line>
        <Line term={t('invest.review.when')}>{t('invest.review.whenText', { time })}</Line>
        <Line term={t('invest.review.fees')}>
          <Fees {...{ preview, property, payFrom }} />
        </Line>
        <Line
          term={t('invest.review.wrong')}
          action={change('disclosures', t('invest.review.readDisclosures'), t('invest.review.read'))}
        >
          {t(payFrom === 'cash' ? 'invest.review.wrongTextCash' : 'invest.review.wrongText')}
        </Line>
        <Line term={t('invest.review.cancel')}>{t('invest.review.cancelText')}</Line>
      </dl>
    </Card>
  )
}

/** Itemises what is paid now, and says which costs the share price and the rent already include. */
function Fees({ preview, property, payFrom }: Omit<LinesProps, 'onStep'>) {
  const t = useT()
  const percent = formatPercent(preview.feeBasisPoints, useLocale())
  const isHidden = useAmountsHidden()
  const rows: [term: string, value: ReactNode][] = [
    [
      isHidden ? t('invest.pay.shares') : t('invest.review.fee.shares', { count: preview.units }),
      <OwnMoney fils={preview.amountFils} decimals={2} />,
    ],
    [t('invest.review.fee.platform', { percent }), <OwnMoney fils={preview.feeFils} decimals={2} />],
    [t(`invest.review.fee.${payFrom}`), t('invest.review.fee.none')],
    [t('invest.review.fee.total'), <OwnMoney fils={preview.totalFils} decimals={2} className="font-medium" />],
  ]
  return (
    <>
      <table className="w-full text-15">
        <caption className="sr-only">{t('invest.review.fees')}</caption>
        <tbody>
          {rows.map(([term, value], index) => (
            <tr key={term} className={index === rows.length - 1 ? 'border-t border-line text-ink' : undefined}>
              <th scope="row" className="py-1 pe-4 text-start font-normal">
                {term}
              </th>
              <td className="py-1 text-end">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {property.acquisition.length > 0 && (
        <p className="mt-2 text-13">
          {t('invest.review.fee.included')}{' '}
          <TextLink
            to={`/properties/${property.slug}`}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center"
          >
            {t('invest.review.fee.see')} <span className="sr-only">({t('invest.disclosures.newTab')})</span>
          </TextLink>
        </p>
      )}
    </>
  )
}

function Line({ term, action, children }: { term: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="relative grid gap-x-6 gap-y-1 border-b border-line py-4 last:border-0 md:grid-cols-[130px_1fr_auto]">
      <dt className="text-13 leading-6 font-medium text-ink max-md:pe-24">{term}</dt>
      <dd className="text-15 text-ink-2 [&_.money]:text-ink">{children}</dd>
      {action && <dd className="text-end text-15 max-md:absolute max-md:end-0 max-md:top-1.5">{action}</dd>}
    </div>
  )
}
