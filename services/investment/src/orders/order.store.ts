import { OrderState } from '@hissa/contracts/investment'
import type { CountAndOldest } from '@hissa/kernel'
import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Fils, fils } from '@hissa/money'
import { type Model, Schema } from 'mongoose'
import { type Clocks, dueRows, indexDueWork, nextDueAt, rejectedRows } from '../due/due.schema.js'
import type { LargeReservation } from './large-reservations.js'
import { openPropertyOf, slotsOf } from './open-slots.js'
import { readsOf } from '../reads.js'
import type { ListedOrder, Order, OrderWork } from './order.model.js'

export const ORDERS = 'orders'

const schema = new Schema<Order>(
  {
    _id: { type: String, required: true },
    reference: String,
    userId: { type: String, required: true },
    propertyId: { type: String, required: true },
    slug: { type: String, required: true },
    title: { type: String, required: true },
    titleAr: String,
    offeringVersion: { type: Number, required: true },
    unitPriceFils: { type: Number, required: true },
    units: { type: Number, required: true },
    amountFils: { type: Number, required: true },
    feeFils: { type: Number, required: true },
    totalFils: { type: Number, required: true },
    paidFrom: String,
    description: String,
    locale: String,
    customerId: String,
    state: { type: String, required: true },
    decisions: { type: [Schema.Types.Mixed], required: true } as never,
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    paidAt: Date,
    closedAt: Date,
    coolingOffEndsAt: Date,
    cancelledAt: Date,
    raiseDeadline: Date,
    allottedAt: Date,
    issuedAt: Date,
    minted: { type: Schema.Types.Mixed } as never,
    burned: { type: Schema.Types.Mixed } as never,
    refundedAt: Date,
    dispute: { type: Schema.Types.Mixed } as never,
    hold: { type: Schema.Types.Mixed } as never,
    unitsTakenBack: Number,
    failure: String,
    reason: String,
    ending: { type: Schema.Types.Mixed } as never,
    large: Boolean,
    placeKey: { type: String, required: true },
    inputHash: { type: String, required: true },
    openProperty: String,
    openSlot: String,
    lockedUntil: Date,
    checkoutAttempt: { type: Number, required: true },
    checkoutBegunAt: { type: Date, required: true },
    checkout: { type: Schema.Types.Mixed } as never,
    extension: { type: Schema.Types.Mixed } as never,
    due: { type: Schema.Types.Mixed } as never,
    rejected: { type: Schema.Types.Mixed } as never,
    paymentId: String,
    refund: { type: Schema.Types.Mixed } as never,
    cap: { type: Schema.Types.Mixed } as never,
    countedPerson: Boolean,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
const existing = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } })
schema.index({ placeKey: 1 }, { unique: true, name: 'placeKey' })
schema.index({ openProperty: 1 }, { unique: true, name: 'openProperty', ...existing('openProperty') })
schema.index({ openSlot: 1 }, { unique: true, name: 'openSlot', ...existing('openSlot') })
schema.index({ 'checkout.sessionId': 1 }, { unique: true, name: 'session', ...existing('checkout.sessionId') })
schema.index({ userId: 1, _id: -1 }, { name: 'user_newest' })
schema.index({ userId: 1, propertyId: 1 }, { name: 'user_property' })
schema.index({ userId: 1, closedAt: -1 }, { name: 'user_closed', ...existing('closedAt') })
schema.index({ propertyId: 1, closedAt: 1 }, { name: 'large_closed', partialFilterExpression: { large: true } })
schema.index({ reference: 1 }, { name: 'reference', ...existing('reference') })
schema.index({ state: 1, _id: -1 }, { name: 'state_newest' })
schema.index({ propertyId: 1, state: 1, _id: 1 }, { name: 'property_state' })
schema.index({ 'hold.since': 1, _id: 1 }, { name: 'held', ...existing('hold.since') })
schema.index({ propertyId: 1, createdAt: 1 }, { name: 'persons', partialFilterExpression: { countedPerson: true } })
indexDueWork(schema)

interface OrderPage {
  limit: number
  before?: string
  state?: OrderState
}

const pageFilter = (userId: string, { before, state }: OrderPage) => ({
  userId,
  ...(before ? { _id: { $lt: before } } : {}),
  ...(state ? { state } : {}),
})

/** What is read of an order for the figures of a decision about its raise. */
export type CountedOrder = Pick<Order, 'userId' | 'state' | 'units' | 'totalFils' | 'dispute' | 'hold'>

export interface OrderSearch {
  ids?: readonly string[]
  userId?: string
  reference?: string
  propertyId?: string
  state?: OrderState
}

