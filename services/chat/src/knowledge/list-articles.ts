import { ApprovalStore, type Approval } from '@hissa/approvals'
import type { ArticleChange, ListedArticle } from '@hissa/contracts/chat'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { ArticleRatings } from '../ratings/article-ratings.js'
import { reviewDueAt, type Article } from './article.js'
import { ArticleStore, type VersionRow } from './article.store.js'
import type { ArticleProposal } from './change-article.js'

/** Most changes of an article that its history lists. */
const MOST_CHANGES = 100

/** Lists the articles for staff, and the changes of each. */
@Injectable()
export class ListArticles {
  constructor(
    private readonly store: ArticleStore,
    private readonly approvals: ApprovalStore,
    private readonly ratings: ArticleRatings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(): Promise<{ articles: ListedArticle[]; count: number }> {
    const [rows, ratings] = await Promise.all([this.store.list(), this.ratings.all()])
    const today = this.clock.now().toISOString().slice(0, 10)
    const listed = await Promise.all(
      rows.map(async (article) => {
        const content = article.draft ?? article.published ?? (await this.store.lastContent(article.articleId))
        if (!content) return []
        const { articleId, state, version, contentVersion } = article
        const { en, ar } = content.texts
        // What readers see counts, also while a draft has a later review.
        const { reviewedAt } = article.published ?? content
        const dueAt = reviewDueAt(reviewedAt)
        return {
          ...{ articleId, state, version, contentVersion, section: content.section, reviewedAt },
          ...{ title: { en: en?.title ?? null, ar: ar?.title ?? null }, reviewDueAt: dueAt },
          ...{ isOverdue: state !== 'retired' && dueAt < today, ratings: ratings.get(articleId) ?? UNRATED },
        }
      }),
    )
    const articles = listed.flat()
    return { articles, count: articles.length }
  }

  /** Returns proposals and versions from files, newest first. */
  async history(articleId: Article['articleId']): Promise<ArticleChange[]> {
    const [approvals, versions] = await Promise.all([
      this.approvals.ofSubject(articleId),
      this.store.versions(articleId),
    ])
    const published = new Map(versions.map(({ approvalId, contentVersion }) => [approvalId, contentVersion]))
    const changes = [
      ...(approvals as Approval<ArticleProposal>[]).map((each) => fromApproval(each, published.get(each.id) ?? null)),
      ...versions.filter(({ approvalId }) => !approvalId).map(fromFile),
    ]
    return changes.sort((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1)).slice(0, MOST_CHANGES)
  }
}

const UNRATED = { up: 0, down: 0 }

function fromApproval(approval: Approval<ArticleProposal>, contentVersion: number | null): ArticleChange {
  const { maker, reason, checker, checkerReason, requestedAt, endedAt, state, proposal } = approval
  return {
    ...{ action: proposal.action, outcome: state, contentVersion, maker, reason, checker, checkerReason },
    requestedAt: requestedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

const fromFile = ({ contentVersion, at }: VersionRow): ArticleChange => ({
  ...{ action: 'publish', outcome: 'imported', contentVersion, maker: null, reason: null },
  ...{ requestedAt: at.toISOString(), checker: null, checkerReason: null, endedAt: at.toISOString() },
})
