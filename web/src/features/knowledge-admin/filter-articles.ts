import type { ListedArticle } from '@hissa/contracts/chat'

/** Choices of the review date. */
export const REVIEWS = ['overdue', 'soon', 'later'] as const
export type Review = (typeof REVIEWS)[number]

/** A review within this time is due soon. */
const SOON_DAYS = 30
const DAY_MS = 86_400_000

/** Returns the articles that the parameters `q`, `state`, `missing` and `review` select; overdue ones first, then by date. */
export function filterArticles(
  articles: readonly ListedArticle[],
  params: URLSearchParams,
  nowMs: number,
): ListedArticle[] {
  const words = plain(params.get('q') ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const [state, missing, review] = ['state', 'missing', 'review'].map((name) => params.get(name))
  return articles
    .filter((article) => words.every((word) => searchedIn(article).includes(word)))
    .filter((article) => !state || article.state === state)
    .filter(({ title }) => (missing !== 'en' && missing !== 'ar') || title[missing] === null)
    .filter((article) => !review || reviewOf(article, nowMs) === review)
    .sort((a, b) => (a.reviewDueAt === b.reviewDueAt ? 0 : a.reviewDueAt < b.reviewDueAt ? -1 : 1))
}

/** Returns when an article is due for a review. */
export function reviewOf({ isOverdue, reviewDueAt }: ListedArticle, nowMs: number): Review {
  if (isOverdue) return 'overdue'
  return Date.parse(reviewDueAt) - nowMs <= SOON_DAYS * DAY_MS ? 'soon' : 'later'
}

const searchedIn = ({ articleId, title }: ListedArticle) => plain(`${articleId} ${title.en ?? ''} ${title.ar ?? ''}`)

/** Ignores case, Arabic vowel marks, and the forms of alef. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\u064b-\u0652\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
