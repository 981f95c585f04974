import type { ArticleDraft, ArticleState, ListedArticle } from '@hissa/contracts/chat'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatShortDate, formatShortDateTime } from '../../lib/format.js'
import { TextLink } from '../../ui/link.js'
import { Loaded as LoadedQuery, type LoadedProps, type LoadedTexts } from '../../ui/loaded.js'
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

const TEXTS: LoadedTexts = {
  loading: 'knowledge.loading',
  error: 'knowledge.error',
  errorText: 'knowledge.errorText',
  notFound: 'knowledge.notFound',
}

/** Shows what a query returned, or that it is loading or failed. */
export const Loaded = <T,>(props: LoadedProps<T>) => <LoadedQuery {...props} texts={TEXTS} />

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
