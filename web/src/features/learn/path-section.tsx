import { useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Link, TextLink } from '../../ui/link.js'
import { Progress } from '../../ui/progress.js'
import { lessonPath, quizPath, type PathView } from './paths.js'

interface PathSectionProps {
  path: PathView
  /** False until the progress has loaded. */
  hasProgress: boolean
  /** The path to continue first has the main button of the page. */
  isNext: boolean
}

/** Renders a path: what it is about, how much of it is read, and its articles in order. */
export function PathSection({ path, hasProgress, isNext }: PathSectionProps) {
  const t = useT()
  const { pathId, title, summary, articles, read, next, correct, questions } = path
  const state = t('learn.path.read', { read, total: articles.length })
  const titleId = `path-${pathId}`
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-16 gap-y-6 border-t border-line py-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className="flex flex-col items-start gap-4">
        <div>
          <h3 id={titleId} className="text-26">
            {title}
          </h3>
          <p className="mt-2 max-w-[52ch] text-15 text-ink-2">{summary}</p>
        </div>
        {hasProgress && (
          <div className="w-full max-w-[360px]">
            <p className="pb-1.5 text-13 text-ink-2">{state}</p>
            <Progress label={state} value={read} max={articles.length} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <ButtonLink to={next ? lessonPath(next.articleId) : quizPath(pathId)} kind={isNext ? 'primary' : 'secondary'}>
            {t(next ? (read > 0 ? 'learn.path.continue' : 'learn.path.start') : 'learn.path.takeQuiz')}
            <span className="sr-only">: {title}</span>
          </ButtonLink>
          {next && (
            <TextLink to={quizPath(pathId)} className="inline-flex min-h-11 min-w-11 items-center text-15">
              {t('learn.path.quiz', { count: questions })}
              <span className="sr-only">: {title}</span>
            </TextLink>
          )}
        </div>
        {correct !== undefined && (
          <p className="text-13 text-ink-2">{t('learn.path.best', { correct, total: questions })}</p>
        )}
      </div>
      <ol className="flex flex-col">
        {articles.map((article, index) => (
          <li
            key={article.articleId}
            className="relative flex items-center gap-4 border-t border-line py-2.5 text-15 first:border-t-0 lg:first:pt-0"
          >
            <span
              className={`flex size-6 shrink-0 items-center justify-center rounded-full border text-13 ${article.isRead ? 'border-good text-good' : 'border-line-strong text-ink-2'}`}
            >
              {article.isRead ? <Icon name="check" size={14} /> : <bdi>{index + 1}</bdi>}
            </span>
            <Link
              to={lessonPath(article.articleId)}
              className="flex min-h-11 min-w-0 flex-1 items-center after:absolute after:inset-0 hover:underline hover:underline-offset-3 md:min-h-9"
            >
              {article.title}
              {article.isRead && <span className="sr-only">, {t('learn.read')}</span>}
            </Link>
            <span className="shrink-0 text-13 text-ink-2">{t('learn.minutes', { count: article.minutes })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
