import { sumUnits, units, type Units } from '@hissa/money'
import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type QueryFilter, type UpdateQuery } from 'mongoose'
import { canBecome, type Allotment, type AllotmentState } from './allotment.js'

const MODEL = 'Allotment'
const text = { type: String, required: true }
const number = { type: Number, required: true }
const plain = { type: Schema.Types.Mixed, required: false }
const schema = new Schema<Allotment>(
  {
    ...{ _id: text, userId: text, propertyId: text, units: number, account: text, state: text },
    ...{ allottedAt: { type: Date, required: true }, isReversed: Boolean, transaction: String, burning: String },
    unitsKept: Number,
    ...{ minted: plain, burned: plain, after: Date, version: number },
  },
  { versionKey: false, collection: 'allotments' },
)
schema.index({ propertyId: 1, state: 1, allottedAt: 1, _id: 1 }, { name: 'property_state' })
schema.index({ propertyId: 1, version: 1 }, { name: 'property_version' })
schema.index({ userId: 1 }, { name: 'user' })
schema.index({ state: 1 }, { name: 'reversed', partialFilterExpression: { isReversed: true } })
schema.index({ state: 1, allottedAt: 1 }, { name: 'awaiting' })

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineAllotments = (connection: Connection) => connection.model(MODEL, schema)

