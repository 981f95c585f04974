import { languageFor } from '@hissa/texts'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { Loading, Notice, Skeleton } from '../../ui/states.js'
import { PageFailure } from './failure.js'
import { useGetQuizQuery } from './learn-api.js'
import { QuizForm } from './quiz-form.js'
import { Trail } from './trail.js'

/** `/knowledge-avenue/quiz/:pathId`: the questions of a path, and why each answer is right or wrong. */
export default function QuizPage() {
  const t = useT()
  const locale = useLocale()
  const pathId = useParams()['pathId']!
  // True once answers were refused because the questions had changed.
  const [isOutdated, setOutdated] = useState(false)
  const { currentData, error, isFetching, refetch } = useGetQuizQuery({ pathId, locale })
  if (!currentData && error && !isFetching)
    return <PageFailure error={error as ApiError} again={() => void refetch()} />
  if (!currentData)
    return (
      <div className="frame pt-12">
        <Loading label={t('learn.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="mt-10 h-48 w-full max-w-[720px]" />
          <Skeleton className="mt-6 h-48 w-full max-w-[720px]" />
        </Loading>
      </div>
    )
  const title = t('learn.quiz.title', { title: currentData.title })
  return (
    <>
      <Trail title={title} />
      <div className="frame pb-24">
        <PageHead title={title} private />
        <PageHeader title={title} lead={t('learn.quiz.lead', { count: currentData.questions.length })} />
        <div className="flex max-w-[720px] flex-col gap-6">
          <Notice tone="info">{t('learn.quiz.notice')}</Notice>
          {isOutdated && <Notice tone="warn">{t('learn.quiz.outdated')}</Notice>}
          <QuizForm
            key={`${pathId} ${currentData.version}`}
            quiz={currentData}
            language={languageFor(currentData.language)}
            onOutdated={() => {
              setOutdated(true)
              void refetch()
            }}
          />
        </div>
      </div>
    </>
  )
}
