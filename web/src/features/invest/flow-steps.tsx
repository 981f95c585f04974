import type { OrderRequirements, OrderView } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useGetRequirementsQuery } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { Reservation } from '../../api/reservation.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { addressAmount, checkAmount } from '../../lib/invest-amount.js'
import { titleOf } from '../../lib/property.js'
import { TextLink } from '../../ui/link.js'
import { Card, Stepper } from '../../ui/layout.js'
import { OwnFigure, OwnMoney } from '../../ui/own-figure.js'
import { PageHead } from '../../ui/page-head.js'
import { PropertyThumb } from '../../ui/property-thumb.js'
import { Notice } from '../../ui/states.js'
import { AmountStep } from './amount-step.js'
import { DisclosuresStep } from './disclosures-step.js'
import { EligibilityStep } from './eligibility-step.js'
import { FailureNotice } from './failure-notice.js'
import {
  FLOW_STEPS,
  flowFailure,
  reachedStep,
  shownStep,
  stepPath,
  type FlowFailure,
  type FlowStep,
  type Progress,
} from './flow.js'
import { PayStep } from './pay-step.js'
import { ReviewStep } from './review-step.js'

interface FlowStepsProps {
  property: Property
  needs: OrderRequirements
  /** The investor's newest order for this property. */
  order: OrderView | undefined
}

/** Shows one step of the flow. An address beyond the first incomplete step leads to that step. */
export function FlowSteps({ property, needs, order }: FlowStepsProps) {
  const t = useT()
  const { step: requested } = useParams()
  const amountFils = addressAmount(useSearchParams()[0].get('amount'))
  const progress: Progress = { hasAmount: checkAmount(amountFils, property) === null, needs, order }
  const step = shownStep(requested, progress)
  const flow = useFlow({ property, needs, order }, amountFils, step)
  const shownFils = step === 'pay' ? (order?.amountFils ?? amountFils) : amountFils
  if (step !== requested) return <Navigate replace to={stepPath(property.propertyId, step, shownFils)} />
  return (
    <>
      <PageHead title={t('invest.pageTitle', { step: t(`invest.step.${step}`) })} private />
      <StepHeader property={property} amountFils={shownFils} step={step} />
      <FlowStepper property={property} progress={progress} amountFils={shownFils} step={step} />
      <section className="mt-8 flex flex-col gap-6" aria-label={t(`invest.step.${step}`)}>
        {flow.failure && <FailureNotice failure={flow.failure} onAmount={flow.choose} />}
        {order?.state === 'reserved' && !order.reason && step !== 'pay' && <OpenReservation order={order} />}
        {step === 'amount' && (
          <AmountStep property={property} amountFils={amountFils} limit={needs.annualLimit} onAmount={flow.choose} />
        )}
        {step === 'eligibility' && <EligibilityStep needs={needs} onRefused={flow.refuse} onDone={flow.proceed} />}
        {step === 'disclosures' && (
          <DisclosuresStep
            property={property}
            accepted={needs.accepted}
            onRefused={flow.refuse}
            onAccepted={flow.proceed}
          />
        )}
        {step === 'review' && amountFils !== null && (
          <ReviewStep property={property} amountFils={amountFils} onRefused={flow.refuse} onStep={flow.go} />
        )}
        {step === 'pay' && order && <PayStep property={property} order={order} onRefused={flow.refuse} />}
      </section>
      {property.sampleData && (
        <div className="mt-8">
          <Notice tone="info">{t('invest.sample')}</Notice>
        </div>
      )}
    </>
  )
}

