import { type Connection, rowsAfter } from '@hissa/persistence'
import { type Model, type QueryFilter, Schema } from 'mongoose'
import type { Reward } from './recount.js'

export const REWARDS = 'rewards'

/** Points of one cause, as posted. */
export interface RewardRow extends Omit<Reward, 'id'> {
  _id: string
  /** The investor whose orders are the cause; differs from `userId` for the referrer's points. */
  source: string
  /** While pending: the transfer that reserves the points. */
  pendingId?: string
  version: number
}

const schema = new Schema<RewardRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    source: { type: String, required: true },
    kind: { type: String, required: true },
    orderId: { type: String, required: true },
    points: { type: Number, required: true },
    state: { type: String, required: true },
    at: { type: Date, required: true },
    earnedAt: Date,
    expiresAt: Date,
    pendingId: String,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ source: 1 }, { name: 'source' })
schema.index({ userId: 1, at: -1, _id: -1 }, { name: 'user_newest' })
schema.index({ userId: 1, state: 1, expiresAt: 1 }, { name: 'user_expiry' })

/** Reads posted points; the ledger's commit writes them. */
export class RewardStore {
  private readonly model: Model<RewardRow>

  constructor(connection: Connection) {
    this.model = connection.model<RewardRow>('Reward', schema, REWARDS)
  }

  /** Returns the points that an investor's orders have caused, for the investor and for the referrer. */
  ofSource(source: string): Promise<RewardRow[]> {
    return this.model.find({ source }).lean<RewardRow[]>()
  }

  /** Returns at most `limit` rewards of a member, newest first, after the last one of a page. */
  of(userId: string, limit: number, after?: readonly [at: Date, id: string]): Promise<RewardRow[]> {
    const filter = { userId, ...rowsAfter<RewardRow>('at', -1, after) } as QueryFilter<RewardRow>
    return this.model.find(filter).sort({ at: -1, _id: -1 }).limit(limit).lean<RewardRow[]>()
  }

  /** Returns the reward of a member that expires first. */
  async firstToExpire(userId: string): Promise<RewardRow | undefined> {
    const earned = this.model.find({ userId, state: 'earned' }).sort({ expiresAt: 1 }).limit(1)
    return (await earned.lean<RewardRow[]>())[0]
  }

  /** Returns a member's points for having referred these investors. */
  referralsOf(userId: string, sources: readonly string[]): Promise<RewardRow[]> {
    return this.model.find({ source: { $in: sources }, userId, kind: 'referral' }).lean<RewardRow[]>()
  }
}
