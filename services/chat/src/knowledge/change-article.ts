import { ApprovalStore, evidenceChanged, expireIfChanged, type Approval } from '@hissa/approvals'
import { audited, StaffAudit, type Audited, type StaffAction } from '@hissa/audit'
import {
  NOT_FOUND,
  ok,
  refuse,
  refuseFields,
  VERSION_CONFLICT,
  type AnyError,
  type Answer,
  type ErrorsOf,
  type Input,
  type Output,
  type Result,
} from '@hissa/contracts'
import type {
  ArticleAction,
  ArticleDraft,
  DecideArticle,
  ProposeArticle,
  SaveArticle,
  WithdrawArticle,
} from '@hissa/contracts/chat'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { isDuplicateKey, type ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { applied, articleEvidence, completeOf, stateOf, toView, type Article } from './article.js'
import { ArticleStore } from './article.store.js'
import { LANGUAGE_CODES } from '../language/languages.js'

export type ArticleProposal = { articleId: string; action: ArticleAction }
type Proposed = Approval<ArticleProposal>

const conflict = () => refuse(VERSION_CONFLICT, 'This article has changed. Please load it again.')
export const articleNotFound = () => refuse(NOT_FOUND, 'This article was not found.')

/** Refuses to publish a draft that lacks the text in a language. */
function incomplete({ draft }: Article) {
  const missing = LANGUAGE_CODES.filter((language) => !draft?.texts[language])
  return refuseFields(
    missing.map((language) => ({ path: `/texts/${language}`, code: 'required', message: 'Write the text first' })),
  )
}

/** Saves drafts of articles, and publishes or retires articles by a proposal and another person's decision. */
@Injectable()
export class ChangeArticle {
  constructor(
    private readonly store: ArticleStore,
    private readonly approvals: ApprovalStore,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async save(input: Input<typeof SaveArticle>, by: Caller): Promise<Answer<typeof SaveArticle>> {
    try {
      return await this.staff.run(by, (session) => this.saveOnce(input, session))
    } catch (error) {
      if (isDuplicateKey(error)) return conflict()
      throw error
    }
  }

  /** Saves several drafts, all or none, each on the version that was read. */
  async saveAll(
    drafts: readonly Input<typeof SaveArticle>[],
    by: Caller,
  ): Promise<Result<{ saved: string[] }, ErrorsOf<typeof SaveArticle>>> {
    const saved = drafts.map(({ articleId }) => articleId)
    try {
      return await this.staff.run(by, async (session) => {
        for (const draft of drafts) {
          const result = await this.saveDraft(draft, session)
          if (!result.ok) return result
        }
        return audited({ saved }, { action: 'articles.imported', subject: null, detail: { articleIds: saved } })
      })
    } catch (error) {
      if (isDuplicateKey(error)) return conflict()
      throw error
    }
  }

  private async saveOnce(
    input: Input<typeof SaveArticle>,
    session: ClientSession,
  ): Promise<Result<Audited<Output<typeof SaveArticle>>, ErrorsOf<typeof SaveArticle>>> {
    const result = await this.saveDraft(input, session)
    if (!result.ok) return result
    const { articleId, version } = result.value
    return audited(
      { article: toView(result.value) },
      { action: 'article.saved', subject: articleId, detail: { version } },
    )
  }

  private async saveDraft(
    { articleId, version, content }: { articleId: string; version: number; content: ArticleDraft },
    session: ClientSession,
  ): Promise<Result<Article, ErrorsOf<typeof SaveArticle>>> {
    const at = this.clock.now()
    if (new Date(content.reviewedAt) > at)
      return refuseFields([{ path: '/content/reviewedAt', code: 'future', message: 'The review is in the future' }])
    const known = await this.store.find(articleId, session)
    if ((known?.version ?? 0) !== version) return conflict()
    const base = known ?? { articleId, contentVersion: 0, published: null, version: 0 }
    const article: Article = { ...base, draft: content, state: 'draft', approvalId: null }
    if (!(await this.store.save(session, article, known))) return conflict()
    const evidence = articleEvidence(article, 'publish')
    const expired = await this.approvals.expireChanged(session, articleId, { evidence, at })
    if (!expired.ok) return conflict()
    return ok({ ...article, version: version + 1 })
  }

  propose(
    { articleId, action, reason }: Input<typeof ProposeArticle>,
    by: Caller,
  ): Promise<Answer<typeof ProposeArticle>> {
    return this.staff.run(by, async (session) => {
      const article = await this.store.find(articleId, session)
      if (!article || !(action === 'publish' ? article.draft : article.published)) return articleNotFound()
      if (action === 'publish' && !completeOf(article.draft)) return incomplete(article)
      const requested = withReason(
        await this.approvals.request<ArticleProposal>(session, {
          ...{ id: newId(), action: CHANGE, subjectId: articleId, evidence: articleEvidence(article, action) },
          ...{ proposal: { articleId, action }, maker: by.userId, reason, at: this.clock.now() },
        }),
      )
      if (!requested.ok) return requested
      const approvalId = requested.value.id
      const proposed: Article = { ...article, state: 'proposed', approvalId }
      await this.saveOrThrow(session, proposed, article)
      const done = { action: 'article.proposed', subject: articleId, detail: { approvalId, proposed: action } }
      return audited({ article: toView({ ...proposed, version: article.version + 1 }) }, done)
    })
  }

  /** Decides a proposal. If the draft has changed, it first commits the end of the proposal and then returns the refusal. */
  async decide(input: Input<typeof DecideArticle>, by: Caller): Promise<Answer<typeof DecideArticle>> {
    const decided = await this.staff.run(by, (session) => this.decideOnce(input, by, session))
    if (!decided.ok) return decided
    return decided.value ? ok(decided.value) : evidenceChanged()
  }

  /** Returns undefined if the proposal ended because its article has changed. */
  private async decideOnce(
    { approvalId, verdict, reason }: Input<typeof DecideArticle>,
    by: Caller,
    session: ClientSession,
  ): Promise<Result<Audited<Output<typeof DecideArticle> | undefined>, ErrorsOf<typeof DecideArticle>>> {
    const at = this.clock.now()
    const pending = await this.approvals.load<ArticleProposal>(approvalId, session)
    if (!pending.ok) return pending
    const { action, articleId } = pending.value.proposal
    const article = await this.store.find(articleId, session)
    if (!article) return articleNotFound()
    const evidence = articleEvidence(article, action)
    const expired = expireIfChanged(pending.value, { evidence, at })
    if (expired !== pending.value && by.userId !== expired.maker) {
      const saved = await this.approvals.end(session, expired)
      if (!saved.ok) return saved
      await this.saveOrThrow(session, withoutProposal(article), article)
      return audited(undefined, ended(expired))
    }
    const decision = { checker: by.userId, verdict, evidence, reason, at }
    const decided = withReason(await this.approvals.decide<ArticleProposal>(session, approvalId, decision))
    if (!decided.ok) return decided
    const next = verdict === 'approve' ? applied(article, action) : withoutProposal(article)
    await this.saveOrThrow(session, next, article)
    if (verdict === 'approve') await this.store.recordVersion(session, next, { by: by.userId, approvalId })
    return audited({ article: toView({ ...next, version: article.version + 1 }) }, ended(decided.value))
  }

  /** Withdraws the caller's own proposal. */
  withdraw({ approvalId }: Input<typeof WithdrawArticle>, by: Caller): Promise<Answer<typeof WithdrawArticle>> {
    return this.staff.run(by, async (session) => {
      const at = this.clock.now()
      const withdrawn = await this.approvals.withdraw<ArticleProposal>(session, approvalId, { by: by.userId, at })
      if (!withdrawn.ok) return withdrawn
      const article = await this.store.find(withdrawn.value.proposal.articleId, session)
      if (!article) return articleNotFound()
      await this.saveOrThrow(session, withoutProposal(article), article)
      const view = toView({ ...withoutProposal(article), version: article.version + 1 })
      return audited({ article: view }, ended(withdrawn.value))
    })
  }

  /** The transaction read the article, so another change conflicts with it before this can happen. */
  private async saveOrThrow(session: ClientSession, article: Article, known: Article): Promise<void> {
    if (!(await this.store.save(session, article, known))) throw new Error('an article changed in a transaction')
  }
}

/** The action of every approval here, so that at most one is pending per article. */
const CHANGE = 'chat.article.change'

/** The contract has checked the reason already. */
function withReason<T, E extends AnyError>(result: Result<T, E>) {
  if (result.ok) return result
  const { error } = result
  if (error.code === 'VALIDATION_FAILED') throw new Error(`a checked reason was rejected: ${error.detail}`)
  return { ok: false as const, error: error as Exclude<E, { code: 'VALIDATION_FAILED' }> }
}

const withoutProposal = (article: Article): Article => ({ ...article, approvalId: null, state: stateOf(article) })

const ended = ({ id, state, maker, proposal }: Proposed): StaffAction => ({
  action: `article.${state}`,
  subject: proposal.articleId,
  detail: { approvalId: id, proposedBy: maker, proposed: proposal.action },
})
