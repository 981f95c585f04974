import type { ArticleDraft, ArticleState, ListedArticle } from '@hissa/contracts/chat'
import type { ReactNode } from 'react'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatShortDate, formatShortDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { articlePath } from './place.js'

/** The languages of articles, in the order in which they are shown. */
export const LANGUAGES = ['en', 'ar'] as const
export type ArticleLanguage = (typeof LANGUAGES)[number]

/** The direction of a text in a language. */
export const DIRECTIONS = { en: 'ltr', ar: 'rtl' } as const

const STATE_TONES: Record<ArticleState, Tone> = {
  draft: 'info',
  proposed: 'warn',
  published: 'good',
  retired: 'neutral',
}

export function StateBadge({ state }: { state: ArticleState }) {
  const t = useT()
  return <StatusBadge tone={STATE_TONES[state]}>{t(`knowledge.state.${state}`)}</StatusBadge>
}

/** Shows an id or a file name from left to right in every language. */
export const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="wrap-anywhere">
    {text}
  </bdi>
)

/** Shows the date of a review, or a time, on one line. */
export function When({ at }: { at: string }) {
  const locale = useLocale()
  const text = at.length > 10 ? formatShortDateTime(at, locale) : formatShortDate(at, locale)
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {text}
    </time>
  )
}

/** Links to an article by its title. */
export const ArticleLink = ({ articleId, title }: { articleId: string; title: string }) => (
  <TextLink
    to={articlePath(articleId)}
    className="max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center"
  >
    <bdi>{title}</bdi>
  </TextLink>
)

/** Returns an article's title in the reader's language, otherwise in the other one. */
export const titleIn = ({ title }: Pick<ListedArticle, 'title'>, locale: string): string =>
  (locale === 'ar' ? (title.ar ?? title.en) : (title.en ?? title.ar)) ?? ''

/** Returns a draft's title in the reader's language, otherwise in the other one. */
export const titleOf = ({ texts: { en, ar } }: ArticleDraft, locale: string): string =>
  titleIn({ title: { en: en?.title ?? null, ar: ar?.title ?? null } }, locale)

interface LoadedProps<T> {
  query: { data?: T | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** Shows what a query returned, or that it is loading or failed. */
export function Loaded<T>({ query: { data, error, isFetching, refetch }, children }: LoadedProps<T>) {
  const t = useT()
  if (data !== undefined) return children(data)
  if (error && !isFetching)
    return (
      <ErrorState
        title={t((error as ApiError).status === 404 ? 'knowledge.notFound' : 'knowledge.error')}
        text={t(isConnectionLost(error) ? 'ui.connectionLost' : 'knowledge.errorText')}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  return (
    <Loading label={t('knowledge.loading')} onRetry={() => void refetch()}>
      <div className="flex flex-col gap-3 pt-2">
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} className="h-10 w-full" />
        ))}
      </div>
    </Loading>
  )
}

/** Shows a section of a page with a small heading and a sentence about it. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-18">{title}</h2>
        {text && <p className="max-w-[72ch] text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  )
}
