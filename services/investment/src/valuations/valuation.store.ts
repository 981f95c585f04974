import type { ValuationState } from '@hissa/contracts/investment'
import { type CombinedReads, type Connection, rowsAfter } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { counted, type Valuation, VALUATIONS } from './valuation.js'

const schema = new Schema<Valuation>(
  {
    _id: { type: String, required: true },
    propertyId: { type: String, required: true },
    slug: { type: String, required: true },
    title: { type: String, required: true },
    date: { type: String, required: true },
    valueFils: { type: Number, required: true },
    valuer: { type: String, required: true },
    method: { type: String, required: true } as never,
    document: { type: Schema.Types.Mixed } as never,
    state: { type: String, required: true } as never,
    maker: { type: String, required: true },
    reason: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    checker: String,
    checkerReason: String,
    decidedAt: Date,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ propertyId: 1, state: 1, date: -1 }, { name: 'property_date' })
schema.index({ state: 1, requestedAt: -1, _id: -1 }, { name: 'state_newest' })
schema.index({ requestedAt: -1, _id: -1 }, { name: 'newest' })

type Place = readonly [requestedAt: Date, id: string]

/** Reads valuations; the ledger's commit writes them. */
export class ValuationStore {
  private readonly model: Model<Valuation>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<Valuation>('Valuation', schema, VALUATIONS)
    this.reads = readsOf(connection)
  }

  byId(valuationId: string): Promise<Valuation | undefined> {
    return this.reads.row(VALUATIONS, { _id: valuationId })
  }

  /** Returns the approved valuation of a property that counts now. */
  async latest(propertyId: string): Promise<Valuation | undefined> {
    return (await this.approvedOf([propertyId], 1)).get(propertyId)?.[0]
  }

  /** Returns the approved valuations that count of each property, newest first, at most `limit` of each. */
  async approvedOf(propertyIds: readonly string[], limit: number): Promise<Map<string, Valuation[]>> {
    if (propertyIds.length === 0) return new Map()
    const rows = await this.model.find({ propertyId: { $in: propertyIds }, state: 'approved' }).lean<Valuation[]>()
    const of = (id: string) => counted(rows.filter(({ propertyId }) => propertyId === id)).slice(0, limit)
    return new Map(propertyIds.map((id) => [id, of(id)]))
  }

  /** Returns valuations after `after`, newest first. */
  list(filter: { state?: ValuationState; propertyId?: string }, limit: number, after?: Place): Promise<Valuation[]> {
    return this.model
      .find({ ...filter, ...rowsAfter<Valuation>('requestedAt', -1, after) })
      .sort({ requestedAt: -1, _id: -1 })
      .limit(limit)
      .lean<Valuation[]>()
  }
}
