import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type UpdateQuery } from 'mongoose'
import type { ContractFlag } from './contract-flag.js'

const MODEL = 'ContractFlag'
const text = { type: String, required: true }
const number = { type: Number, required: true }
const schema = new Schema<ContractFlag>(
  {
    ...{ _id: text, kind: text, propertyId: text, token: text, userId: String, wallet: String },
    ...{ isOn: { type: Boolean, required: true }, by: number, block: number, planned: number, open: [String] },
    ...{ after: Date, readAt: Date, readFor: Number, version: number },
  },
  { versionKey: false, collection: 'contract_flags' },
)
schema.index({ kind: 1, propertyId: 1, userId: 1 }, { name: 'property' })
schema.index({ userId: 1 }, { name: 'user', sparse: true })

/** What identifies a flag, and what it is about. */
export type FlagSubject = Pick<ContractFlag, '_id' | 'kind' | 'propertyId' | 'token' | 'userId' | 'wallet'>

const MAY_BE_ON = { $or: [{ isOn: true }, { 'open.0': { $exists: true } }] }

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineContractFlags = (connection: Connection) => connection.model(MODEL, schema)

/** Stores what contracts keep as on or off, as far as this service sets it. */
@Injectable()
export class ContractFlagStore {
  private readonly model: Model<ContractFlag>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<ContractFlag>(MODEL)
  }

  byId(id: string, session: ClientSession | null = null): Promise<ContractFlag | null> {
    return this.model.findById(id).session(session).lean<ContractFlag>()
  }

  /** Returns the flags of an investor's addresses. */
  ofUser(userId: string): Promise<ContractFlag[]> {
    return this.model.find({ userId, kind: 'frozen' }).lean<ContractFlag[]>()
  }

  /** Returns the flags of paused and formerly paused tokens. */
  pauses(): Promise<ContractFlag[]> {
    return this.model.find({ kind: 'paused' }).lean<ContractFlag[]>()
  }

  /** Returns which of these investors the contract of a property may refuse as receivers. */
  async frozenAmong(propertyId: string, userIds: readonly string[], session: ClientSession | null = null) {
    const chosen = { kind: 'frozen' as const, propertyId, userId: { $in: [...userIds] }, ...MAY_BE_ON }
    const rows = await this.model.find(chosen, { userId: 1 }).session(session).lean<ContractFlag[]>()
    return new Set(rows.map(({ userId }) => userId!))
  }

  /** Returns the properties whose token may be paused. */
  async paused(): Promise<Set<string>> {
    const rows = await this.model.find({ kind: 'paused', ...MAY_BE_ON }, { propertyId: 1 }).lean<ContractFlag[]>()
    return new Set(rows.map(({ propertyId }) => propertyId))
  }

  countPaused(): Promise<number> {
    return this.model.countDocuments({ kind: 'paused', isOn: true })
  }

  /** Returns a flag, which is off and unread if there was none. */
  async open({ _id, ...subject }: FlagSubject): Promise<ContractFlag> {
    const none = { isOn: false, by: 0, block: 0, planned: 0, open: [], version: 1 }
    await this.model.updateOne({ _id }, { $setOnInsert: { ...subject, ...none } }, { upsert: true })
    return (await this.byId(_id))!
  }

  /** Changes a flag that still has the version that was read. Returns whether it had. */
  async change(
    { _id, version }: Pick<ContractFlag, '_id' | 'version'>,
    change: { set: Partial<ContractFlag>; unset?: readonly (keyof ContractFlag)[] },
    session: ClientSession | null = null,
  ): Promise<boolean> {
    const { set, unset = [] } = change
    const update = {
      $set: { ...set, version: version + 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((key) => [key, 1])) }),
    } as UpdateQuery<ContractFlag>
    return (await this.model.updateOne({ _id, version }, update, session ? { session } : {})).modifiedCount > 0
  }
}
