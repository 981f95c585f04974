import type { Connection } from '@hissa/persistence'
import { type Model, type QueryFilter, Schema } from 'mongoose'
import type { Due, RejectedWork } from '../due/due.js'
import { type Clocks, dueRows, indexDueWork, nextDueAt } from '../due/due.schema.js'

export const REWARD_MEMBERS = 'reward_members'

/** `points`: points expire or an anniversary comes. */
export type RewardWork = 'points'

export interface RewardMember {
  _id: string
  /**
   * The referral code. It derives from the id and the service's key, so it never changes. Absent in a member that was
   * added for earlier orders, until points are posted.
   */
  code?: string
  referral?: {
    /** For the referrer's list; says nothing about the person. */
    id: string
    by: string
    at: Date
    /** Both accounts seem to belong to one person. Final. */
    refused?: true
  }
  due?: Due<RewardWork>
  rejected?: RejectedWork<RewardWork>
  version: number
}

const schema = new Schema<RewardMember>(
  {
    _id: { type: String, required: true },
    code: String,
    referral: { type: Schema.Types.Mixed } as never,
    due: { type: Schema.Types.Mixed } as never,
    rejected: { type: Schema.Types.Mixed } as never,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ code: 1 }, { name: 'code', unique: true, partialFilterExpression: { code: { $exists: true } } })
const referred = { 'referral.by': { $exists: true } }
const newest = { 'referral.by': 1, 'referral.at': -1, 'referral.id': -1 } as const
schema.index(newest, { name: 'referrals', partialFilterExpression: referred })
indexDueWork(schema)

/** Reads the members of the rewards program; the ledger's commit writes them. */
export class RewardMemberStore {
  private readonly model: Model<RewardMember>

  constructor(connection: Connection) {
    this.model = connection.model<RewardMember>('RewardMember', schema, REWARD_MEMBERS)
  }

  async byId(userId: string): Promise<RewardMember | undefined> {
    return (await this.model.findById(userId).lean<RewardMember>()) ?? undefined
  }

  async byCode(code: string): Promise<RewardMember | undefined> {
    return (await this.model.findOne({ code }).lean<RewardMember>()) ?? undefined
  }

  /** Returns at most `limit` members whom one referred, newest first, after the last one of a page. */
  referredBy(by: string, limit: number, after?: readonly [at: Date, id: string]): Promise<RewardMember[]> {
    const [at, id] = after ?? []
    const older = [{ 'referral.at': { $lt: at } }, { 'referral.at': at, 'referral.id': { $lt: id } }]
    const filter = { 'referral.by': by, ...(after ? { $or: older } : {}) } as QueryFilter<RewardMember>
    // By the referral's id and not the member's, because the cursor must not name the member.
    const newest = { 'referral.at': -1, 'referral.id': -1 } as const
    return this.model.find(filter).sort(newest).limit(limit).lean<RewardMember[]>()
  }

  due(kind: RewardWork, clocks: Clocks, limit: number): Promise<RewardMember[]> {
    return dueRows(this.model, kind, clocks, limit)
  }

  nextDueAt(kind: RewardWork, clocks: Clocks): Promise<Date | null> {
    return nextDueAt(this.model, kind, clocks)
  }
}