/** Stores the shares of allotted orders. */
@Injectable()
export class AllotmentStore {
  private readonly model: Model<Allotment>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Allotment>(MODEL)
  }

  byId(orderId: string, session: ClientSession | null = null): Promise<Allotment | null> {
    return this.model.findById(orderId).session(session).lean<Allotment>()
  }

  async insert(allotment: Allotment, session: ClientSession): Promise<void> {
    await this.model.create([allotment], { session })
  }

  ofUser(userId: string): Promise<Allotment[]> {
    return this.model.find({ userId }).sort({ allottedAt: 1, _id: 1 }).lean<Allotment[]>()
  }

  /** Returns the allotments of these orders, the earliest first. */
  byIds(orderIds: readonly string[], session: ClientSession): Promise<Allotment[]> {
    const chosen = { _id: { $in: [...orderIds] } }
    return this.model.find(chosen).session(session).sort({ allottedAt: 1, _id: 1 }).lean<Allotment[]>()
  }

  /** Returns the properties with allotments to mint. */
  propertiesWaiting(at: Date): Promise<string[]> {
    const due = { $or: [{ after: { $exists: false } }, { after: { $lte: at } }] }
    return this.model.distinct('propertyId', { state: 'waiting', ...due })
  }

  /** Returns allotments of a property to mint, the earliest first, after skipping some. */
  waiting(propertyId: string, { at, skip, limit }: { at: Date; skip: number; limit: number }): Promise<Allotment[]> {
    const due = { $or: [{ after: { $exists: false } }, { after: { $lte: at } }] }
    const order = { allottedAt: 1, _id: 1 } as const
    return this.model
      .find({ propertyId, state: 'waiting', ...due })
      .sort(order)
      .skip(skip)
      .limit(limit)
      .lean<Allotment[]>()
  }

  /** Returns minted shares of reversed orders, without those of some investors. */
  toBurn(chosen: { limit: number; at: Date; exceptOf: readonly string[] }): Promise<Allotment[]> {
    const { limit, at, exceptOf } = chosen
    const due = { $or: [{ after: { $exists: false } }, { after: { $lte: at } }] }
    const isMinted = { state: 'minted' as const, minted: { $exists: true }, isReversed: true as const }
    return this.model
      .find({ ...isMinted, ...due, userId: { $nin: [...exceptOf] } })
      .limit(limit)
      .lean<Allotment[]>()
  }

  /** Returns for each of some properties that has allotments a number that grows with every change of them. */
  async revisions(propertyIds: readonly string[]): Promise<Map<string, number>> {
    const sums = await this.model.aggregate<{ _id: string; versions: number }>([
      { $match: { propertyId: { $in: [...propertyIds] } } },
      { $group: { _id: '$propertyId', versions: { $sum: '$version' } } },
    ])
    return new Map(sums.map(({ _id, versions }) => [_id, versions]))
  }

  /** Returns the number of allotments that are not minted yet, and when the earliest of them was allotted. */
  async awaiting(): Promise<{ count: number; oldest?: Date }> {
    const states: AllotmentState[] = ['waiting', 'minting']
    const [found] = await this.model.aggregate<{ count: number; oldest: Date }>([
      { $match: { state: { $in: states } } },
      { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$allottedAt' } } },
    ])
    return found ? { count: found.count, oldest: found.oldest } : { count: 0 }
  }

  /** Returns the units of each of these properties that are minted, as `unitsMinted` does, and that wait for it. */
  async unitsByProperty(propertyIds: readonly string[]): Promise<Map<string, { minted: Units; awaiting: Units }>> {
    interface Group {
      _id: { propertyId: string; state: AllotmentState }
      held: number
      kept: number
    }
    const groups = await this.model.aggregate<Group>([
      { $match: { propertyId: { $in: [...propertyIds] } } },
      {
        $group: {
          _id: { propertyId: '$propertyId', state: '$state' },
          held: { $sum: '$units' },
          kept: { $sum: '$unitsKept' },
        },
      },
    ])
    const found = new Map<string, { minted: Units; awaiting: Units }>()
    for (const { _id, held, kept } of groups) {
      const { minted, awaiting } = found.get(_id.propertyId) ?? { minted: units(0), awaiting: units(0) }
      const [more, later] = [mintedOf(_id.state, { held, kept }), isAwaiting(_id.state) ? held : 0]
      found.set(_id.propertyId, { minted: sumUnits(minted, units(more)), awaiting: sumUnits(awaiting, units(later)) })
    }
    return found
  }

  /** Returns the units of a property in a state. */
  unitsIn(propertyId: string, state: AllotmentState | readonly AllotmentState[]): Promise<Units> {
    const states = typeof state === 'string' ? [state] : [...state]
    return this.sumOf({ propertyId, state: { $in: states } }, '$units')
  }

  /** Returns the units of a property that are minted: also those that are being burned, and those that were kept. */
  async unitsMinted(propertyId: string): Promise<Units> {
    const held = this.unitsIn(propertyId, ['minted', 'burning'])
    return sumUnits(...(await Promise.all([held, this.sumOf({ propertyId, state: 'burned' }, '$unitsKept')])))
  }

  private async sumOf(chosen: QueryFilter<Allotment>, field: '$units' | '$unitsKept'): Promise<Units> {
    const [sum] = await this.model.aggregate<{ held: number }>([
      { $match: chosen },
      { $group: { _id: null, held: { $sum: field } } },
    ])
    return units(sum?.held ?? 0)
  }

  /** Returns the units of each investor that were minted and not burned by a block, for the comparison with the chain. */
  async issuedBy(propertyId: string, blockNumber: number): Promise<Map<string, number>> {
    const isMinted = { propertyId, 'minted.blockNumber': { $lte: blockNumber } }
    const isBurned = { 'burned.blockNumber': { $lte: blockNumber } }
    const [whole, kept] = await Promise.all([
      this.unitsByUser({ ...isMinted, $nor: [isBurned] }, '$units'),
      this.unitsByUser({ ...isMinted, ...isBurned, unitsKept: { $exists: true } }, '$unitsKept'),
    ])
    return sumsOf(whole, kept)
  }

  /** Returns the units of each investor that are allotted and not taken back, for the comparison with the register. */
  async allottedTo(propertyId: string): Promise<Map<string, number>> {
    const [whole, kept] = await Promise.all([
      this.unitsByUser({ propertyId, isReversed: { $ne: true } }, '$units'),
      this.unitsByUser({ propertyId, isReversed: true, unitsKept: { $exists: true } }, '$unitsKept'),
    ])
    return sumsOf(whole, kept)
  }

  private async unitsByUser(
    chosen: QueryFilter<Allotment>,
    field: '$units' | '$unitsKept',
  ): Promise<Map<string, number>> {
    const rows = await this.model.aggregate<{ _id: string; held: number }>([
      { $match: chosen },
      { $group: { _id: '$userId', held: { $sum: field } } },
    ])
    return new Map(rows.map(({ _id, held }) => [_id, held]))
  }

  /** Changes an allotment that still has the version that was read. Returns whether it had. */
  async change(
    { _id, version, state }: Pick<Allotment, '_id' | 'version' | 'state'>,
    change: { set?: Partial<Allotment>; unset?: readonly (keyof Allotment)[] },
    session: ClientSession,
  ): Promise<boolean> {
    const { set = {}, unset = [] } = change
    if (set.state !== undefined && !canBecome(state, set.state))
      throw new Error(`the allotment ${_id} can't become ${set.state} from ${state}`)
    const update = {
      $set: { ...set, version: version + 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((key) => [key, 1])) }),
    } as UpdateQuery<Allotment>
    return (await this.model.updateOne({ _id, version }, update, { session })).modifiedCount > 0
  }
}

const isAwaiting = (state: AllotmentState) => state === 'waiting' || state === 'minting'

/** What was minted stays while it is being burned; of a reversed order the kept units stay after that. */
function mintedOf(state: AllotmentState, { held, kept }: { held: number; kept: number }): number {
  if (state === 'minted' || state === 'burning') return held
  return state === 'burned' ? kept : 0
}

function sumsOf(whole: ReadonlyMap<string, number>, kept: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map(whole)
  for (const [userId, held] of kept) sums.set(userId, (sums.get(userId) ?? 0) + held)
  return sums
}
