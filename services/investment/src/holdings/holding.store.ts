import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { type Holding, holdingId, HOLDINGS } from './holding.js'

const schema = new Schema<Holding>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    propertyId: { type: String, required: true },
    slug: { type: String, required: true },
    title: { type: String, required: true },
    units: { type: Number, required: true },
    allottedUnits: Number,
    issuedUnits: Number,
    owedUnits: Number,
    onChain: { type: Schema.Types.Mixed } as never,
    unitPriceFils: { type: Number, required: true },
    amountFils: { type: Number, required: true },
    feeFils: { type: Number, required: true },
    firstPaidAt: { type: Date, required: true },
    lastPaidAt: { type: Date, required: true },
    transferredAt: Date,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1, lastPaidAt: -1 }, { name: 'user_lastPaid' })

/** Reads holdings; the ledger's commit writes them. */
export class HoldingStore {
  private readonly model: Model<Holding>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<Holding>('Holding', schema, HOLDINGS)
    this.reads = readsOf(connection)
  }

  of(userId: string, propertyId: string): Promise<Holding | undefined> {
    return this.byId(holdingId(userId, propertyId))
  }

  byId(id: string): Promise<Holding | undefined> {
    return this.reads.row(HOLDINGS, { _id: id })
  }

  /** Returns holdings after an id, in ascending order. */
  after(id: string, limit: number): Promise<Holding[]> {
    return this.model
      .find({ _id: { $gt: id } })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Holding[]>()
  }

  /** Returns the holdings of these orders' investors by id. */
  async ofOrders(orders: readonly { userId: string; propertyId: string }[]): Promise<Map<string, Holding>> {
    const ids = orders.map(({ userId, propertyId }) => holdingId(userId, propertyId))
    const rows = await this.model.find({ _id: { $in: ids } }).lean<Holding[]>()
    return new Map(rows.map((row) => [row._id, row]))
  }

  /** Returns a user's holdings, also those without units any more, in order of their properties. */
  async everOf(userId: string): Promise<Holding[]> {
    const rows = await this.model.find({ userId }).lean<Holding[]>()
    return rows.sort((a, b) => (a.propertyId < b.propertyId ? -1 : 1))
  }

  /** Returns a user's holdings with units, newest first. */
  async ofUser(userId: string): Promise<Holding[]> {
    const rows = await this.model.find({ userId }).sort({ lastPaidAt: -1 }).lean<Holding[]>()
    return rows.filter(({ units }) => units > 0)
  }
}
