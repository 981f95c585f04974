import type { ArticleContent } from '@hissa/contracts/chat'
import { ArticlePublished } from '@hissa/contracts/chat'
import { CLOCK, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import type { Article } from './article.js'

const ARTICLE = 'Article'
const VERSION = 'ArticleVersion'

type ArticleRow = Omit<Article, 'articleId'> & { _id: string }

/** A published version; `content` is null if it retired the article. */
export interface VersionRow {
  _id: string
  articleId: string
  contentVersion: number
  content: ArticleContent | null
  /** User id of the checker; `file` for an imported version. */
  by: string
  /** The proposal that published it; null for an imported version. */
  approvalId: string | null
  at: Date
}

/** Who published a version: a checker by a proposal, or a file. */
type PublishedBy = { by: string; approvalId: string } | 'file'

const articles = new Schema<ArticleRow>(
  {
    _id: String,
    state: { type: String, required: true },
    version: { type: Number, required: true },
    contentVersion: { type: Number, required: true },
    published: { type: Schema.Types.Mixed, default: null },
    draft: { type: Schema.Types.Mixed, default: null },
    approvalId: { type: String, default: null },
  },
  { versionKey: false, collection: 'articles', minimize: false },
)
const versions = new Schema<VersionRow>(
  {
    _id: String,
    articleId: { type: String, required: true },
    contentVersion: { type: Number, required: true },
    content: { type: Schema.Types.Mixed, default: null },
    by: { type: String, required: true },
    approvalId: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'article_versions', minimize: false },
)

versions.index({ articleId: 1, contentVersion: -1 }, { name: 'newest' })

/** Registers the models of articles on a connection. */
export function defineArticles(connection: Connection): void {
  connection.model(ARTICLE, articles)
  connection.model(VERSION, versions)
}

/** Stores articles and every version that was published. */
@Injectable()
export class ArticleStore {
  private readonly articles: Model<ArticleRow>
  private readonly versionRows: Model<VersionRow>

  constructor(
    @Inject(MONGO) connection: Connection,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.articles = connection.model<ArticleRow>(ARTICLE)
    this.versionRows = connection.model<VersionRow>(VERSION)
  }

  async find(articleId: string, session?: ClientSession): Promise<Article | undefined> {
    const row = await this.articles.findOne({ _id: articleId }, null, { session }).lean<ArticleRow>()
    return row ? articleOf(row) : undefined
  }

  async list(): Promise<Article[]> {
    return (await this.articles.find().sort({ _id: 1 }).lean<ArticleRow[]>()).map(articleOf)
  }

  /** Returns the published versions of an article, newest first. */
  versions(articleId: string): Promise<VersionRow[]> {
    return this.versionRows.find({ articleId }).sort({ contentVersion: -1 }).lean<VersionRow[]>()
  }

  version(articleId: string, contentVersion: number): Promise<VersionRow | null> {
    return this.versionRows.findOne({ _id: versionIdOf(articleId, contentVersion) }).lean<VersionRow>()
  }

  /** Returns what was last published of an article that is retired; null if nothing was. */
  async lastContent(articleId: string): Promise<ArticleContent | null> {
    return (await this.versions(articleId)).find(({ content }) => content)?.content ?? null
  }

  /** Returns how many versions were published: it grows with every change of what answers use. */
  publishedCount(): Promise<number> {
    return this.versionRows.countDocuments()
  }

  /** Writes a new article, or the next version of `known`. Returns false if it has changed since. */
  async save(session: ClientSession, article: Article, known: Article | undefined): Promise<boolean> {
    const { articleId: _id, ...rest } = article
    const row = { ...rest, version: (known?.version ?? 0) + 1 }
    if (!known) {
      await this.articles.create([{ _id, ...row }], { session })
      return true
    }
    const { matchedCount } = await this.articles.updateOne({ _id, version: known.version }, { $set: row }, { session })
    return matchedCount === 1
  }

  /** Records the version that was published last, or that the article was retired, with its event. */
  async recordVersion(session: ClientSession, article: Article, from: PublishedBy): Promise<void> {
    const { articleId, contentVersion, published: content } = article
    const at = this.clock.now()
    const _id = versionIdOf(articleId, contentVersion)
    const { by, approvalId } = from === 'file' ? { by: from, approvalId: null } : from
    await this.versionRows.create([{ _id, articleId, contentVersion, content, by, approvalId, at }], { session })
    const data = { articleId, contentVersion, retired: content === null }
    const event = newEvent(ArticlePublished, { aggregateId: articleId, version: contentVersion, time: at, data })
    await this.outbox.append(session, event)
  }
}

const articleOf = ({ _id, ...rest }: ArticleRow): Article => ({ articleId: _id, ...rest })
const versionIdOf = (articleId: string, contentVersion: number) => `${articleId}:${contentVersion}`
