import { currentTraceparent, TIMING, wallNow, type Timing } from '@hissa/kernel'
import { gather, MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { messageId, type Message, type MessageBody, type MessageState } from './message.js'

const MODEL = 'Message'
const FIRST_CHECK_MS = 15_000
const NEXT_CHECK_MS = 60_000

const schema = new Schema<Message>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    body: { type: Schema.Types.Mixed, required: true },
    traceparent: String,
    state: { type: String, required: true },
    tries: { type: Number, required: true },
    reason: String,
    createdAt: { type: Date, required: true },
    checkAt: Date,
    settledAt: Date,
  },
  { versionKey: false, collection: 'messages' },
)
// Only queued messages have checkAt, so this index holds only messages that are still to be sent.
schema.index({ checkAt: 1 }, { name: 'checkAt', sparse: true })

/** Registers the model of messages on a connection. */
export function defineMessages(connection: Connection): void {
  connection.model(MODEL, schema)
}

/** Stores messages. Times are wall time, because they concern delivery and not business. */
@Injectable()
export class MessageStore {
  private readonly model: Model<Message>

  constructor(
    @Inject(MONGO) connection: Connection,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.model = connection.model<Message>(MODEL)
  }

  /** Writes the message of an event in the caller's transaction. Writing it again changes nothing. */
  write(session: ClientSession, eventId: string, userId: string, body: MessageBody): string {
    const id = messageId(eventId, body.template)
    const now = wallNow(this.timing)
    const checkAt = new Date(now.getTime() + FIRST_CHECK_MS)
    const traceparent = currentTraceparent()
    const caused = { _id: id, userId, body, ...(traceparent && { traceparent }) }
    const row: Message = { ...caused, state: 'queued', tries: 0, createdAt: now, checkAt }
    gather(session, this, row, (rows) => this.insertNew(rows, session))
    return id
  }

  private async insertNew(rows: readonly Message[], session: ClientSession): Promise<void> {
    await this.model.bulkWrite(
      rows.map((row) => ({
        updateOne: { filter: { _id: row._id }, update: { $setOnInsert: row }, upsert: true },
      })),
      { session },
    )
  }

  async find(id: string): Promise<Message | null> {
    return this.model.findOne({ _id: id }).lean<Message>()
  }

  async settle(id: string, state: Exclude<MessageState, 'queued'>, reason?: string): Promise<void> {
    const set = { state, settledAt: wallNow(this.timing), ...(reason && { reason }) }
    await this.model.updateOne({ _id: id }, { $set: set, $unset: { checkAt: 1 } })
  }

  async countTry(id: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $inc: { tries: 1 } })
  }

  /** Returns ids of queued messages whose check is due, and postpones each to its next check. */
  async takeDueChecks(now: Date, limit: number): Promise<string[]> {
    const rows = await this.model
      .find({ checkAt: { $lte: now } }, { _id: 1 })
      .sort({ checkAt: 1 })
      .limit(limit)
      .lean()
    const ids = rows.map((row) => String(row._id))
    if (ids.length === 0) return ids
    const checkAt = new Date(now.getTime() + NEXT_CHECK_MS)
    await this.model.updateMany({ _id: { $in: ids }, checkAt: { $lte: now } }, { $set: { checkAt } })
    return ids
  }

  /** Counts messages without a send attempt. */
  async untriedCount(): Promise<number> {
    return this.model.countDocuments({ checkAt: { $gt: new Date(0) }, tries: 0 })
  }

  /** Returns how many messages are not settled, and when the oldest of them was written. */
  async unsettled(): Promise<{ count: number; oldest?: Date }> {
    const filter = { checkAt: { $gt: new Date(0) } }
    const [count, first] = await Promise.all([
      this.model.countDocuments(filter),
      this.model.findOne(filter, { createdAt: 1 }).sort({ createdAt: 1 }).lean<Pick<Message, 'createdAt'>>(),
    ])
    return { count, ...(first && { oldest: first.createdAt }) }
  }
}
