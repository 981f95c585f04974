import type { UserStatus } from '@hissa/contracts'
import type { Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

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

/** What identity says of each user, as far as its events have come. */
export class InvestorStore {
  private readonly model: Model<InvestorRow>

  constructor(connection: Connection) {
    this.model = connection.model<InvestorRow>('Investor', schema, 'investors')
  }

  /** `registered` for somebody nothing was heard of. */
  async statusOf(userId: string): Promise<UserStatus> {
    return (await this.model.findById(userId).lean<InvestorRow>())?.status ?? 'registered'
  }

  /** Takes a status over if it is newer than the one that is known. Safe to repeat. Errors: a duplicate key when the first statuses of a user arrive at once. */
  async apply({ userId, status, version }: { userId: string; status: UserStatus; version: number }): Promise<void> {
    const newer = { _id: userId, version: { $lt: version } }
    const { matchedCount } = await this.model.updateOne(newer, { $set: { status, version } })
    if (matchedCount > 0 || (await this.model.exists({ _id: userId }))) return
    await this.model.create([{ _id: userId, status, version }])
  }
}