/** Reads orders; the ledger's commit writes them. Ids are UUIDv7, so they sort by time. */
export class OrderStore {
  private readonly model: Model<Order>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<Order>('Order', schema, ORDERS)
    this.reads = readsOf(connection)
  }

  byId(orderId: string): Promise<Order | undefined> {
    return this.one({ _id: orderId })
  }

  byPlaceKey(placeKey: string): Promise<Order | undefined> {
    return this.one({ placeKey })
  }

  /** Returns the investor's unpaid order for a property. */
  byOpenProperty(userId: string, propertyId: string): Promise<Order | undefined> {
    return this.one({ openProperty: openPropertyOf(userId, propertyId) })
  }

  /** Returns the investor's unpaid orders. */
  async openOf(userId: string): Promise<Order[]> {
    return this.reads.rows({ from: ORDERS, where: { openSlot: { $in: slotsOf(userId) } } })
  }

  /** Returns the investor's orders that ended unpaid after `since`, newest first. */
  async unpaidOf(userId: string, since: Date): Promise<Order[]> {
    const where = { userId, state: 'expired', closedAt: { $gt: since } }
    return this.reads.rows({ from: ORDERS, where, sort: { closedAt: -1 }, limit: 100 })
  }

  /** Returns the large reservations of a raise that are unpaid, or ended unpaid after `since`. */
  async largeUnpaidOf(propertyId: string, since: Date): Promise<LargeReservation[]> {
    const fields = { createdAt: 1, expiresAt: 1, closedAt: 1, paidAt: 1 } as const
    const mine = { propertyId, large: true }
    const [open, ended] = await Promise.all([
      this.model.find({ ...mine, state: 'reserved' }, fields).lean<Order[]>(),
      this.model.find({ ...mine, closedAt: { $gt: since } }, fields).lean<Order[]>(),
    ])
    const byId = new Map([...open, ...ended].map((order) => [order._id, order]))
    return [...byId.values()].filter(({ paidAt }) => !paidAt)
  }

  /** Returns at most `limit` orders of a raise in these states, by ascending id, after `after` ('' for the first). */
  async ofRaise(propertyId: string, states: readonly OrderState[], after: string, limit: number): Promise<Order[]> {
    const filter = { propertyId, state: { $in: states }, _id: { $gt: after } }
    return this.model.find(filter).sort({ _id: 1 }).limit(limit).lean<Order[]>()
  }

  /** Returns when the oldest of the orders with registered units was allotted. */
  async firstAllottedAt(): Promise<Date | undefined> {
    const states: OrderState[] = ['allotted', 'issued']
    const oldest = this.model
      .find({ state: { $in: states } }, { allottedAt: 1 })
      .sort({ _id: 1 })
      .limit(1)
    const [row] = await oldest.lean<Order[]>()
    return row?.allottedAt
  }

  /** Returns the orders of a raise in these states, with what staff are told of them in sum. */
  async countedOfRaise(propertyId: string, states: readonly OrderState[]): Promise<CountedOrder[]> {
    const fields = { userId: 1, state: 1, units: 1, totalFils: 1, dispute: 1, hold: 1 } as const
    return this.model.find({ propertyId, state: { $in: states } }, fields).lean<CountedOrder[]>()
  }

  countOfRaise(propertyId: string, states: readonly OrderState[]): Promise<number> {
    return this.model.countDocuments({ propertyId, state: { $in: states } })
  }

  /**
   * Returns whether a user has an active order in a raise: a reservation, or a paid order whose money has not been
   * returned.
   */
  async hasActiveOrder(userId: string, propertyId: string): Promise<boolean> {
    const states: OrderState[] = ['reserved', 'paid', 'cooling_off', 'allotted', 'issued']
    return (await this.model.exists({ userId, propertyId, state: { $in: states } })) !== null
  }

  /** Returns an investor's paid orders of a property, registered or not, whose money has not been returned. */
  async heldBy(userId: string, propertyId: string): Promise<ListedOrder[]> {
    const states: OrderState[] = ['paid', 'cooling_off', 'allotted', 'issued']
    const filter = { userId, propertyId, state: { $in: states } }
    return this.model.find(filter, { decisions: 0 }).lean<ListedOrder[]>()
  }

  /**
   * Returns the investors who ordered after `since`, in any state, and count towards the persons of an exempt offer.
   */
  async personsOf(propertyId: string, since: Date): Promise<string[]> {
    const filter = { propertyId, countedPerson: true, createdAt: { $gt: since } }
    const rows = await this.model.find(filter, { userId: 1 }).lean<Array<Pick<Order, 'userId'>>>()
    return [...new Set(rows.map(({ userId }) => userId))]
  }

  /** Returns what decides the reward points of an investor's paid orders, whatever became of them. */
  async rewardedOf(
    userId: string,
  ): Promise<Array<Pick<Order, '_id' | 'state' | 'paidAt' | 'allottedAt' | 'closedAt'>>> {
    const fields = { state: 1, paidAt: 1, allottedAt: 1, closedAt: 1 } as const
    return this.model.find({ userId, paidAt: { $exists: true } }, fields).lean<Order[]>()
  }

  bySession(sessionId: string): Promise<Order | undefined> {
    return this.one({ 'checkout.sessionId': sessionId })
  }

  /** Like `ofUser`, for lists: without the rule decisions, which are most of an order. */
  async listedOf(userId: string, page: OrderPage): Promise<ListedOrder[]> {
    const rows = this.model.collection.find<ListedOrder>(pageFilter(userId, page) as never, {
      projection: { decisions: 0 },
      sort: { _id: -1 },
      limit: page.limit,
    })
    return rows.toArray()
  }

  /** Returns a user's orders with an id below `before`, newest first. */
  async ofUser(userId: string, page: OrderPage): Promise<Order[]> {
    return this.model.find(pageFilter(userId, page)).sort({ _id: -1 }).limit(page.limit).lean<Order[]>()
  }

  /** Returns the orders on hold, longest first, after the last one of a page. */
  held(limit: number, after?: readonly [since: Date, orderId: string]): Promise<Order[]> {
    const [since, orderId] = after ?? []
    const later = [{ 'hold.since': since, _id: { $gt: orderId } }, { 'hold.since': { $gt: since } }]
    const filter = { 'hold.since': { $exists: true }, ...(after ? { $or: later } : {}) }
    return this.model.find(filter).sort({ 'hold.since': 1, _id: 1 }).limit(limit).lean<Order[]>()
  }

  /** Returns orders with an id below `before`, newest first. All filters apply. */
  search(filters: OrderSearch, limit: number, before?: string): Promise<Order[]> {
    const { ids, userId, reference, propertyId, state } = filters
    const id = { ...(ids ? { $in: [...ids] } : {}), ...(before ? { $lt: before } : {}) }
    const filter = {
      ...(ids || before ? { _id: id } : {}),
      ...(userId ? { userId } : {}),
      ...(reference ? { reference } : {}),
      ...(propertyId ? { propertyId } : {}),
      // In the index the state precedes the id, so a search of a property without a state names all of them.
      ...(state ? { state } : propertyId ? { state: { $in: OrderState.options } } : {}),
    }
    return this.model.find(filter).sort({ _id: -1 }).limit(limit).lean<Order[]>()
  }

  /** Returns at most `limit` orders whose work may be attempted now. */
  due(kind: OrderWork, clocks: Clocks, limit: number): Promise<Order[]> {
    return dueRows(this.model, kind, clocks, limit)
  }

  nextDueAt(kind: OrderWork, clocks: Clocks): Promise<Date | null> {
    return nextDueAt(this.model, kind, clocks)
  }

  /** Returns orders whose work was rejected, newest first. */
  rejected(limit: number, after?: readonly [at: Date, id: string]): Promise<Order[]> {
    return rejectedRows(this.model, limit, after)
  }

  countHeld(): Promise<number> {
    return this.model.countDocuments({ 'hold.since': { $gt: new Date(0) } })
  }

  /** Returns how many orders are still reserved after their reservation ended, and when the earliest of these ended. */
  unsettled(now: Date): Promise<CountAndOldest> {
    return this.countFrom({ state: 'reserved', expiresAt: { $lt: now } }, 'expiresAt')
  }

  /** Returns how many orders await their refund, their sum, and when the earliest of them ended. */
  async refundsDue(): Promise<CountAndOldest & { amountFils: Fils }> {
    const filter = { state: { $in: ['refunding', 'cancelled'] as OrderState[] } }
    const [found, sums] = await Promise.all([
      this.countFrom(filter, 'closedAt'),
      this.model.aggregate<{ sum: Fils }>([
        { $match: filter },
        { $group: { _id: null, sum: { $sum: { $ifNull: ['$refund.amountFils', '$totalFils'] } } } },
      ]),
    ])
    return { ...found, amountFils: sums[0]?.sum ?? fils(0) }
  }

  private async countFrom(filter: object, since: 'expiresAt' | 'closedAt'): Promise<CountAndOldest> {
    const [count, first] = await Promise.all([
      this.model.countDocuments(filter),
      this.model
        .findOne(filter, { [since]: 1 })
        .sort({ [since]: 1 })
        .lean<Order>(),
    ])
    const oldest = first?.[since]
    return { count, ...(oldest && { oldest }) }
  }

  countRejected(): Promise<number> {
    return this.model.countDocuments({ 'rejected.at': { $gt: new Date(0) } })
  }

  private one(where: Record<string, unknown>): Promise<Order | undefined> {
    return this.reads.row(ORDERS, where)
  }
}
