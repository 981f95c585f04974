import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { toView } from './article.js'
import { ArticleStore } from './article.store.js'
import { articleNotFound, ChangeArticle } from './change-article.js'
import { ListArticles } from './list-articles.js'

/** Handles the calls by which staff read and change articles. */
@Controller()
export class ArticlesController {
  constructor(
    private readonly store: ArticleStore,
    private readonly changes: ChangeArticle,
    private readonly lists: ListArticles,
  ) {}

  @Rpc(contracts.ListArticles)
  async list(): Promise<Answer<typeof contracts.ListArticles>> {
    return ok(await this.lists.list())
  }

  @Rpc(contracts.GetArticle)
  async get(
    @Input() { articleId }: InputOf<typeof contracts.GetArticle>,
  ): Promise<Answer<typeof contracts.GetArticle>> {
    const article = await this.store.find(articleId)
    if (!article) return articleNotFound()
    return ok({ article: toView(article), history: await this.lists.history(articleId) })
  }

  @Rpc(contracts.GetArticleVersion)
  async version(
    @Input() { articleId, contentVersion }: InputOf<typeof contracts.GetArticleVersion>,
  ): Promise<Answer<typeof contracts.GetArticleVersion>> {
    const found = await this.store.version(articleId, contentVersion)
    if (!found) return articleNotFound()
    return ok({ contentVersion, publishedAt: found.at.toISOString(), content: found.content })
  }

  @Rpc(contracts.SaveArticle)
  async save(
    @Input() input: InputOf<typeof contracts.SaveArticle>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.SaveArticle>> {
    return this.changes.save(input, by)
  }

  @Rpc(contracts.ProposeArticle)
  async propose(
    @Input() input: InputOf<typeof contracts.ProposeArticle>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.ProposeArticle>> {
    return this.changes.propose(input, by)
  }

  @Rpc(contracts.DecideArticle)
  async decide(
    @Input() input: InputOf<typeof contracts.DecideArticle>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.DecideArticle>> {
    return this.changes.decide(input, by)
  }

  @Rpc(contracts.WithdrawArticle)
  async withdraw(
    @Input() input: InputOf<typeof contracts.WithdrawArticle>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.WithdrawArticle>> {
    return this.changes.withdraw(input, by)
  }
}
