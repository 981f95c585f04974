import { codeOf, isConnectionLost, type ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { directionOf } from '../../lib/locale.js'
import { languageFor } from '@hissa/texts'
import { Button } from '../../ui/button.js'
import { Link } from '../../ui/link.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { useSearchLearningQuery } from './learn-api.js'
import { LessonMeta } from './lesson-meta.js'
import { lessonPath } from './paths.js'

/** Shows the articles that a search finds, best first, in the language of the search. */
export function SearchResults({ text, onClear }: { text: string; onClear: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { currentData, error, isFetching, refetch } = useSearchLearningQuery({ text, locale })
  const clear = (
    <Button kind="secondary" onClick={onClear}>
      {t('learn.search.clear')}
    </Button>
  )
  if (!currentData && error && !isFetching) return <Failure error={error as ApiError} again={() => void refetch()} />
  if (!currentData)
    return (
      <Loading label={t('learn.search.loading')} onRetry={() => void refetch()}>
        <Skeleton className="mt-6 h-64 w-full" />
      </Loading>
    )
  const { results, count } = currentData
  const language = languageFor(currentData.language)
  return (
    <section aria-labelledby="results" className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h2 id="results" role="status" className="text-26">
          {t('learn.search.found', { count })}
        </h2>
        {count > 0 && clear}
      </div>
      {count === 0 ? (
        <EmptyState title={t('learn.search.none')} text={t('learn.search.noneText')} action={clear} />
      ) : (
        <ul lang={language} dir={directionOf(language)} className="flex flex-col border-b border-line">
          {results.map((result) => (
            <li key={result.articleId} className="relative border-t border-line py-5">
              <Link
                to={lessonPath(result.articleId)}
                className="text-18 after:absolute after:inset-0 hover:underline hover:underline-offset-3"
              >
                {result.title}
              </Link>
              <p className="mt-1 max-w-[68ch] text-15 text-ink-2">{result.passage}</p>
              <p lang={locale} dir={directionOf(locale)} className="mt-1 text-13 text-ink-2">
                <LessonMeta lesson={result} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Failure({ error, again }: { error: ApiError; again: () => void }) {
  const t = useT()
  const limited = codeOf(error) === 'RATE_LIMITED'
  const text = limited ? 'learn.search.tooMany' : isConnectionLost(error) ? 'ui.offline' : 'learn.errorText'
  return (
    <div className="pt-8">
      <ErrorState
        title={t('learn.search.error')}
        text={t(text)}
        reference={limited ? undefined : error.reference}
        action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
      />
    </div>
  )
}
