import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type UpdateQuery } from 'mongoose'
import type { Address } from 'viem'
import type { Relocation } from './relocation.js'

const MODEL = 'Relocation'
const text = { type: String, required: true }
const date = { type: Date, required: true }
const plain = { type: Schema.Types.Mixed, required: false }
const schema = new Schema<Relocation>(
  {
    ...{ _id: text, userId: text, kind: text, state: text, from: text, to: text, requestedAt: date, endedAt: Date },
    ...{ startedAt: Date, isOpen: Boolean, isWorking: Boolean, screening: plain, after: Date, refusal: plain },
    ...{ steps: { type: [plain], required: true }, version: { type: Number, required: true } },
  },
  { versionKey: false, collection: 'relocations' },
)
const isOpen = { partialFilterExpression: { isOpen: true } }
schema.index({ userId: 1 }, { name: 'open_of_user', unique: true, ...isOpen })
schema.index({ state: 1, requestedAt: 1, userId: 1 }, { name: 'open_by_state', ...isOpen })
schema.index({ userId: 1, requestedAt: -1, _id: -1 }, { name: 'user_newest' })
const isWorking = { partialFilterExpression: { isWorking: true } }
schema.index({ isWorking: 1, startedAt: 1 }, { name: 'working_oldest', ...isWorking })

/** The index by which an investor has at most one open relocation. */
export const OPEN_OF_USER = 'open_of_user'

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineRelocations = (connection: Connection) => connection.model(MODEL, schema)

/** Stores the requests and moves of investors. */
@Injectable()
export class RelocationStore {
  private readonly model: Model<Relocation>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Relocation>(MODEL)
  }

  byId(id: string, session: ClientSession | null = null): Promise<Relocation | null> {
    return this.model.findById(id).session(session).lean<Relocation>()
  }

  openOf(userId: string, session: ClientSession | null = null): Promise<Relocation | null> {
    return this.model.findOne({ userId, isOpen: true }).session(session).lean<Relocation>()
  }

  /** Returns the open ones of these investors. */
  openAmong(userIds: readonly string[]): Promise<Relocation[]> {
    return this.model.find({ userId: { $in: [...userIds] }, isOpen: true }).lean<Relocation[]>()
  }

  /** Returns whether a recovery has moved an investor's shares out of an address. */
  async hasRecovered(userId: string, from: Address, session: ClientSession): Promise<boolean> {
    const recovery = { userId, kind: 'recovery', from, state: 'completed' } as const
    return (await this.model.exists(recovery).session(session)) !== null
  }

  /** Returns the relocations of an investor, newest first. */
  ofUser(userId: string, limit: number): Promise<Relocation[]> {
    return this.model.find({ userId }).sort({ requestedAt: -1, _id: -1 }).limit(limit).lean<Relocation[]>()
  }

  /** Returns those with something to plan at `at`, the earliest first. */
  working(at: Date): Promise<Relocation[]> {
    const due = { $or: [{ after: { $exists: false } }, { after: { $lte: at } }] }
    return this.model
      .find({ isWorking: true, ...due })
      .sort({ startedAt: 1 })
      .lean<Relocation[]>()
  }

  /** Returns how many are in progress, and when the earliest of them began. */
  async inProgress(): Promise<{ count: number; oldest?: Date }> {
    const [count, oldest] = await Promise.all([
      this.model.countDocuments({ isWorking: true }),
      this.model.findOne({ isWorking: true }, { startedAt: 1 }).sort({ startedAt: 1 }).lean<Relocation>(),
    ])
    return { count, ...(oldest?.startedAt && { oldest: oldest.startedAt }) }
  }

  /** Throws a duplicate key error of `OPEN_OF_USER` for a second open one of an investor. */
  async insert(relocation: Relocation, session: ClientSession): Promise<void> {
    await this.model.create([relocation], { session })
  }

  /** Records a screening. It is no change of the relocation, so the version stays. */
  async recordScreening(id: string, screening: NonNullable<Relocation['screening']>): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { screening } })
  }

  /** Changes a relocation that still has the version that was read. Returns it as it is then, or null. */
  async change(
    { _id, version }: Pick<Relocation, '_id' | 'version'>,
    change: { set?: Partial<Relocation>; unset?: readonly (keyof Relocation)[] },
    session: ClientSession,
  ): Promise<Relocation | null> {
    const { set = {}, unset = [] } = change
    const update = {
      $set: { ...set, version: version + 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((key) => [key, 1])) }),
    } as UpdateQuery<Relocation>
    const options = { session, returnDocument: 'after' } as const
    return this.model.findOneAndUpdate({ _id, version }, update, options).lean<Relocation>()
  }
}
