import { MONGO, type Connection } from '@hissa/persistence'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { Locale } from '@hissa/contracts'
import { Inject, Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import { Schema, type Model } from 'mongoose'
import { mask } from './mask.js'

const MODEL = 'Unanswered'
/** Rows; further questions are not recorded until some are removed. */
const MOST_ROWS = 10_000

interface UnansweredRow {
  _id: string
  text: string
  language: Locale
  count: number
  firstAt: Date
  lastAt: Date
}

const schema = new Schema<UnansweredRow>(
  {
    _id: String,
    text: { type: String, required: true },
    language: { type: String, required: true },
    count: { type: Number, required: true },
    firstAt: { type: Date, required: true },
    lastAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'unanswered' },
)
schema.index({ count: -1, _id: 1 }, { name: 'frequent' })

/** Registers the model of unanswered questions on a connection. */
export function defineUnanswered(connection: Connection): void {
  connection.model(MODEL, schema)
}

/** Counts the questions that no article answers, masked and without their user or conversation. */
@Injectable()
export class Unanswered {
  private readonly model: Model<UnansweredRow>

  constructor(
    @Inject(MONGO) connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.model = connection.model<UnansweredRow>(MODEL)
  }

  async record(question: string, language: Locale): Promise<void> {
    const text = mask(question).toLowerCase()
    const _id = createHash('sha256').update(`${language} ${text}`).digest('hex')
    const at = this.clock.now()
    const { matchedCount } = await this.model.updateOne({ _id }, { $inc: { count: 1 }, $set: { lastAt: at } })
    if (matchedCount > 0 || (await this.model.estimatedDocumentCount()) >= MOST_ROWS) return
    await this.model.updateOne(
      { _id },
      { $inc: { count: 1 }, $set: { lastAt: at }, $setOnInsert: { text, language, firstAt: at } },
      { upsert: true },
    )
  }

  /** Returns the most frequent questions. */
  async list(limit: number): Promise<UnansweredRow[]> {
    return this.model.find().sort({ count: -1, _id: 1 }).limit(limit).lean<UnansweredRow[]>()
  }

  count(): Promise<number> {
    return this.model.countDocuments()
  }
}
