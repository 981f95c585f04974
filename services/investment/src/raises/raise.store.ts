import type { Save } from '@hissa/ledger'
import { type CombinedReads, type Connection, rowsAfter } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { type Clocks, dueRows, indexDueWork, nextDueAt } from '../due/due.schema.js'
import { readsOf } from '../reads.js'
import type { Raise, RaiseWork } from './raise.js'

export const RAISES = 'raises'

/** `refs`: the record id and the slug in lower case; callers use either, in any case. */
type RaiseRow = Raise & { refs: string[] }

const schema = new Schema<RaiseRow>(
  {
    _id: { type: String, required: true },
    refs: { type: [String], required: true },
    slug: { type: String, required: true },
    title: { type: String, required: true },
    titleAr: String,
    offeringVersion: { type: Number, required: true },
    unitPriceFils: { type: Number, required: true },
    unitsTotal: { type: Number, required: true },
    unitsIssued: { type: Number, required: true },
    minimumUnits: Number,
    minimumFils: { type: Number, required: true },
    feeBasisPoints: { type: Number, required: true },
    expectedReturnBasisPoints: Number,
    income: { type: Schema.Types.Mixed } as never,
    deadline: { type: Date, required: true },
    state: { type: String, required: true },
    openedAt: { type: Date, required: true },
    fundedAt: Date,
    closingAt: Date,
    extendedAt: Date,
    failedAt: Date,
    failure: String,
    completedAt: Date,
    deed: { type: Schema.Types.Mixed } as never,
    deedVersions: { type: Schema.Types.Mixed } as never,
    phase: Number,
    due: { type: Schema.Types.Mixed } as never,
    rejected: { type: Schema.Types.Mixed } as never,
    retries: Number,
    largeReservedAt: Date,
    personCountedAt: Date,
    basis: String,
    valuedOn: String,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ openedAt: -1, _id: -1 }, { name: 'newest' })
schema.index({ state: 1, openedAt: -1, _id: -1 }, { name: 'state_newest' })
schema.index({ refs: 1 }, { unique: true, name: 'refs' })
indexDueWork(schema)

/** Returns the references by which a raise is found, in lower case: record id and slug. */
export const refsOf = (propertyId: string, slug: string) => [...new Set([propertyId.toLowerCase(), slug.toLowerCase()])]

/**
 * Returns the save that increments the raise's version with a large reservation, and with an order of an offer that is
 * limited to a number of persons: the second of two concurrent ones is decided again.
 */
export function reservationSaves(
  raise: Raise,
  { large, countedPerson }: { large?: boolean; countedPerson?: boolean },
  at: Date,
): Save[] {
  if (!large && !countedPerson) return []
  const set = { ...(large ? { largeReservedAt: at } : {}), ...(countedPerson ? { personCountedAt: at } : {}) }
  return [{ collection: RAISES, id: raise._id, version: raise.version, set }]
}

/** Reads raises; the ledger's commit writes them. */
export class RaiseStore {
  private readonly model: Model<RaiseRow>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<RaiseRow>('Raise', schema, RAISES)
    this.reads = readsOf(connection)
  }

  byId(propertyId: string): Promise<Raise | undefined> {
    return this.reads.row(RAISES, { _id: propertyId })
  }

  /** Finds a raise by record id or slug, ignoring case. */
  byRef(ref: string): Promise<Raise | undefined> {
    return this.reads.row(RAISES, { refs: ref.trim().toLowerCase() })
  }

  /** Returns at most `limit` raises whose work may be attempted now. */
  due(kind: RaiseWork, clocks: Clocks, limit: number): Promise<Raise[]> {
    return dueRows(this.model as unknown as Model<Raise>, kind, clocks, limit)
  }

  nextDueAt(kind: RaiseWork, clocks: Clocks): Promise<Date | null> {
    return nextDueAt(this.model as unknown as Model<Raise>, kind, clocks)
  }

  /** Returns raises after `after`, newest first. */
  list(
    state: Raise['state'] | undefined,
    limit: number,
    after?: readonly [openedAt: Date, id: string],
  ): Promise<Raise[]> {
    return this.model
      .find({ ...(state ? { state } : {}), ...rowsAfter<RaiseRow>('openedAt', -1, after) })
      .sort({ openedAt: -1, _id: -1 })
      .limit(limit)
      .lean<Raise[]>()
  }

  /** Returns the first property id after `after` in ascending order. */
  async idAfter(after: string): Promise<string | undefined> {
    const [row] = await this.model
      .find({ _id: { $gt: after } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(1)
      .lean<Raise[]>()
    return row?._id
  }

  async byIds(propertyIds: readonly string[]): Promise<Map<string, Raise>> {
    const rows = await this.model.find({ _id: { $in: [...new Set(propertyIds)] } }).lean<Raise[]>()
    return new Map(rows.map((row) => [row._id, row]))
  }
}
