import type { ValuationState } from '@hissa/contracts/investment'
import { type CombinedReads, type Connection, rowsAfter } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { type Counted, type Valuation, VALUATIONS } from './valuation.js'

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

/** What is read of valuations that count. */
const COUNTED = {
  propertyId: 1,
  date: 1,
  valueFils: 1,
  valuer: 1,
  method: 1,
  'document.sha256': 1,
  decidedAt: 1,
} as const
/** Of one date the one that was approved last is first; it is the one that counts. */
const NEWEST_FIRST = { date: -1, decidedAt: -1, _id: -1 } as const

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
  async latest(propertyId: string): Promise<Counted | undefined> {
    return (await this.latestOf([propertyId])).get(propertyId)
  }

  /** Returns the approved valuation of each property that counts now; properties without one are missing. */
  async latestOf(propertyIds: readonly string[]): Promise<Map<string, Counted>> {
    const rows = await this.firsts(propertyIds, '$propertyId')
    return new Map(rows.map((row) => [row.propertyId, row]))
  }

  /** Returns the approved valuations of the properties that count, at most `limit`, newest first. */
  approvedOf(propertyIds: readonly string[], limit: number): Promise<Counted[]> {
    return this.firsts(propertyIds, { propertyId: '$propertyId', date: '$date' }, limit)
  }

  /** Returns the first approved valuation of each group in `NEWEST_FIRST`, in that order. */
  private async firsts(propertyIds: readonly string[], group: unknown, limit?: number): Promise<Counted[]> {
    if (propertyIds.length === 0) return []
    return this.model.aggregate<Counted>([
      { $match: { propertyId: { $in: [...propertyIds] }, state: 'approved' } },
      { $project: COUNTED },
      { $sort: NEWEST_FIRST },
      { $group: { _id: group, row: { $first: '$$ROOT' } } },
      { $replaceRoot: { newRoot: '$row' } },
      { $sort: NEWEST_FIRST },
      ...(limit === undefined ? [] : [{ $limit: limit }]),
    ])
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
