import { type Connection, type CombinedReads, rowsAfter } from '@hissa/persistence'
import { fils, type Fils, type Units, ZERO } from '@hissa/money'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { type Distribution, DISTRIBUTIONS, type Share, shareId, type SharePlace, SHARES } from './distribution.js'

const MIXED = { type: Schema.Types.Mixed } as never

const distributionSchema = new Schema<Distribution>(
  {
    _id: { type: String, required: true },
    propertyId: { type: String, required: true },
    slug: { type: String, required: true },
    title: { type: String, required: true },
    period: { type: String, required: true },
    recordDate: { type: String, required: true },
    state: { type: String, required: true },
    figures: MIXED,
    netIncomeFils: { type: Number, required: true },
    unitsIssued: { type: Number, required: true },
    evidence: { type: String, required: true },
    maker: { type: String, required: true },
    reason: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    checker: String,
    checkerReason: String,
    declaredAt: Date,
    paidAt: Date,
    work: String,
    after: String,
    collectedUnits: Number,
    collectedFils: Number,
    investors: Number,
    leftFils: Number,
    position: Number,
    place: MIXED,
    paidInvestors: Number,
    paidFils: Number,
    companyFils: Number,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
distributionSchema.index({ requestedAt: -1, _id: -1 }, { name: 'newest' })
distributionSchema.index({ state: 1, requestedAt: -1, _id: -1 }, { name: 'state_newest' })
distributionSchema.index({ propertyId: 1, requestedAt: -1, _id: -1 }, { name: 'property_newest' })
distributionSchema.index(
  { work: 1, declaredAt: 1, _id: 1 },
  { name: 'work', partialFilterExpression: { work: { $exists: true } } },
)

const shareSchema = new Schema<Share>(
  {
    _id: { type: String, required: true },
    distributionId: { type: String, required: true },
    userId: String,
    propertyId: { type: String, required: true },
    units: { type: Number, required: true },
    floorFils: { type: Number, required: true },
    remainder: { type: Number, required: true },
    since: { type: Number, required: true },
    state: { type: String, required: true },
    amountFils: Number,
    declaredAt: Date,
    paidAt: Date,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
// The order in which the remainder is given out, and in which shares are paid.
shareSchema.index({ distributionId: 1, remainder: -1, since: 1, _id: 1 }, { name: 'order' })
shareSchema.index(
  { userId: 1, declaredAt: -1, _id: -1 },
  { name: 'user_newest', partialFilterExpression: { declaredAt: { $exists: true } } },
)

type Place = readonly [at: Date, id: string]

/**
 * Stores distributions and their shares. What a replica collects is the same that any other would collect, so the first
 * one wins; the ledger's commit writes everything else.
 */
export class DistributionStore {
  private readonly distributions: Model<Distribution>
  private readonly shares: Model<Share>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.distributions = connection.model<Distribution>('Distribution', distributionSchema, DISTRIBUTIONS)
    this.shares = connection.model<Share>('DistributionShare', shareSchema, SHARES)
    this.reads = readsOf(connection)
  }

  byId(distributionId: string): Promise<Distribution | undefined> {
    return this.reads.row(DISTRIBUTIONS, { _id: distributionId })
  }

  async byIds(ids: readonly string[]): Promise<Map<string, Distribution>> {
    const rows = await this.distributions.find({ _id: { $in: [...new Set(ids)] } }).lean<Distribution[]>()
    return new Map(rows.map((row) => [row._id, row]))
  }

  /** Returns distributions after `after`, newest first. */
  list(
    filter: { state?: Distribution['state']; propertyId?: string },
    limit: number,
    after?: Place,
  ): Promise<Distribution[]> {
    return this.distributions
      .find({ ...filter, ...rowsAfter<Distribution>('requestedAt', -1, after) })
      .sort({ requestedAt: -1, _id: -1 })
      .limit(limit)
      .lean<Distribution[]>()
  }

  /** Returns the oldest approved distributions that are not paid in full. */
  unfinished(limit: number): Promise<Distribution[]> {
    return this.distributions
      .find({ work: { $exists: true } })
      .sort({ declaredAt: 1, _id: 1 })
      .limit(limit)
      .lean<Distribution[]>()
  }

  /** Returns how many distributions were approved by `before` and are not paid in full. */
  countUnpaid(before: Date): Promise<number> {
    return this.distributions.countDocuments({ work: { $exists: true }, declaredAt: { $lte: before } })
  }

  /** Stores shares that are not stored yet, then moves the collection on, unless another replica has. */
  async collect(
    { _id, after }: Distribution,
    shares: readonly Omit<Share, 'version'>[],
    to: { after: string; units: Units; floorFils: Fils },
  ): Promise<void> {
    await this.addShares(shares)
    const { after: next, units, floorFils } = to
    const $inc = { collectedUnits: units, collectedFils: floorFils, investors: shares.length }
    await this.distributions.updateOne({ _id, work: 'collecting', after: after! }, { $set: { after: next }, $inc })
  }

  /** Ends the collection: every holding is stored, and the company's share. */
  async endCollection(
    { _id, after }: Distribution,
    company: Omit<Share, 'version'> | undefined,
    leftFils: Fils,
  ): Promise<void> {
    await this.addShares(company ? [company] : [])
    await this.distributions.updateOne(
      { _id, work: 'collecting', after: after! },
      { $set: { work: 'declaring', leftFils, position: 0 }, $unset: { place: 1 } },
    )
  }

  private async addShares(shares: readonly Omit<Share, 'version'>[]): Promise<void> {
    if (shares.length === 0) return
    await this.shares.bulkWrite(
      shares.map(({ _id, ...share }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: { ...share, version: 1 } }, upsert: true },
      })),
      { ordered: false },
    )
  }

  /** Returns at most `limit` shares after a place in the order. */
  inOrder({ _id: distributionId }: Distribution, place: SharePlace | undefined, limit: number): Promise<Share[]> {
    return this.shares
      .find({ distributionId, ...(place ? afterPlace(place) : {}) })
      .sort({ remainder: -1, since: 1, _id: 1 })
      .limit(limit)
      .lean<Share[]>()
  }

  /** Returns a user's shares with an amount after `after`, newest first. */
  ofUser(userId: string, limit: number, after?: Place): Promise<Share[]> {
    return this.shares
      .find({ userId, declaredAt: { $exists: true }, ...rowsAfter<Share>('declaredAt', -1, after) })
      .sort({ declaredAt: -1, _id: -1 })
      .limit(limit)
      .lean<Share[]>()
  }

  /** Returns a user's shares of these distributions, by the id of the distribution. */
  async sharesOf(userId: string, distributionIds: readonly string[]): Promise<Map<string, Share>> {
    const ids = distributionIds.map((id) => shareId(id, userId))
    const rows = ids.length === 0 ? [] : await this.shares.find({ _id: { $in: ids } }).lean<Share[]>()
    return new Map(rows.map((row) => [row.distributionId, row]))
  }

  /** Returns what a user has been paid, and what is declared and not paid yet, in fils. */
  async totalsOf(userId: string): Promise<{ receivedFils: Fils; declaredFils: Fils }> {
    const totals = { received: 0, declared: 0 }
    const rows = this.shares
      .find({ userId, declaredAt: { $exists: true } }, { state: 1, amountFils: 1 })
      .lean<Share[]>()
    for (const { state, amountFils = ZERO } of await rows)
      totals[state === 'paid' ? 'received' : 'declared'] += amountFils
    return { receivedFils: fils(totals.received), declaredFils: fils(totals.declared) }
  }
}

function afterPlace([remainder, since, id]: SharePlace) {
  return {
    $or: [
      { remainder: { $lt: remainder } },
      { remainder, since: { $gt: since } },
      { remainder, since, _id: { $gt: id } },
    ],
  }
}
