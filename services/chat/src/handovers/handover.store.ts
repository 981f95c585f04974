import { HandoverRequested } from '@hissa/contracts/chat'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { ConversationStore } from '../conversations/conversation.store.js'

const MODEL = 'Handover'

/** A request for a person, of which each conversation has at most one. */
export interface HandoverRow {
  _id: string
  /** Key of the conversation. */
  ref: string
  userId: string | null
  email: string | null
  requestedAt: Date
  expireAt: Date
}

const schema = new Schema<HandoverRow>(
  {
    _id: String,
    ref: { type: String, required: true },
    userId: { type: String, default: null },
    email: { type: String, default: null },
    requestedAt: { type: Date, required: true },
    expireAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'handovers' },
)
schema.index({ ref: 1 }, { name: 'conversation', unique: true })
schema.index({ requestedAt: -1, _id: -1 }, { name: 'newest' })
schema.index({ expireAt: 1 }, { name: 'expireAt', expireAfterSeconds: 0 })

/** Registers the model of handovers on a connection. */
export function defineHandovers(connection: Connection): void {
  connection.model(MODEL, schema)
}

@Injectable()
export class HandoverStore {
  private readonly model: Model<HandoverRow>

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly conversations: ConversationStore,
    private readonly outbox: Outbox,
  ) {
    this.model = connection.model<HandoverRow>(MODEL)
  }

  /** Stores the first request of a conversation with its event; returns it also later. */
  async request(ref: string, userId: string | null, email: string | null): Promise<HandoverRow> {
    return transaction(this.connection, async (session) => {
      const known = await this.model.findOne({ ref }, null, { session }).lean<HandoverRow>()
      if (known) return known
      const requestedAt = this.clock.now()
      const row = { _id: newId(), ref, userId, email, requestedAt, expireAt: this.conversations.expireAt() }
      await this.model.create([row], { session })
      const data = { handoverId: row._id, userId }
      const event = newEvent(HandoverRequested, { aggregateId: row._id, version: 1, time: requestedAt, data })
      await this.outbox.append(session, event)
      return row
    })
  }

  /** Returns requests, newest first, after the position of an earlier page. */
  async list(
    limit: number,
    after: readonly [Date, string] | undefined,
  ): Promise<{ rows: HandoverRow[]; more: boolean }> {
    const filter = after
      ? { $or: [{ requestedAt: { $lt: after[0] } }, { requestedAt: after[0], _id: { $lt: after[1] } }] }
      : {}
    const rows = await this.model
      .find(filter)
      .sort({ requestedAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean<HandoverRow[]>()
    return { rows: rows.slice(0, limit), more: rows.length > limit }
  }

  count(): Promise<number> {
    return this.model.countDocuments()
  }
}
