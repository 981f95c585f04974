import type { Lesson } from '@hissa/contracts/chat'
import { languageFor } from '@hissa/texts'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { askMae } from '../../lib/ask-mae.js'
import { formatDate } from '../../lib/format.js'
import { directionOf } from '../../lib/locale.js'
import { showToast } from '../../lib/toast.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { PageHeader } from '../../ui/layout.js'
import { Link, TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { Progress } from '../../ui/progress.js'
import { Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { PageFailure } from './failure.js'
import { useGetLessonQuery, useGetProgressQuery, useListLearningQuery, useMarkReadMutation } from './learn-api.js'
import { LessonMeta } from './lesson-meta.js'
import { lessonPath, pathsOf, quizPath, type PathView } from './paths.js'
import { Trail } from './trail.js'

/** `/knowledge-avenue/:articleId`: one article, its place in a path, and related articles. */
export default function LessonPage() {
  const t = useT()
  const locale = useLocale()
  const articleId = useParams()['articleId']!
  const { currentData, error, isFetching, refetch } = useGetLessonQuery({ articleId, locale })
  if (currentData) return <LessonView key={articleId} lesson={currentData} />
  if (error && !isFetching) return <PageFailure error={error as ApiError} again={() => void refetch()} />
  return (
    <div className="frame pt-12">
      <Loading label={t('learn.loading')} onRetry={() => void refetch()}>
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="mt-3 h-5 w-1/3" />
        <Skeleton className="mt-10 h-64 w-full" />
      </Loading>
    </div>
  )
}

function LessonView({ lesson }: { lesson: Lesson }) {
  const t = useT()
  const path = usePathOf(lesson.articleId)
  const language = languageFor(lesson.language)
  return (
    <>
      <Trail title={lesson.title} />
      <div className="frame pb-24">
        <PageHead title={lesson.title} private />
        <PageHeader
          title={<span lang={language}>{lesson.title}</span>}
          lead={
            <>
              {lesson.section.title} · <LessonMeta lesson={lesson} />
            </>
          }
        />
        <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_320px]">
          <article className="max-w-[680px]">
            <div
              lang={language}
              dir={directionOf(language)}
              className="flex flex-col gap-5 border-t border-line pt-8 text-18"
            >
              {lesson.paragraphs.map((paragraph, index) => (
                <p key={index}>{paragraph}</p>
              ))}
            </div>
            <Actions lesson={lesson} path={path} />
            <p className="mt-10 border-t border-line pt-4 text-13 text-ink-2">{t('learn.lesson.notice')}</p>
          </article>
          <aside className="flex flex-col gap-10">
            {path && <PathList path={path} articleId={lesson.articleId} />}
            <Related lesson={lesson} />
            <section>
              <h2 className="text-15 font-medium">{t('learn.lesson.questions')}</h2>
              <div className="flex flex-wrap gap-3 pt-3">
                <Button kind="secondary" size="s" onClick={askMae}>
                  {t('learn.help.mae')}
                </Button>
                <ButtonLink kind="secondary" size="s" to="/contact">
                  {t('learn.help.person')}
                </ButtonLink>
              </div>
            </section>
          </aside>
        </div>
      </div>
    </>
  )
}

/** Returns the path that has the article. */
function usePathOf(articleId: string): PathView | undefined {
  const { currentData } = useListLearningQuery(useLocale())
  const progress = useGetProgressQuery().data
  if (!currentData) return undefined
  return pathsOf(currentData, progress).find(({ articles }) => articles.some((each) => each.articleId === articleId))
}

/** Marks the article as read, and leads to the next one of the path or to its quiz. */
function Actions({ lesson, path }: { lesson: Lesson; path: PathView | undefined }) {
  const t = useT()
  const locale = useLocale()
  const progress = useGetProgressQuery()
  const [markRead, { isLoading }] = useMarkReadMutation()
  const [justMarked, setJustMarked] = useState(false)
  const state = useRef<HTMLParagraphElement>(null)
  const { articleId, version } = lesson
  const read = progress.data?.read.find((each) => each.articleId === articleId)
  const isCurrent = read !== undefined && read.version >= version
  useEffect(() => {
    // The button is gone.
    if (justMarked && isCurrent) state.current?.focus()
  }, [justMarked, isCurrent])
  const mark = async () => {
    const { error } = await markRead({ articleId, version })
    if (!error) return setJustMarked(true)
    showToast({ kind: 'error', text: t(isConnectionLost(error) ? 'ui.offline' : 'learn.lesson.notMarked') })
  }
  const index = path?.articles.findIndex((each) => each.articleId === articleId) ?? -1
  const next = path?.articles[index + 1]
  const kind = isCurrent ? 'primary' : 'secondary'
  return (
    <div className="flex flex-col items-start gap-4 pt-10">
      {read && (
        <p ref={state} tabIndex={-1} role="status">
          {isCurrent ? (
            <StatusBadge tone="good">{t('learn.lesson.readOn', { date: formatDate(read.readAt, locale) })}</StatusBadge>
          ) : (
            <StatusBadge tone="info">{t('learn.lesson.updated')}</StatusBadge>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!isCurrent && (
          <Button busyText={isLoading && t('learn.lesson.marking')} onClick={() => void mark()}>
            {t('learn.lesson.mark')}
          </Button>
        )}
        {next && (
          <ButtonLink kind={kind} to={lessonPath(next.articleId)}>
            {t('learn.lesson.next', { title: next.title })}
          </ButtonLink>
        )}
        {path && !next && (
          <ButtonLink kind={kind} to={quizPath(path.pathId)}>
            {t('learn.path.takeQuiz')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function PathList({ path, articleId }: { path: PathView; articleId: string }) {
  const t = useT()
  const state = t('learn.path.read', { read: path.read, total: path.articles.length })
  return (
    <nav aria-labelledby="path-title">
      <h2 id="path-title" className="text-18">
        {path.title}
      </h2>
      <p className="pt-1 pb-1.5 text-13 text-ink-2">{state}</p>
      <Progress label={state} value={path.read} max={path.articles.length} />
      <ol className="flex flex-col pt-3">
        {path.articles.map(({ articleId: id, title, isRead }) => (
          <li key={id}>
            <Link
              to={lessonPath(id)}
              aria-current={id === articleId ? 'page' : undefined}
              className={`flex min-h-11 items-center gap-2 text-15 hover:text-ink hover:underline hover:underline-offset-3 md:min-h-9 ${id === articleId ? 'font-medium text-ink' : 'text-ink-2'}`}
            >
              <span className="flex size-5 shrink-0 items-center justify-center text-good">
                {isRead && <Icon name="check" size={16} />}
              </span>
              {title}
              {isRead && <span className="sr-only">, {t('learn.read')}</span>}
            </Link>
          </li>
        ))}
      </ol>
      <TextLink
        to={quizPath(path.pathId)}
        className="ms-7 inline-flex min-h-11 min-w-11 items-center text-15 md:min-h-9"
      >
        {t('learn.path.quiz', { count: path.questions })}
      </TextLink>
    </nav>
  )
}

function Related({ lesson: { related } }: { lesson: Lesson }) {
  const t = useT()
  if (related.length === 0) return null
  return (
    <section>
      <h2 className="pb-1 text-15 font-medium">{t('learn.lesson.related')}</h2>
      <ul className="flex flex-col">
        {related.map(({ articleId, title }) => (
          <li key={articleId}>
            <TextLink
              to={lessonPath(articleId)}
              className="inline-flex min-h-11 min-w-11 items-center text-15 md:min-h-9"
            >
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
