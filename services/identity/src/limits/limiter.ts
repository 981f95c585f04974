import { isDuplicateKey, type Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'

interface LimitRow {
  /** `<name>|<who>|<start of the window>`. */
  _id: string
  count: number
  expiresAt: Date
}

const schema = new Schema<LimitRow>(
  { _id: String, count: { type: Number, required: true }, expiresAt: { type: Date, required: true } },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiresAt' })

export interface Limit {
  name: string
  count: number
  windowMs: number
}

/**
 * Counts in fixed windows, shared by all replicas. A window ends when it ends: clients that repeat a refused request two
 * or three times by themselves do not put their user off any longer.
 */
export class Limiter {
  private readonly model: Model<LimitRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<LimitRow>('limits', schema, 'limits')
  }

  /** Counts one request of `who` (an id or a digest, never a name); false when the window's share is used up. */
  async admit(limit: Limit, who: string): Promise<boolean> {
    const { _id, expiresAt } = this.windowOf(limit, who)
    return (await this.count(_id, expiresAt)) <= limit.count
  }

  /** Gives back one request that was counted in this window and turned out not to count. */
  async giveBack(limit: Limit, who: string): Promise<void> {
    await this.model.updateOne({ _id: this.windowOf(limit, who)._id, count: { $gt: 0 } }, { $inc: { count: -1 } })
  }

  /** Whether the window's share is used up, without counting. */
  async isSpent(limit: Limit, who: string): Promise<boolean> {
    const row = await this.model.findOne({ _id: this.windowOf(limit, who)._id }).lean<LimitRow>()
    return row !== null && row.count >= limit.count
  }

  private windowOf({ name, windowMs }: Limit, who: string): Pick<LimitRow, '_id' | 'expiresAt'> {
    const window = Math.floor(this.clock.now().getTime() / windowMs)
    return { _id: `${name}|${who}|${window}`, expiresAt: new Date((window + 1) * windowMs) }
  }

  private async count(_id: string, expiresAt: Date): Promise<number> {
    const once = () =>
      this.model
        .findOneAndUpdate(
          { _id },
          { $inc: { count: 1 }, $setOnInsert: { expiresAt } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<LimitRow>()
    try {
      return (await once()).count
    } catch (error) {
      // Two first requests of a window at once: one of them inserts, the other finds the row the second time.
      if (!isDuplicateKey(error)) throw error
      return (await once()).count
    }
  }
}