/** Returns how to move between steps, and what stopped the last attempt. */
function useFlow({ property, order }: FlowStepsProps, amountFils: Fils | null, step: FlowStep) {
  const isReserved = order?.state === 'reserved'
  const navigate = useNavigate()
  const needs = useGetRequirementsQuery(property.propertyId)
  const [failure, setFailure] = useState<{ why: FlowFailure; at: FlowStep } | null>(null)
  const here = useLocation().key
  useEffect(() => void scrollTo({ top: 0 }), [here])
  const go = (to: FlowStep | null, amount = amountFils) => {
    setFailure(null)
    void navigate(stepPath(property.propertyId, to, amount))
  }
  const refuse = (why: FlowFailure) => {
    const isTooLarge = why.kind === 'reservation' && why.refusal.kind === 'tooLarge'
    const at = isTooLarge ? 'amount' : why.kind
    const target = FLOW_STEPS.find((one) => one === at) ?? step
    // The server decided by newer data than this page has.
    if (target === 'eligibility' || target === 'disclosures') void needs.refetch()
    if (target !== step) void navigate(stepPath(property.propertyId, target, amountFils))
    setFailure({ why, at: target })
  }
  /** Continues with the next incomplete step, as the server sees it now. */
  const proceed = async () => {
    const { error } = await needs.refetch()
    if (error) return refuse(flowFailure(error as ApiError))
    // A completed step that was opened again leads to the next one.
    const next = FLOW_STEPS[FLOW_STEPS.indexOf(step) + 1]!
    go(isReserved ? next : next === 'disclosures' ? null : next)
  }
  const choose = (amount: Fils) => {
    // Back then returns to this amount, not to the one that the address had before.
    void navigate(stepPath(property.propertyId, 'amount', amount), { replace: true })
    setFailure(null)
    // Another amount needs another reservation, so it doesn't lead to the open one.
    const isOther = isReserved && amount !== order.amountFils
    void navigate(stepPath(property.propertyId, isOther ? 'review' : null, amount))
  }
  return { go, refuse, proceed, choose, failure: failure?.at === step ? failure.why : null }
}

function StepHeader({ property, amountFils, step }: { property: Property; amountFils: Fils | null; step: FlowStep }) {
  const t = useT()
  const locale = useLocale()
  return (
    <header className="flex items-end justify-between gap-6 pt-6 pb-6 md:pt-10 md:pb-8">
      <div className="min-w-0">
        <p className="text-13 text-ink-2 md:text-15">
          <TextLink to={`/properties/${property.slug}`} className="inline-flex min-h-11 items-center">
            {titleOf(property, locale)}
          </TextLink>
          {amountFils !== null && step !== 'amount' && (
            <span className="max-md:block">
              <span className="max-md:hidden"> · </span>
              <OwnMoney fils={amountFils} />
              {' · '}
              <OwnFigure>
                {t('invest.shares', { count: Math.floor(amountFils / property.offering.unitPriceFils) })}
              </OwnFigure>
            </span>
          )}
        </p>
        <h1 tabIndex={-1} className="mt-1 text-34 md:text-40">
          {t(`invest.heading.${step}`)}
        </h1>
      </div>
      <PropertyThumb property={property} className="w-24 max-xs:hidden md:w-32" sizes="128px" />
    </header>
  )
}

function FlowStepper(props: { property: Property; progress: Progress; amountFils: Fils | null; step: FlowStep }) {
  const t = useT()
  const { property, progress, amountFils, step } = props
  const [here, reached] = [step, reachedStep(progress)].map((name) => FLOW_STEPS.indexOf(name)) as [number, number]
  const steps = FLOW_STEPS.map((name, at) => ({
    label: t(`invest.step.${name}`),
    state: at === here ? ('current' as const) : at < here ? ('done' as const) : ('ahead' as const),
    to: at !== here && at <= reached ? stepPath(property.propertyId, name, amountFils) : undefined,
  }))
  return <Stepper label={t('invest.steps')} steps={steps} />
}

/** Shows on the earlier steps that shares are reserved, with a link to pay for them. */
function OpenReservation({ order }: { order: OrderView }) {
  const t = useT()
  return (
    <Card className="flex flex-col gap-1 px-5 py-3 md:px-6">
      <Reservation order={order} />
      <TextLink
        to={stepPath(order.property.propertyId, 'pay', order.amountFils)}
        className="inline-flex min-h-11 items-center self-start text-15"
      >
        {t('invest.pay.continueReservation')}
      </TextLink>
    </Card>
  )
}
