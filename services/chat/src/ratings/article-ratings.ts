import type { Rating, Reply } from '@hissa/contracts/chat'
import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'

const MODEL = 'ArticleRatings'

/** How often answers that cite an article were rated. */
interface ArticleRatingsRow {
  _id: string
  up: number
  down: number
}

const schema = new Schema<ArticleRatingsRow>(
  { _id: String, up: { type: Number, default: 0 }, down: { type: Number, default: 0 } },
  { versionKey: false, collection: 'article_ratings' },
)

/** Registers the model of ratings on a connection. */
export function defineRatings(connection: Connection): void {
  connection.model(MODEL, schema)
}

/** Counts the ratings of articles, without their messages, which are deleted after some time. */
@Injectable()
export class ArticleRatings {
  private readonly model: Model<ArticleRatingsRow>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<ArticleRatingsRow>(MODEL)
  }

  /** Counts the rating of an answer for each article that it cites, in place of its earlier rating. */
  async count(
    session: ClientSession,
    { citations }: Pick<Reply, 'citations'>,
    { before, after }: { before: Rating | null; after: Rating },
  ): Promise<void> {
    if (before === after) return
    const $inc = { [after]: 1, ...(before && { [before]: -1 }) }
    for (const articleId of new Set(citations.map((each) => each.articleId)))
      await this.model.updateOne({ _id: articleId }, { $inc }, { session, upsert: true })
  }

  /** Returns the counts of every rated article, by id. */
  async all(): Promise<Map<string, { up: number; down: number }>> {
    const rows = await this.model.find().lean<ArticleRatingsRow[]>()
    return new Map(rows.map(({ _id, up = 0, down = 0 }) => [_id, { up, down }]))
  }
}
