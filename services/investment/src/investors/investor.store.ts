import type { UserStatus } from '@hissa/contracts'
import { type CombinedReads, type Connection, isDuplicateKey } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'

const INVESTORS = 'investors'

interface InvestorRow {
  _id: string
  status: UserStatus
  version: number
  /** The investor's customer at the card processor, once there is one. */
  customerId?: string
}

const OLDER_THAN_ANY = -1

const schema = new Schema<InvestorRow>(
  {
    _id: { type: String, required: true },
    status: { type: String, required: true },
    version: { type: Number, required: true },
    customerId: String,
  },
  { versionKey: false },
)

/** Stores each user's status as published by identity. */
export class InvestorStore {
  private readonly model: Model<InvestorRow>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<InvestorRow>('Investor', schema, INVESTORS)
    this.reads = readsOf(connection)
  }

  /** Returns `registered` for a user without a recorded status. */
  async statusOf(userId: string): Promise<UserStatus> {
    return (await this.reads.row<InvestorRow>(INVESTORS, { _id: userId }))?.status ?? 'registered'
  }

  /** Returns the statuses of these users; of one without a recorded status, none. */
  async statusesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, UserStatus>> {
    const rows = await this.model.find({ _id: { $in: userIds } }, { status: 1 }).lean<InvestorRow[]>()
    return new Map(rows.map(({ _id, status }) => [_id, status]))
  }

  /** Returns whether the user has ever had a status. */
  async isKnown(userId: string): Promise<boolean> {
    return (await this.model.exists({ _id: userId })) !== null
  }

  /** Returns a user's status, and the customer at the card processor if there is one. */
  async payer(userId: string): Promise<{ status: UserStatus; customerId?: string | undefined }> {
    const row = await this.reads.row<InvestorRow>(INVESTORS, { _id: userId })
    return { status: row?.status ?? 'registered', customerId: row?.customerId }
  }

  /** Stores a user's customer unless one is stored, and returns the stored one. Safe to repeat. */
  async recordCustomer(userId: string, customerId: string): Promise<string> {
    const without = { _id: userId, customerId: { $exists: false } }
    const { matchedCount } = await this.model.updateOne(without, { $set: { customerId } })
    if (matchedCount > 0) return customerId
    const row = await this.model.findById(userId).lean<InvestorRow>()
    if (row?.customerId) return row.customerId
    try {
      // No status has arrived yet; every published one replaces this.
      await this.model.create([{ _id: userId, status: 'registered', version: OLDER_THAN_ANY, customerId }])
      return customerId
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return this.recordCustomer(userId, customerId)
    }
  }

  /**
   * Stores a status unless the stored version is as new. Safe to repeat. Throws a duplicate key error when the first
   * statuses of a user arrive concurrently.
   */
  async apply({ userId, status, version }: { userId: string; status: UserStatus; version: number }): Promise<void> {
    const newer = { _id: userId, version: { $lt: version } }
    const { matchedCount } = await this.model.updateOne(newer, { $set: { status, version } })
    if (matchedCount > 0 || (await this.model.exists({ _id: userId }))) return
    await this.model.create([{ _id: userId, status, version }])
  }
}
