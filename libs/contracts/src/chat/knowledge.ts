import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { count, defineRpc, id, isoDateTime, Locale, reasonText, version } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND, VERSION_CONFLICT } from '../errors.js'
import { Citation, MessageText } from './conversation.js'

/** Longest title or question of an article, in characters. */
export const LONGEST_LINE = 200
/** Longest text of an article in one language, in characters. */
export const LONGEST_BODY = 8_000
/** Most questions of an article in one language. */
export const MOST_QUESTIONS = 20

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_LINE))

/** An article's id in addresses. */
export const ArticleId = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,63}$/))
/** The sections of the knowledge base. */
export const ArticleSection = z.enum(['investing', 'money', 'shares', 'verification', 'account', 'help'])
export type ArticleSection = z.infer<typeof ArticleSection>

/** An article in one language. */
export const ArticleText = z.object({
  title: line,
  /** Plain paragraphs separated by an empty line. */
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_BODY)),
  /** Questions that it answers, as people ask them. */
  questions: z.array(line).check(z.minLength(1), z.maxLength(MOST_QUESTIONS)),
})
export type ArticleText = z.infer<typeof ArticleText>

/** The content of one version of an article. */
export const ArticleContent = z.object({
  section: ArticleSection,
  reviewedAt: z.iso.date(),
  texts: z.object({ en: ArticleText, ar: ArticleText }),
})
export type ArticleContent = z.infer<typeof ArticleContent>

/** Days after its last review when an article is due for the next one. */
export const ARTICLE_REVIEW_DAYS = 180

/** Unpublished content. It can be published once it has a text in each language. */
export const ArticleDraft = z.object({
  section: ArticleSection,
  reviewedAt: z.iso.date(),
  texts: z
    .object({ en: z.nullable(ArticleText), ar: z.nullable(ArticleText) })
    .check(z.refine(({ en, ar }) => en !== null || ar !== null, { error: 'Write the text in a language' })),
})
export type ArticleDraft = z.infer<typeof ArticleDraft>

/** `draft` and `proposed` describe the unpublished content; an article with one can be published in an earlier version. */
export const ArticleState = z.enum(['draft', 'proposed', 'published', 'retired'])
export type ArticleState = z.infer<typeof ArticleState>

export const Article = z.object({
  articleId: ArticleId,
  state: ArticleState,
  /** For the next `saveArticle`. */
  version,
  /** The number of the published version; 0 before the first. */
  contentVersion: version,
  published: z.nullable(ArticleContent),
  draft: z.nullable(ArticleDraft),
  approvalId: z.nullable(id),
})
export type Article = z.infer<typeof Article>

export const ListedArticle = z.object({
  articleId: ArticleId,
  state: ArticleState,
  version,
  contentVersion: version,
  section: ArticleSection,
  /** Of the draft if there is one; null in a language without a text. */
  title: z.object({ en: z.nullable(z.string()), ar: z.nullable(z.string()) }),
  reviewedAt: z.iso.date(),
  reviewDueAt: z.iso.date(),
  isOverdue: z.boolean(),
  /** Ratings of the answers that cite it. */
  ratings: z.object({ up: count, down: count }),
})
export type ListedArticle = z.infer<typeof ListedArticle>

export const ArticleAction = z.enum(['publish', 'retire'])
export type ArticleAction = z.infer<typeof ArticleAction>

/** A proposal with its decision, or a version that was published from a file. */
export const ArticleChange = z.object({
  action: ArticleAction,
  outcome: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired', 'imported']),
  /** The version that it published; null if it published none. */
  contentVersion: z.nullable(version),
  /** User id; null for a file. */
  maker: z.nullable(id),
  reason: z.nullable(z.string()),
  requestedAt: isoDateTime,
  checker: z.nullable(id),
  checkerReason: z.nullable(z.string()),
  endedAt: z.nullable(isoDateTime),
})
export type ArticleChange = z.infer<typeof ArticleChange>

const staff = ['content', 'admin'] as const
const one = z.object({ article: Article })

