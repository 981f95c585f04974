import type { OrderRequirements } from '@hissa/contracts/investment'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { api } from '../../api/api.js'
import type { ApiError } from '../../api/problem.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { isEligible, type FlowFailure } from './flow.js'
import { useGetAppropriatenessQuery } from './invest-api.js'
import { QuestionsForm } from './questions-form.js'

interface EligibilityStepProps {
  needs: OrderRequirements
  onRefused: (failure: FlowFailure) => void
  onDone: () => Promise<void>
}

/** Shows the state of the identity verification, and the questions about the risks until they are passed. */
export function EligibilityStep({ needs, onRefused, onDone }: EligibilityStepProps) {
  const t = useT()
  const locale = useLocale()
  const questions = useGetAppropriatenessQuery(locale, { skip: needs.appropriateness === 'not_required' })
  const { store } = useServices()
  const [busy, setBusy] = useState(false)
  const proceed = async () => {
    setBusy(true)
    await onDone()
    setBusy(false)
  }
  const { data } = questions
  const isOpen = needs.appropriateness === 'required' || needs.appropriateness === 'paused'
  return (
    <>
      <p className="text-15 text-ink-2">{t('invest.eligibility.lead')}</p>
      <Card className="px-5 md:px-6">
        <Identity state={needs.identity} />
        <Check
          tone={isOpen ? (needs.appropriateness === 'paused' ? 'warn' : 'neutral') : 'good'}
          term={t('invest.eligibility.questions')}
          word={t(`invest.eligibility.questions.${needs.appropriateness}`)}
          text={
            data?.validUntil && !isOpen
              ? t('invest.eligibility.validUntil', { time: formatDateTime(data.validUntil, locale) })
              : undefined
          }
        />
      </Card>
      {isOpen && data && (
        <QuestionsForm
          // Another version of the questions, or another language, starts from the answers kept for it.
          key={`${data.version} ${data.hash} ${data.language}`}
          questionnaire={data}
          retryAt={needs.appropriatenessRetryAt}
          onRefused={onRefused}
          onPassed={proceed}
          onRetry={() => store.dispatch(api.util.invalidateTags(['Requirements']))}
        />
      )}
      {isOpen && !data && (
        <Waiting error={questions.error as ApiError | undefined} retry={() => void questions.refetch()} />
      )}
      {isEligible(needs) && (
        <Button size="l" busyText={busy && t('invest.eligibility.busy')} onClick={() => void proceed()}>
          {t('invest.continue')}
        </Button>
      )}
    </>
  )
}

function Identity({ state }: { state: OrderRequirements['identity'] }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const tone = { verified: 'good', required: 'warn', suspended: 'bad' } as const
  return (
    <>
      <Check
        tone={tone[state]}
        term={t('invest.eligibility.identity')}
        word={t(`invest.eligibility.identity.${state}`)}
        text={state === 'verified' ? undefined : t(`invest.eligibility.identity.${state}.text`)}
      />
      {state === 'required' && (
        <TextLink
          to={`/onboarding?next=${encodeURIComponent(`${pathname}${search}`)}`}
          className="-mt-2 mb-2 inline-flex min-h-11 items-center text-15"
        >
          {t('invest.error.identityLink')}
        </TextLink>
      )}
      {state === 'suspended' && (
        <TextLink to="/contact" className="-mt-2 mb-2 inline-flex min-h-11 items-center text-15">
          {t('invest.eligibility.contact')}
        </TextLink>
      )}
    </>
  )
}

function Check(props: { tone: Tone; term: string; word: string; text?: string | undefined }) {
  return (
    <div className="border-line py-4 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="text-15 font-medium">{props.term}</p>
        <StatusBadge tone={props.tone}>{props.word}</StatusBadge>
      </div>
      {props.text && <p className="mt-1 text-13 text-ink-2">{props.text}</p>}
    </div>
  )
}

function Waiting({ error, retry }: { error: ApiError | undefined; retry: () => void }) {
  const t = useT()
  if (error) {
    return (
      <ErrorState
        title={t('invest.questions.error')}
        reference={error.reference}
        action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  return (
    <Loading label={t('ui.loading')} onRetry={retry}>
      <Skeleton className="h-40 w-full" />
      <Skeleton className="mt-6 h-40 w-full" />
    </Loading>
  )
}
