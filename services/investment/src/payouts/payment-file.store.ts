import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { PAYMENT_FILES, type PaymentFile } from './payment-file.js'

const schema = new Schema<PaymentFile>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true } as never,
    payments: { type: Number, required: true },
    totalFils: { type: Number, required: true } as never,
    sha256: { type: String, required: true },
    sizeBytes: { type: Number, required: true },
    objectRef: { type: String, required: true },
    maker: { type: String, required: true },
    checker: { type: String, required: true },
    approvedAt: { type: Date, required: true },
    releasedAt: Date,
    deliveredAt: Date,
    recalledAt: Date,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ state: 1, _id: 1 }, { name: 'state_oldest' })

/** Reads payment files; the ledger's commit writes them. Ids are in order of time. */
export class PaymentFileStore {
  private readonly model: Model<PaymentFile>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<PaymentFile>('PaymentFile', schema, PAYMENT_FILES)
    this.reads = readsOf(connection)
  }

  byId(fileId: string): Promise<PaymentFile | undefined> {
    return this.reads.row(PAYMENT_FILES, { _id: fileId })
  }

  newest(limit: number): Promise<PaymentFile[]> {
    return this.model.find().sort({ _id: -1 }).limit(limit).lean<PaymentFile[]>()
  }

  /** Returns the files that the bank has not accepted yet, oldest first. */
  undelivered(limit: number): Promise<PaymentFile[]> {
    return this.model
      .find({ state: { $in: ['approved', 'released'] } })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<PaymentFile[]>()
  }
}
