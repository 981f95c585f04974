import type { UserStatus } from '@hissa/contracts'
import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'

const INVESTORS = 'investors'

interface InvestorRow {
  _id: string
  status: UserStatus
  version: number
}

const schema = new Schema<InvestorRow>(
  {
    _id: { type: String, required: true },
    status: { type: String, required: true },
    version: { type: Number, required: true },
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

  /** Returns whether the user has ever had a status. */
  async isKnown(userId: string): Promise<boolean> {
    return (await this.model.exists({ _id: userId })) !== null
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
