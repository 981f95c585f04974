import { isDuplicateKey, MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { applied, type Article } from './article.js'
import { KNOWLEDGE, readArticles, type ArticleFile } from './article-files.js'
import { ArticleStore } from './article.store.js'

/**
 * Publishes the articles of the files that are missing in the store, and those reviewed later than the published
 * version. Drafts and retired articles are left alone. Repeating it, also on several replicas at once, changes nothing.
 */
@Injectable()
export class ImportArticles {
  constructor(
    private readonly store: ArticleStore,
    @Inject(MONGO) private readonly connection: Connection,
  ) {}

  /** Returns how many were published. */
  async execute(folder: URL = KNOWLEDGE): Promise<number> {
    const known = new Map((await this.store.list()).map((article) => [article.articleId, article]))
    let published = 0
    for (const file of readArticles(folder)) {
      const current = known.get(file.articleId)
      if (isNewer(file, current) && (await this.publish(file, current))) published += 1
    }
    return published
  }

  private async publish({ articleId, content }: ArticleFile, known: Article | undefined): Promise<boolean> {
    const base = known ?? { ...EMPTY, articleId }
    const { contentVersion } = applied({ ...base, draft: content }, 'publish')
    const article: Article = {
      ...base,
      published: content,
      contentVersion,
      state: base.draft ? base.state : 'published',
    }
    try {
      return await transaction(this.connection, async (session) => {
        if (!(await this.store.save(session, article, known))) return false
        await this.store.recordVersion(session, article, 'file')
        return true
      })
    } catch (error) {
      // Another replica has published it.
      if (isDuplicateKey(error)) return false
      throw error
    }
  }
}

const EMPTY = {
  state: 'published',
  version: 0,
  contentVersion: 0,
  published: null,
  draft: null,
  approvalId: null,
} as const

const isNewer = ({ content }: ArticleFile, known: Article | undefined): boolean =>
  !known || (known.published !== null && known.published.reviewedAt < content.reviewedAt)
