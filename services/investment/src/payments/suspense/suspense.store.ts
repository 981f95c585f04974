import { rowsAfter, type Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { type Clocks, dueRows, indexDueWork, nextDueAt } from '../../due/due.schema.js'
import { SUSPENSE, type SuspenseItem, type SuspenseWork } from './suspense.js'

const schema = new Schema<SuspenseItem>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    direction: { type: String, required: true },
    state: { type: String, required: true },
    amount: { type: Number, required: true },
    currency: { type: String, required: true },
    orderId: String,
    userId: String,
    paymentId: String,
    dispute: String,
    disputed: Number,
    moved: Number,
    covered: Number,
    netted: Number,
    evidenceDueAt: Date,
    evidenceAsOfSeconds: Number,
    wasWon: Boolean,
    movements: { type: [String], default: undefined },
    coverReference: String,
    openedAt: { type: Date, required: true },
    resolution: { type: Schema.Types.Mixed } as never,
    refund: { type: Schema.Types.Mixed } as never,
    due: { type: Schema.Types.Mixed } as never,
    rejected: { type: Schema.Types.Mixed } as never,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ state: 1, openedAt: 1, _id: 1 }, { name: 'state_oldest' })
schema.index({ paymentId: 1 }, { name: 'payment', partialFilterExpression: { paymentId: { $exists: true } } })
indexDueWork(schema)

/** The states of items that still need an action; the others are history. */
export const UNRESOLVED = ['open', 'refunding'] as const
const VIEWS = { unresolved: UNRESOLVED, resolved: ['resolved'] } as const
export type SuspenseView = keyof typeof VIEWS

export interface SuspenseTotal {
  kind: SuspenseItem['kind']
  currency: string
  items: number
  amount: number
  oldest: Date
}

/** Reads suspense; the ledger's commit writes it. */
export class SuspenseStore {
  private readonly model: Model<SuspenseItem>

  constructor(connection: Connection) {
    this.model = connection.model<SuspenseItem>('SuspenseItem', schema, SUSPENSE)
  }

  async byId(itemId: string): Promise<SuspenseItem | undefined> {
    return (await this.model.findById(itemId).lean<SuspenseItem>()) ?? undefined
  }

  /** Returns all items about one payment. */
  ofPayment(paymentId: string): Promise<SuspenseItem[]> {
    return this.model.find({ paymentId }).lean<SuspenseItem[]>()
  }

  /** Lists items after `after`, oldest first. */
  list(view: SuspenseView, limit: number, after?: readonly [openedAt: Date, id: string]): Promise<SuspenseItem[]> {
    return this.model
      .find({ state: { $in: VIEWS[view] }, ...rowsAfter<SuspenseItem>('openedAt', 1, after) })
      .sort({ openedAt: 1, _id: 1 })
      .limit(limit)
      .lean<SuspenseItem[]>()
  }

  due(kind: SuspenseWork, clocks: Clocks, limit: number): Promise<SuspenseItem[]> {
    return dueRows(this.model, kind, clocks, limit)
  }

  nextDueAt(kind: SuspenseWork, clocks: Clocks): Promise<Date | null> {
    return nextDueAt(this.model, kind, clocks)
  }

  /** Returns how many open disputes accept evidence until `until` at the latest. */
  countEvidenceDue(until: Date): Promise<number> {
    return this.model.countDocuments({ state: 'open', dispute: 'open', evidenceDueAt: { $lte: until } })
  }

  /** Returns the totals of unresolved items, by kind and currency. */
  async totals(): Promise<SuspenseTotal[]> {
    const rows = await this.model.aggregate<Omit<SuspenseTotal, 'kind' | 'currency'> & { _id: SuspenseTotal }>([
      { $match: { state: { $in: UNRESOLVED } } },
      {
        $group: {
          _id: { kind: '$kind', currency: '$currency' },
          items: { $sum: 1 },
          amount: { $sum: '$amount' },
          oldest: { $min: '$openedAt' },
        },
      },
    ])
    return rows.map(({ _id: { kind, currency }, items, amount, oldest }) => ({ kind, currency, items, amount, oldest }))
  }
}
