import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import type { Account } from './account.js'

const MODEL = 'Account'
const text = { type: String, required: true }
const schema = new Schema<Account>(
  {
    ...{ _id: text, salt: text, address: text, state: text, onboarding: String, after: Date },
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'accounts' },
)
schema.index({ address: 1 }, { name: 'address', unique: true })
schema.index({ state: 1, _id: 1 }, { name: 'state' })
schema.index({ onboarding: 1 }, { name: 'onboarding', sparse: true })

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineAccounts = (connection: Connection) => connection.model(MODEL, schema)

/** Stores the address of each investor. */
@Injectable()
export class AccountStore {
  private readonly model: Model<Account>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Account>(MODEL)
  }

  of(userId: string, session: ClientSession | null = null): Promise<Account | null> {
    return this.model.findById(userId).session(session).lean<Account>()
  }

  /** Returns accounts that are not registered yet and whose turn has come at `at`. */
  unregistered(limit: number, at: Date): Promise<Account[]> {
    const due = { $or: [{ after: { $exists: false } }, { after: { $lte: at } }] }
    return this.model
      .find({ state: 'assigned', ...due })
      .sort({ after: 1, _id: 1 })
      .limit(limit)
      .lean<Account[]>()
  }

  /** Returns which of these investors have a registered address. */
  async registered(userIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.model.find({ _id: { $in: [...userIds] }, state: 'registered' }, { _id: 1 }).lean()
    return new Set(rows.map(({ _id }) => _id))
  }

  async insert(account: Account, session: ClientSession): Promise<void> {
    await this.model.create([account], { session })
  }

  /** Moves these accounts into an onboarding. Returns how many were still assigned. */
  async beginOnboarding(userIds: readonly string[], onboarding: string, session: ClientSession): Promise<number> {
    const waiting = { _id: { $in: [...userIds] }, state: 'assigned' as const }
    const change = { $set: { state: 'onboarding', onboarding }, $unset: { after: 1 } }
    return (await this.model.updateMany(waiting, change, { session })).modifiedCount
  }

  async endOnboarding(onboarding: string, state: 'registered' | 'onboarding', session: ClientSession): Promise<void> {
    await this.model.updateMany({ onboarding }, { $set: { state } }, { session })
  }

  /** Takes accounts back to `assigned`, to be registered after `after`. */
  async retryOnboarding(onboarding: string, after: Date, session: ClientSession): Promise<void> {
    const change = { $set: { state: 'assigned', after }, $unset: { onboarding: 1 } }
    await this.model.updateMany({ onboarding }, change, { session })
  }

  /** Records that an account is registered on the chain although no transaction of ours reported it. */
  async settle(userId: string): Promise<void> {
    const change = { $set: { state: 'registered' }, $unset: { after: 1 } }
    await this.model.updateOne({ _id: userId, state: 'assigned' }, change)
  }

  async postpone(userId: string, after: Date): Promise<void> {
    await this.model.updateOne({ _id: userId, state: 'assigned' }, { $set: { after } })
  }
}
