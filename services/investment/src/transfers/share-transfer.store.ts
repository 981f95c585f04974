import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { SHARE_TRANSFERS, type ShareTransfer } from './share-transfer.js'

const schema = new Schema<ShareTransfer>(
  {
    _id: { type: String, required: true },
    propertyId: { type: String, required: true },
    slug: { type: String, required: true },
    title: { type: String, required: true },
    fromUserId: { type: String, required: true },
    toUserId: { type: String, required: true },
    units: { type: Number, required: true },
    amountFils: { type: Number, required: true },
    feeFils: { type: Number, required: true },
    basis: { type: String, required: true },
    reference: { type: String, required: true },
    at: { type: Date, required: true },
    mirrored: { type: Schema.Types.Mixed } as never,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ fromUserId: 1, at: -1 }, { name: 'from_newest' })
schema.index({ toUserId: 1, at: -1 }, { name: 'to_newest' })

/** Reads transfers of shares between investors; the ledger's commit writes them. */
export class ShareTransferStore {
  private readonly model: Model<ShareTransfer>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<ShareTransfer>('ShareTransfer', schema, SHARE_TRANSFERS)
    this.reads = readsOf(connection)
  }

  byId(transferId: string): Promise<ShareTransfer | undefined> {
    return this.reads.row(SHARE_TRANSFERS, { _id: transferId })
  }

  /** Returns the latest transfers from or to an investor, newest first. */
  async ofUser(userId: string, limit: number): Promise<ShareTransfer[]> {
    const latest = (where: Partial<ShareTransfer>) =>
      this.model.find(where).sort({ at: -1 }).limit(limit).lean<ShareTransfer[]>()
    const found = await Promise.all([latest({ fromUserId: userId }), latest({ toUserId: userId })])
    return found
      .flat()
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, limit)
  }
}
