import type { MovementView, PaymentDifferenceView } from '@hissa/contracts/investment'
import { type Connection, isDuplicateKey } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

/** A payment about which the card processor and the ledger disagree. One row for each payment and currency, for good. */
export interface PaymentDifference {
  /** `<paymentId>:<currency>`. */
  _id: string
  paymentId: string
  currency: string
  orderId?: string
  userId?: string
  parts: PaymentDifferenceView['parts']
  processor: MovementView[]
  ledger: MovementView[]
  state: 'open' | 'resolved'
  openedAt: Date
  resolvedAt?: Date
}

const schema = new Schema<PaymentDifference>(
  {
    _id: { type: String, required: true },
    paymentId: { type: String, required: true },
    currency: { type: String, required: true },
    orderId: String,
    userId: String,
    parts: { type: Schema.Types.Mixed, required: true } as never,
    processor: { type: Schema.Types.Mixed, required: true } as never,
    ledger: { type: Schema.Types.Mixed, required: true } as never,
    state: { type: String, required: true },
    openedAt: { type: Date, required: true },
    resolvedAt: Date,
  },
  { versionKey: false, collection: 'payment_differences' },
)
schema.index({ state: 1, openedAt: 1 }, { name: 'state_oldest' })
schema.index({ paymentId: 1, state: 1 }, { name: 'payment_state' })
schema.index({ userId: 1, state: 1 }, { name: 'user_state', partialFilterExpression: { userId: { $exists: true } } })

/** Stores what reconciliation finds about payments. While a row is open, payouts of its payment and investor wait. */
export class PaymentDifferenceStore {
  private readonly model: Model<PaymentDifference>

  constructor(connection: Connection) {
    this.model = connection.model<PaymentDifference>('PaymentDifference', schema)
  }

  /** Opens a difference, or updates what an open one states. Returns whether it was not open before. */
  async open(found: Omit<PaymentDifference, 'state' | 'openedAt'>, at: Date): Promise<boolean> {
    const { _id, ...facts } = found
    const known = await this.model.updateOne({ _id, state: 'open' }, { $set: facts })
    if (known.matchedCount > 0) return false
    try {
      const opened = { $set: { ...facts, state: 'open', openedAt: at }, $unset: { resolvedAt: 1 } } as const
      const changed = await this.model.updateOne({ _id, state: 'resolved' }, opened, { upsert: true })
      return changed.matchedCount + changed.upsertedCount > 0
    } catch (error) {
      // Another replica has opened it.
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /** Resolves those that are open. */
  async resolve(ids: readonly string[], at: Date): Promise<void> {
    await this.model.updateMany({ _id: { $in: ids }, state: 'open' }, { $set: { state: 'resolved', resolvedAt: at } })
  }

  listOpen(limit: number): Promise<PaymentDifference[]> {
    return this.model.find({ state: 'open' }).sort({ openedAt: 1 }).limit(limit).lean<PaymentDifference[]>()
  }

  countOpen(): Promise<number> {
    return this.model.countDocuments({ state: 'open' })
  }

  /** Returns whether a payment differs in any currency. */
  async blocksPayment(paymentId: string): Promise<boolean> {
    return (await this.model.findOne({ paymentId, state: 'open' }, { _id: 1 }).lean()) !== null
  }

  /** Returns which of these investors have a payment that differs. */
  async blockedOf(userIds: readonly string[]): Promise<Set<string>> {
    if (userIds.length === 0) return new Set()
    const rows = await this.model.find({ userId: { $in: userIds }, state: 'open' }, { userId: 1 }).lean()
    return new Set(rows.flatMap(({ userId }) => userId ?? []))
  }
}

/** Returns a difference as finance staff see it. */
export function paymentDifferenceView(row: PaymentDifference): PaymentDifferenceView {
  const { _id: differenceId, paymentId, currency, orderId, userId, parts, processor, ledger, openedAt } = row
  return {
    ...{ differenceId, paymentId, currency, parts, processor, ledger, openedAt: openedAt.toISOString() },
    ...(orderId ? { orderId } : {}),
    ...(userId ? { userId } : {}),
  }
}
