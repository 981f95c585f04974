import { evidenceOf } from '@hissa/approvals'
import {
  ARTICLE_REVIEW_DAYS,
  type Article as View,
  type ArticleAction,
  type ArticleContent,
  type ArticleDraft,
  type ArticleState,
} from '@hissa/contracts/chat'

/** An article with its published content and the draft of the next version. */
export interface Article {
  articleId: string
  state: ArticleState
  version: number
  contentVersion: number
  published: ArticleContent | null
  draft: ArticleDraft | null
  approvalId: string | null
}

/** Returns the article as staff see it. */
export const toView = (article: Article): View => ({ ...article })

/** Returns the state of an article without a pending proposal. */
export function stateOf({ draft, published }: Pick<Article, 'draft' | 'published'>): ArticleState {
  if (draft) return 'draft'
  return published ? 'published' : 'retired'
}

/** Hashes what a proposal rests on: the draft to be published, and what it replaces. */
export const articleEvidence = ({ articleId, draft, contentVersion }: Article, action: ArticleAction): string =>
  evidenceOf({ articleId, action, contentVersion, draft: action === 'publish' ? draft : null })

/** Returns a draft as content, or null without a text in each language. */
export function completeOf(draft: ArticleDraft | null): ArticleContent | null {
  if (!draft) return null
  const { en, ar } = draft.texts
  return en && ar ? { ...draft, texts: { en, ar } } : null
}

/** Returns the article after its draft was published, or after it was retired. */
export function applied(article: Article, action: ArticleAction): Article {
  const { contentVersion, draft, published } = article
  const next =
    action === 'publish' ? { published: completeOf(draft) ?? published, draft: null } : { published: null, draft }
  return { ...article, ...next, contentVersion: contentVersion + 1, approvalId: null, state: stateOf(next) }
}

const DAY_MS = 86_400_000

/** Returns the date on which the next review is due, as `2026-11-23`. */
export const reviewDueAt = (reviewedAt: string): string =>
  new Date(Date.parse(reviewedAt) + ARTICLE_REVIEW_DAYS * DAY_MS).toISOString().slice(0, 10)
