import { rowsAfter, type CombinedReads, type Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { PAYMENTS } from '../orders/orders.api.js'
import { type Payment, WEBHOOK_EVENTS } from './payment.js'

interface WebhookRow {
  _id: string
  type: string
  outcome: string
  at: Date
  version: number
}

const paymentSchema = new Schema<Payment>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    state: { type: String, required: true },
    orderId: String,
    userId: String,
    propertyId: String,
    slug: String,
    title: String,
    paymentId: String,
    refundId: String,
    method: String,
    amount: { type: Number, required: true },
    left: Number,
    currency: { type: String, required: true },
    use: String,
    at: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
paymentSchema.index({ userId: 1, at: -1, _id: -1 }, { name: 'user_newest' })
paymentSchema.index({ paymentId: 1 }, { name: 'payment', partialFilterExpression: { paymentId: { $exists: true } } })

paymentSchema.index({ refundId: 1 }, { name: 'refund', partialFilterExpression: { refundId: { $exists: true } } })

const webhookSchema = new Schema<WebhookRow>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    outcome: { type: String, required: true },
    at: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)

/** Reads payments and the webhook inbox; the ledger's commit writes them. */
export class PaymentStore {
  private readonly payments: Model<Payment>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.payments = connection.model<Payment>('Payment', paymentSchema, PAYMENTS)
    this.reads = readsOf(connection)
    connection.model<WebhookRow>('WebhookEvent', webhookSchema, WEBHOOK_EVENTS)
  }

  byId(paymentId: string): Promise<Payment | undefined> {
    return this.reads.row(PAYMENTS, { _id: paymentId })
  }

  /** Returns the rows of one payment; several only when the processor reported it under several sessions. */
  ofPayment(paymentId: string): Promise<Payment[]> {
    return this.payments.find({ paymentId }).lean<Payment[]>()
  }

  /** Returns the rows of a refund. */
  ofRefund(refundId: string): Promise<Payment[]> {
    return this.payments.find({ refundId }).lean<Payment[]>()
  }

  async hasEvent(eventId: string): Promise<boolean> {
    return (await this.reads.row(WEBHOOK_EVENTS, { _id: eventId })) !== undefined
  }

  /** Returns a user's payments after `after`, newest first. */
  async ofUser(userId: string, limit: number, after?: readonly [at: Date, id: string]): Promise<Payment[]> {
    return this.payments
      .find({ userId, ...rowsAfter<Payment>('at', -1, after) })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean<Payment[]>()
  }
}
