import { MOST_NOTICES, NoticeChanged } from '@hissa/contracts/notification'
import { CLOCK, TIMING, wallNow, type Clock, type Timing } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { gather, MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { messageId, type MessageBody } from '../message.js'
import { noticeOf, type Notice } from './notice.js'

const NOTICE = 'Notice'
const BOOK = 'NoticeBook'

/** One row per user, which every change of their notices writes, so that changes of one user follow one another. */
interface NoticeBook {
  _id: string
  /** Position of the latest notice. */
  last: number
  /** Number of changes. */
  version: number
}

const noticeSchema = new Schema<Notice>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    seq: { type: Number, required: true },
    kind: { type: String, required: true },
    orderId: String,
    propertyId: String,
    amountFils: Number,
    units: Number,
    until: Date,
    at: { type: Date, required: true },
    readAt: Date,
  },
  { versionKey: false, collection: 'notices' },
)
noticeSchema.index({ userId: 1, seq: -1 }, { name: 'userNewest' })

const bookSchema = new Schema<NoticeBook>(
  { _id: { type: String, required: true }, last: { type: Number }, version: { type: Number } },
  { versionKey: false, collection: 'notice_books' },
)

/** Registers the models of notices on a connection. */
export function defineNotices(connection: Connection): void {
  connection.model(NOTICE, noticeSchema)
  connection.model(BOOK, bookSchema)
}

type Unplaced = Omit<Notice, 'seq'>
/** The notice named in a call, with what is unread after it; null if the user has no such notice. */
type Marked = { unread: number } | null

/** Stores the notices of users, by user id. */
@Injectable()
export class NoticeStore {
  private readonly notices: Model<Notice>
  private readonly books: Model<NoticeBook>

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(TIMING) private readonly timing: Timing,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {
    this.notices = connection.model<Notice>(NOTICE)
    this.books = connection.model<NoticeBook>(BOOK)
  }

  /**
   * Writes the notice of an event in the caller's transaction, if it has one. Writing it again changes nothing. Removes
   * the oldest of a user who has more than `MOST_NOTICES`.
   * Events: notification.notice.changed.v1.
   */
  write(session: ClientSession, event: { id: string; time: string }, userId: string, body: MessageBody): void {
    const content = noticeOf(body)
    if (!content) return
    const row: Unplaced = { _id: messageId(event.id, body.template), userId, at: new Date(event.time), ...content }
    gather(session, this, row, (rows) => this.insertNew(rows, session))
  }

  private async insertNew(rows: readonly Unplaced[], session: ClientSession): Promise<void> {
    const counts = new Map<string, number>()
    for (const { userId } of rows) counts.set(userId, (counts.get(userId) ?? 0) + 1)
    const books = await this.touch(counts, session)
    const next = new Map(books.map(({ _id, last }) => [_id, last - counts.get(_id)!]))
    const placed = rows.map((row): Notice => {
      const seq = next.get(row.userId)! + 1
      next.set(row.userId, seq)
      return { ...row, seq }
    })
    await this.notices.bulkWrite(
      placed.map((row) => ({ updateOne: { filter: { _id: row._id }, update: { $setOnInsert: row }, upsert: true } })),
      { session },
    )
    for (const { _id: userId, last } of books.filter((book) => book.last > MOST_NOTICES))
      await this.notices.deleteMany({ userId, seq: { $lte: last - MOST_NOTICES } }, { session })
  }

  /** Returns the newest notices of a user, or those before a position. */
  async list(userId: string, { before, limit }: { before?: number | undefined; limit: number }): Promise<Notice[]> {
    const place = before === undefined ? {} : { seq: { $lt: before } }
    return this.notices
      .find({ userId, ...place })
      .sort({ seq: -1 })
      .limit(limit)
      .lean<Notice[]>()
  }

  async unreadCount(userId: string, session?: ClientSession): Promise<number> {
    const unread = this.notices.countDocuments({ userId, readAt: { $exists: false } })
    return session ? unread.session(session) : unread
  }

  /**
   * Marks a notice of a user as read. Errors: null if the user has no such notice.
   * Events: notification.notice.changed.v1, if it was unread.
   */
  async markRead(userId: string, noticeId: string): Promise<Marked> {
    return this.mark(userId, noticeId, () => ({ _id: noticeId }))
  }

  /** Like `markRead`, for a notice and all that arrived before it. */
  async markReadUpTo(userId: string, noticeId: string): Promise<Marked> {
    return this.mark(userId, noticeId, ({ seq }) => ({ seq: { $lte: seq } }))
  }

  private async mark(userId: string, noticeId: string, which: (named: Notice) => object): Promise<Marked> {
    return transaction(this.connection, async (session) => {
      const named = await this.notices.findOne({ _id: noticeId, userId }, null, { session }).lean<Notice>()
      if (!named) return null
      const unread = { userId, ...which(named), readAt: { $exists: false } }
      const change = { $set: { readAt: wallNow(this.timing) } }
      const { modifiedCount } = await this.notices.updateMany(unread, change, { session })
      if (modifiedCount > 0) await this.touch(new Map([[userId, 0]]), session)
      return { unread: await this.unreadCount(userId, session) }
    })
  }

  /** Counts a change of each user and this many new notices, and announces it. Returns the books after it. */
  private async touch(added: ReadonlyMap<string, number>, session: ClientSession): Promise<NoticeBook[]> {
    await this.books.bulkWrite(
      [...added].map(([_id, last]) => ({
        updateOne: { filter: { _id }, update: { $inc: { last, version: 1 } }, upsert: true },
      })),
      { session },
    )
    const books = await this.books.find({ _id: { $in: [...added.keys()] } }, null, { session }).lean<NoticeBook[]>()
    const time = this.clock.now()
    const changed = ({ _id: userId, version }: NoticeBook) =>
      newEvent(NoticeChanged, { aggregateId: userId, version, time, data: { userId, version } })
    await this.outbox.append(session, ...books.map(changed))
    return books
  }
}
