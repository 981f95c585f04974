import type { Locale } from '@hissa/contracts'
import type { Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

/** The address of an investor's income calendar. */
export interface IncomeFeed {
  /** The user's id. */
  _id: string
  /** SHA-256 of the secret in the address, in hexadecimal; the secret isn't stored. */
  tokenHash: string
  locale: Locale
  createdAt: Date
}

const schema = new Schema<IncomeFeed>(
  {
    _id: { type: String, required: true },
    tokenHash: { type: String, required: true },
    locale: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ tokenHash: 1 }, { name: 'token', unique: true })

export class IncomeFeedStore {
  private readonly model: Model<IncomeFeed>

  constructor(connection: Connection) {
    this.model = connection.model<IncomeFeed>('IncomeFeed', schema, 'income_feeds')
  }

  async ofUser(userId: string): Promise<IncomeFeed | undefined> {
    return (await this.model.findById(userId).lean<IncomeFeed>()) ?? undefined
  }

  async byHash(tokenHash: string): Promise<IncomeFeed | undefined> {
    return (await this.model.findOne({ tokenHash }).lean<IncomeFeed>()) ?? undefined
  }

  /** Stores the user's only address. */
  async replace({ _id, ...feed }: IncomeFeed): Promise<void> {
    await this.model.updateOne({ _id }, { $set: feed }, { upsert: true })
  }

  async remove(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId })
  }
}
