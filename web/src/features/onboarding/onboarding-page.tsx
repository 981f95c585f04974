import type { Profile } from '@hissa/contracts/identity'
import type { KycStatus } from '@hissa/contracts/kyc'
import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { useGetProfileQuery } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { isActiveInvestor, safeNext } from '../../lib/intent.js'
import { Button } from '../../ui/button.js'
import { PageHeader, Stepper } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { IdentityStep } from './identity-step.js'
import { useGetKycStatusQuery } from './kyc-api.js'
import { ProfileStep } from './profile-step.js'
import { ResultStep } from './result-step.js'
import { reachedStep, shownStep, STEPS, type OnboardingStep } from './steps.js'

/**
 * `/onboarding`: profile, identity verification, result. Each step has an address; progress and entries survive a
 * reload.
 */
export default function OnboardingPage() {
  const t = useT()
  const profile = useGetProfileQuery()
  const kyc = useGetKycStatusQuery(useLocale())
  const error = (profile.error ?? kyc.error) as ApiError | undefined
  const retry = () => {
    void profile.refetch()
    void kyc.refetch()
  }
  return (
    <div className="frame pb-24">
      <PageHead title={t('onboarding.title')} private />
      <div className="mx-auto max-w-[720px]">
        <PageHeader title={t('onboarding.title')} lead={t('onboarding.lead')} />
        {profile.data && kyc.data ? (
          <Steps profile={profile.data} kyc={kyc.data} />
        ) : error ? (
          <ErrorState
            title={t('onboarding.loadError')}
            text={t('onboarding.loadErrorText')}
            reference={error.reference}
            action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
          />
        ) : (
          <Loading label={t('ui.loading')} onRetry={retry}>
            <Skeleton className="h-12 w-full" />
            <Skeleton className="mt-8 h-96 w-full" />
          </Loading>
        )}
      </div>
    </div>
  )
}

function Steps({ profile, kyc }: { profile: Profile; kyc: KycStatus }) {
  const t = useT()
  const [params] = useSearchParams()
  const next = safeNext(params.get('next'))
  const reached = reachedStep(profile, kyc)
  const shown = shownStep(params.get('step'), reached, kyc)
  const go = useGoToStep()
  useFocusOnStep(shown)
  if (isActiveInvestor(profile.userStatus)) return <Navigate replace to={next ?? '/investor-dashboard'} />
  return (
    <>
      <Stepper
        label={t('onboarding.steps')}
        steps={STEPS.map((step) => ({ label: t(`onboarding.step.${step}`), state: stateOf(step, shown) }))}
      />
      <section className="mt-8" aria-label={t(`onboarding.step.${shown}`)}>
        {shown === 'profile' && (
          <ProfileStep profile={profile} onSaved={() => go(reached === 'profile' ? 'identity' : reached)} />
        )}
        {shown === 'identity' && (
          <IdentityStep profile={profile} kyc={kyc} onBack={() => go('profile')} onSubmitted={() => go('result')} />
        )}
        {shown === 'result' && <ResultStep kyc={kyc} next={next} />}
      </section>
    </>
  )
}

function stateOf(step: OnboardingStep, shown: OnboardingStep) {
  if (step === shown) return 'current' as const
  return STEPS.indexOf(step) < STEPS.indexOf(shown) ? ('done' as const) : ('ahead' as const)
}

/** Opens a step by its address, keeping `next`. */
function useGoToStep() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (step: OnboardingStep) => {
    const query = new URLSearchParams(params)
    query.set('step', step)
    void navigate(`/onboarding?${query}`)
  }
}

/** Moves the focus to the heading of a new step if it was on a button or nowhere. */
function useFocusOnStep(step: OnboardingStep) {
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === 'BUTTON') {
      scrollTo({ top: 0 })
      document.querySelector<HTMLElement>('main h2')?.focus()
    }
  }, [step])
}
