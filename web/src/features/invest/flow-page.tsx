import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useGetPropertyQuery, useGetRequirementsQuery } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { checkAmount } from '../../lib/invest-amount.js'
import { titleOf } from '../../lib/property.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHeader, Stepper } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { AmountStep } from './amount-step.js'
import { DisclosuresStep } from './disclosures-step.js'
import { FLOW_STEPS, flowQuery, readAmount, readStep, type FlowFailure, type FlowStep } from './flow.js'
import { FailureNotice } from './failure-notice.js'
import { ReviewStep } from './review-step.js'

/** `/investment-flow/:propertyId?amount=`: amount, disclosures, review, then the payment page. */
export default function FlowPage() {
  const t = useT()
  const { propertyId = '' } = useParams()
  const property = useGetPropertyQuery(propertyId)
  const error = property.error as ApiError | undefined
  return (
    <div className="frame pb-24">
      <PageHead title={t('invest.title')} private />
      <div className="mx-auto max-w-[720px]">
        {property.data ? (
          <Flow key={property.data.propertyId} property={property.data} />
        ) : error ? (
          <div className="pt-12">
            <ErrorState
              level={1}
              title={t(error.status === 404 ? 'invest.notFound' : 'invest.loadError')}
              text={t(error.status === 404 ? 'invest.notFoundText' : 'invest.loadErrorText')}
              reference={error.reference}
              action={
                error.status === 404 ? (
                  <ButtonLink to="/properties">{t('invest.otherProperties')}</ButtonLink>
                ) : (
                  <Button onClick={() => void property.refetch()}>{t('ui.tryAgain')}</Button>
                )
              }
            />
          </div>
        ) : (
          <Loading label={t('ui.loading')} onRetry={() => void property.refetch()}>
            <Skeleton className="mt-12 h-12 w-2/3" />
            <Skeleton className="mt-8 h-96 w-full" />
          </Loading>
        )}
      </div>
    </div>
  )
}

function Flow({ property }: { property: Property }) {
  const t = useT()
  const locale = useLocale()
  const [params] = useSearchParams()
  const amountFils = readAmount(params.get('amount'))
  const needs = useGetRequirementsQuery(property.propertyId, { refetchOnMountOrArgChange: true })
  const [justAccepted, setAccepted] = useState(false)
  // Acceptances of current versions remain valid after Back from the payment page or a reload.
  const accepted = justAccepted || needs.data?.outstanding.length === 0
  const [failure, setFailure] = useState<FlowFailure | null>(null)
  // An amount that can't be bought returns to the amount step, before anything is read or accepted.
  const requested = checkAmount(amountFils, property) === null ? params.get('step') : 'amount'
  const step = readStep(requested, amountFils, accepted)
  const navigate = useNavigate()
  const go = (to: FlowStep, amount = amountFils, why: FlowFailure | null = null) => {
    setFailure(why)
    void navigate(flowQuery(to, amount))
    scrollTo({ top: 0 })
  }
  const refuse = (why: FlowFailure) => {
    if (why.kind === 'disclosures') {
      setAccepted(false)
      void needs.refetch()
    }
    if (why.kind === 'amount' || why.kind === 'disclosures') go(why.kind, amountFils, why)
    else if (why.kind === 'reservation' && why.refusal.kind === 'tooLarge') go('amount', amountFils, why)
    else setFailure(why)
  }
  const choose = (amount: Fils) => go(accepted ? 'review' : 'disclosures', amount)
  return (
    <>
      <PageHeader
        title={t('invest.heading', { title: titleOf(property, locale) })}
        lead={
          amountFils !== null && step !== 'amount' ? <Lead amountFils={amountFils} property={property} /> : undefined
        }
      />
      <Stepper
        label={t('invest.steps')}
        steps={FLOW_STEPS.map((name) => ({ label: t(`invest.step.${name}`), state: stateOf(name, step) }))}
      />
      <section className="mt-8 flex flex-col gap-6" aria-label={t(`invest.step.${step}`)}>
        {failure && <FailureNotice failure={failure} onAmount={choose} />}
        {step === 'amount' && <AmountStep property={property} amountFils={amountFils} onAmount={choose} />}
        {step === 'disclosures' && needs.isLoading && <Loading label={t('ui.loading')} />}
        {step === 'disclosures' && !needs.isLoading && (
          <DisclosuresStep
            property={property}
            accepted={needs.data?.accepted ?? []}
            onRefused={refuse}
            onAccepted={() => {
              setAccepted(true)
              go('review')
            }}
          />
        )}
        {step === 'review' && amountFils !== null && (
          <ReviewStep property={property} amountFils={amountFils} onRefused={refuse} onStep={(to) => go(to)} />
        )}
      </section>
      {property.sampleData && (
        <div className="mt-8">
          <Notice tone="info">{t('invest.sample')}</Notice>
        </div>
      )}
    </>
  )
}

function Lead({ amountFils, property }: { amountFils: Fils; property: Property }) {
  const t = useT()
  return (
    <>
      <Money fils={amountFils} /> ·{' '}
      {t('invest.shares', { count: Math.floor(amountFils / property.offering.unitPriceFils) })}
    </>
  )
}

function stateOf(name: FlowStep, current: FlowStep) {
  const [at, here] = [FLOW_STEPS.indexOf(name), FLOW_STEPS.indexOf(current)]
  return at === here ? ('current' as const) : at < here ? ('done' as const) : ('ahead' as const)
}