/** Lists all articles, by id. */
export const ListArticles = defineRpc({
  name: 'chat.listArticles',
  access: staff,
  input: z.object({}),
  output: z.object({ articles: z.array(ListedArticle), count: z.int() }),
  errors: [],
})

/** Returns an article with its latest changes, newest first. */
export const GetArticle = defineRpc({
  name: 'chat.getArticle',
  access: staff,
  input: z.object({ articleId: ArticleId }),
  output: z.object({ article: Article, history: z.array(ArticleChange) }),
  errors: [NOT_FOUND],
})

/** Returns a version that was published. `content` is null if the version retired the article. */
export const GetArticleVersion = defineRpc({
  name: 'chat.getArticleVersion',
  access: staff,
  input: z.object({ articleId: ArticleId, contentVersion: version }),
  output: z.object({ contentVersion: version, publishedAt: isoDateTime, content: z.nullable(ArticleContent) }),
  errors: [NOT_FOUND],
})

/**
 * Saves the draft of an article; `version` is the one that was read, 0 for a new article. A proposal of an earlier draft
 * expires. A review date in the future is an invalid field.
 */
export const SaveArticle = defineRpc({
  name: 'chat.saveArticle',
  access: staff,
  input: z.object({ articleId: ArticleId, version, content: ArticleDraft }),
  output: one,
  errors: [VERSION_CONFLICT, INVALID_FIELDS],
})

/**
 * Proposes to publish an article's draft, or to retire the article. A draft without a text in each language has invalid
 * fields.
 */
export const ProposeArticle = defineRpc({
  name: 'chat.proposeArticle',
  access: staff,
  input: z.object({ articleId: ArticleId, action: ArticleAction, reason: reasonText(500) }),
  output: one,
  errors: [NOT_FOUND, APPROVAL_PENDING, INVALID_FIELDS],
})

/**
 * Approves or rejects another person's proposal. An approved version is used in answers immediately. Event:
 * chat.article.published.v1.
 */
export const DecideArticle = defineRpc({
  name: 'chat.decideArticle',
  access: staff,
  input: z.object({ approvalId: id, verdict: z.enum(['approve', 'reject']), reason: reasonText(500) }),
  output: one,
  errors: [NOT_FOUND, APPROVAL_SAME_PERSON, APPROVAL_NOT_PENDING, APPROVAL_EVIDENCE_CHANGED],
})

/** Withdraws one's own proposal. The draft stays. */
export const WithdrawArticle = defineRpc({
  name: 'chat.withdrawArticle',
  access: staff,
  input: z.object({ approvalId: id }),
  output: one,
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/** Returns what a question finds and how it would be answered, without a conversation. */
export const SearchKnowledge = defineRpc({
  name: 'chat.searchKnowledge',
  access: staff,
  input: z.object({ text: MessageText, language: z._default(Locale, 'en') }),
  output: z.object({
    decision: z.enum(['answer', 'account', 'unknown', 'declined']),
    /** The intent that selects an account tool; null without one. */
    tool: z.nullable(z.string()),
    /** Why no article answers: a request for advice, no passage, or passages that don't suffice. Null otherwise. */
    reason: z.nullable(z.enum(['advice', 'no_passage', 'weak_passages'])),
    /** The language of the question, in which it is answered. */
    language: Locale,
    /** What the assistant says; null if that depends on the account of the person who asks. */
    answer: z.nullable(z.object({ text: z.string(), citations: z.array(Citation) })),
    hits: z.array(
      z.object({
        articleId: ArticleId,
        title: z.string(),
        passage: z.string(),
        score: z.number(),
        /** Whether the answer uses it. */
        used: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

/** Lists questions without an answer, most frequent first. Numbers and addresses in them are masked. */
export const ListUnanswered = defineRpc({
  name: 'chat.listUnanswered',
  access: staff,
  input: z.object({ limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50) }),
  output: z.object({
    questions: z.array(
      z.object({ text: z.string(), language: Locale, count: z.int(), firstAt: isoDateTime, lastAt: isoDateTime }),
    ),
    count: z.int(),
  }),
  errors: [],
})
