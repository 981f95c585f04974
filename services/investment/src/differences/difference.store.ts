import type { EventData } from '@hissa/contracts'
import type { DifferenceFound } from '@hissa/contracts/tokenisation'
import type { ClientSession, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

/** A disagreement of chain, holdings and register, as tokenisation reports it. */
export interface Difference {
  _id: string
  propertyId: string
  /** Units on the chain less units in the holdings, in total. */
  surplus: number
  /** The number of holders whose units differ. */
  holders: number
  blockNumber: number
  state: 'open' | 'resolved'
  openedAt: Date
  resolvedAt?: Date
  /** The version of the report; only a newer one changes it. */
  version: number
}

const schema = new Schema<Difference>(
  {
    _id: { type: String, required: true },
    propertyId: { type: String, required: true },
    surplus: { type: Number, required: true },
    holders: { type: Number, required: true },
    blockNumber: { type: Number, required: true },
    state: { type: String, required: true },
    openedAt: { type: Date, required: true },
    resolvedAt: Date,
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'register_differences' },
)
schema.index({ state: 1, openedAt: 1 }, { name: 'state_oldest' })

/** Stores the differences that tokenisation has found. */
export class DifferenceStore {
  private readonly model: Model<Difference>

  constructor(connection: Connection) {
    this.model = connection.model<Difference>('Difference', schema)
  }

  /** Stores a report unless the stored one is as new. Returns whether an item opened that was not open before. */
  async apply(
    report: EventData<typeof DifferenceFound>,
    { state, at }: { state: Difference['state']; at: Date },
    session: ClientSession,
  ): Promise<boolean> {
    const { differenceId: _id, unitsDifference: surplus, ...facts } = report
    const before = await this.model.findById(_id).session(session).lean<Difference>()
    if (before && before.version >= facts.version) return false
    const set = { ...facts, surplus, state, ...(state === 'resolved' ? { resolvedAt: at } : {}) }
    const reopened = state === 'open' ? { $unset: { resolvedAt: 1 } } : {}
    if (!before) await this.model.create([{ _id, ...set, openedAt: at }], { session })
    else await this.model.updateOne({ _id, version: before.version }, { $set: set, ...reopened }, { session })
    return state === 'open' && before?.state !== 'open'
  }

  /** Lists open differences, oldest first, or resolved ones, newest first. */
  list(state: Difference['state'], limit: number): Promise<Difference[]> {
    const openedAt = state === 'open' ? 1 : -1
    return this.model.find({ state }).sort({ openedAt }).limit(limit).lean<Difference[]>()
  }

  /** Returns the number of open differences and when the oldest was opened; undefined without any. */
  async totals(): Promise<{ items: number; oldest: Date } | undefined> {
    const [items, [oldest]] = await Promise.all([this.model.countDocuments({ state: 'open' }), this.list('open', 1)])
    return oldest && { items, oldest: oldest.openedAt }
  }
}
