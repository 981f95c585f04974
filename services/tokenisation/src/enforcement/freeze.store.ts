import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type UpdateQuery } from 'mongoose'
import { ON, type Freeze } from './freeze.js'

const MODEL = 'Freeze'
const text = { type: String, required: true }
const schema = new Schema<Freeze>(
  {
    ...{ _id: text, userId: text, propertyId: String, state: text, approvalId: text, liftApprovalId: String },
    ...{ frozenAt: { type: Date, required: true }, liftedAt: Date, mintsUntil: Date, dueAt: Date },
    ...{ waitingSince: Date, version: Number },
  },
  { versionKey: false, collection: 'freezes' },
)
schema.index({ userId: 1, frozenAt: -1 }, { name: 'user' })
schema.index({ state: 1, userId: 1 }, { name: 'state' })
schema.index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { dueAt: { $exists: true } } })

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineFreezes = (connection: Connection) => connection.model(MODEL, schema)

/** Stores the freezes of investors' shares. */
@Injectable()
export class FreezeStore {
  private readonly model: Model<Freeze>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Freeze>(MODEL)
  }

  byId(freezeId: string, session: ClientSession | null = null): Promise<Freeze | null> {
    return this.model.findById(freezeId).session(session).lean<Freeze>()
  }

  async insert(freeze: Freeze, session: ClientSession): Promise<void> {
    await this.model.create([freeze], { session })
  }

  /** Returns every freeze of an investor, newest first. */
  ofUser(userId: string, session: ClientSession | null = null): Promise<Freeze[]> {
    return this.model.find({ userId }).session(session).sort({ frozenAt: -1, _id: -1 }).lean<Freeze[]>()
  }

  /** Returns the freezes of these investors that apply. */
  on(userIds: readonly string[], session: ClientSession | null = null): Promise<Freeze[]> {
    const chosen = { userId: { $in: [...userIds] }, state: { $in: [...ON] } }
    return this.model.find(chosen).session(session).lean<Freeze[]>()
  }

  /** Returns investors whose freezes are due to be looked at, those that have waited longest first. */
  async due(limit: number, at: Date): Promise<string[]> {
    const rows = await this.model
      .find({ dueAt: { $lte: at } }, { userId: 1 })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean<Freeze[]>()
    return [...new Set(rows.map(({ userId }) => userId))]
  }

  /** Returns frozen investors in the order of their ids, after the given one. */
  async frozen(limit: number, after?: string): Promise<string[]> {
    const beyond = after === undefined ? {} : { userId: { $gt: after } }
    const rows = await this.model.aggregate<{ _id: string }>([
      { $match: { state: { $in: [...ON] }, ...beyond } },
      { $group: { _id: '$userId' } },
      { $sort: { _id: 1 } },
      { $limit: limit },
    ])
    return rows.map(({ _id }) => _id)
  }

  async countFrozen(): Promise<number> {
    const [found] = await this.model.aggregate<{ investors: number }>([
      { $match: { state: { $in: [...ON] } } },
      { $group: { _id: '$userId' } },
      { $count: 'investors' },
    ])
    return found?.investors ?? 0
  }

  /** Returns the number of freezes that the chain doesn't have yet, or still has, and since when the earliest waits. */
  async waiting(): Promise<{ count: number; oldest?: Date }> {
    const [found] = await this.model.aggregate<{ count: number; oldest: Date | null }>([
      { $match: { state: { $in: ['freezing', 'lifting'] } } },
      { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$waitingSince' } } },
    ])
    return { count: found?.count ?? 0, ...(found?.oldest && { oldest: found.oldest }) }
  }

  /** Changes a freeze that still has the version that was read. Returns whether it had. */
  async change(
    { _id, version }: Pick<Freeze, '_id' | 'version'>,
    change: { set: Partial<Freeze>; unset?: readonly (keyof Freeze)[] },
    session: ClientSession | null = null,
  ): Promise<boolean> {
    const { set, unset = [] } = change
    const update = {
      $set: { ...set, version: version + 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((key) => [key, 1])) }),
    } as UpdateQuery<Freeze>
    return (await this.model.updateOne({ _id, version }, update, session ? { session } : {})).modifiedCount > 0
  }
}
