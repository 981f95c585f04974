import type { Transfer } from '@hissa/ledger'
import { type Connection, isDuplicateKey } from '@hissa/persistence'
import type { Collection } from 'mongodb'
import { type Model, Schema } from 'mongoose'
import type { Movement } from './movement.js'
import type { Run } from './run.js'

const movementSchema = new Schema<Movement>(
  {
    _id: { type: String, required: true },
    side: { type: String, required: true },
    paymentId: { type: String, required: true },
    currency: { type: String, required: true },
    payment: { type: String, required: true },
    part: { type: String, required: true },
    amount: { type: Number, required: true },
    held: { type: Number, required: true },
    hold: String,
    at: { type: Date, required: true },
    open: Boolean as never,
  },
  { versionKey: false, collection: 'clearing_movements' },
)
movementSchema.index({ payment: 1, at: 1 }, { name: 'payment_oldest' })
movementSchema.index(
  { open: 1, payment: 1 },
  { name: 'open_payment', partialFilterExpression: { open: { $exists: true } } },
)

const runSchema = new Schema<Run>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true },
    phase: { type: String, required: true },
    cursor: { type: Schema.Types.Mixed } as never,
    ledgerAfter: { type: Number, required: true },
    ledgerUpTo: { type: Number, required: true },
    from: { type: Date, required: true },
    to: { type: Date, required: true },
    requestedBy: String,
    startedAt: { type: Date, required: true },
    completedAt: Date,
    processorEntries: { type: Number, required: true },
    ledgerEntries: { type: Number, required: true },
    otherEntries: { type: Number, required: true },
    payments: { type: Number, required: true },
    waiting: { type: Number, required: true },
    holdings: Number,
    differences: { type: Number, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'reconciliation_runs' },
)
runSchema.index({ startedAt: -1, _id: -1 }, { name: 'newest' })
runSchema.index({ state: 1, startedAt: -1 }, { name: 'state_newest' })
/** At most one run is in progress. */
runSchema.index(
  { state: 1 },
  { name: 'one_running', unique: true, partialFilterExpression: { state: { $eq: 'running' } } },
)

/** Stores runs of reconciliation and the movements that they have read. Only reconciliation writes them. */
export class ReconciliationStore {
  private readonly movements: Model<Movement>
  private readonly runs: Model<Run>
  private readonly transfers: Collection<Transfer>

  constructor(connection: Connection) {
    this.movements = connection.model<Movement>('ClearingMovement', movementSchema)
    this.runs = connection.model<Run>('ReconciliationRun', runSchema)
    this.transfers = connection.collection('ledger_transfers') as unknown as Collection<Transfer>
  }

  async running(): Promise<Run | undefined> {
    return (await this.runs.findOne({ state: 'running' }).lean<Run>()) ?? undefined
  }

  async lastComplete(): Promise<Run | undefined> {
    const found = await this.runs.findOne({ state: 'complete' }).sort({ startedAt: -1 }).lean<Run>()
    return found ?? undefined
  }

  newest(limit: number): Promise<Run[]> {
    return this.runs.find().sort({ startedAt: -1, _id: -1 }).limit(limit).lean<Run[]>()
  }

  /** Stores a new run, unless another replica has just begun one. Returns the run in progress. */
  async begin(run: Run): Promise<Run> {
    try {
      await this.runs.create([run])
      return run
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return (await this.running()) ?? run
    }
  }

  /** Stores a step of a run. Returns undefined if another replica has done it. */
  async advance(run: Run, set: Partial<Run>): Promise<Run | undefined> {
    const { _id, version } = run
    const changed = await this.runs.updateOne({ _id, version }, { $set: { ...set, version: version + 1 } })
    return changed.matchedCount === 0 ? undefined : { ...run, ...set, version: version + 1 }
  }

  /** Returns when the ledger's first transfer was made, in business time. */
  async firstTransferAt(): Promise<Date | undefined> {
    const first = await this.transfers.findOne({ seq: { $gt: 0 } }, { sort: { seq: 1 }, projection: { at: 1 } })
    return first?.at
  }

  /** Returns the next transfers of the ledger after one, up to another. */
  transfersIn(after: number, upTo: number, limit: number): Promise<Transfer[]> {
    return this.transfers
      .find({ seq: { $gt: after, $lte: upTo } })
      .sort({ seq: 1 })
      .limit(limit)
      .toArray()
  }

  /** Stores movements that are not stored yet. Returns how many are new. */
  async add(rows: readonly Movement[]): Promise<number> {
    if (rows.length === 0) return 0
    const { upsertedCount } = await this.movements.bulkWrite(
      rows.map(({ _id, ...row }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
      })),
    )
    return upsertedCount
  }

  /** Returns the next payments, in order, about which the sides are not known to agree. */
  async openPayments(after: string, limit: number): Promise<string[]> {
    const rows = await this.movements
      .find({ open: true, payment: { $gt: after } }, { payment: 1 })
      .sort({ payment: 1 })
      .limit(limit)
      .lean<Movement[]>()
    return [...new Set(rows.map(({ payment }) => payment))]
  }

  /** Returns the movements of both sides by payment, oldest first. */
  async ofPayments(payments: readonly string[]): Promise<Map<string, Movement[]>> {
    const rows = await this.movements
      .find({ payment: { $in: payments } })
      .sort({ payment: 1, at: 1 })
      .lean<Movement[]>()
    const found = new Map<string, Movement[]>()
    for (const row of rows) found.set(row.payment, [...(found.get(row.payment) ?? []), row])
    return found
  }

  /** Marks movements as agreed. */
  async close(ids: readonly string[]): Promise<void> {
    await this.movements.updateMany({ _id: { $in: ids } }, { $unset: { open: 1 } })
  }
}
