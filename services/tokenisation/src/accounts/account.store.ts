import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import type { Address } from 'viem'
import type { Account } from './account.js'

const MODEL = 'Account'
/** Accounts that can receive shares, and whose shares can be burned and transferred. */
const READY = { state: 'registered', moving: { $exists: false } } as const
const text = { type: String, required: true }
const schema = new Schema<Account>(
  {
    ...{ _id: text, salt: text, address: text, identity: String, state: text, onboarding: String, after: Date },
    ...{ moving: String, uses: Number, version: { type: Number, required: true } },
  },
  { versionKey: false, collection: 'accounts' },
)
schema.index({ address: 1 }, { name: 'address', unique: true })
schema.index({ identity: 1 }, { name: 'identity', sparse: true })
schema.index({ state: 1, _id: 1 }, { name: 'state' })
schema.index({ onboarding: 1 }, { name: 'onboarding', sparse: true })
schema.index({ moving: 1 }, { name: 'moving', sparse: true })

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

  /** Returns those of these investors who have an address. */
  among(userIds: readonly string[]): Promise<Account[]> {
    return this.model.find({ _id: { $in: [...userIds] } }).lean<Account[]>()
  }

  /** Returns unregistered accounts that are due at `at`. */
  unregistered(limit: number, at: Date): Promise<Account[]> {
    const due = { $or: [{ after: { $exists: false } }, { after: { $lte: at } }] }
    return this.model
      .find({ state: 'assigned', ...due })
      .sort({ after: 1, _id: 1 })
      .limit(limit)
      .lean<Account[]>()
  }

  /** Returns which of these investors can receive shares now: their address is registered, and no relocation moves them. */
  async ready(userIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.model.find({ _id: { $in: [...userIds] }, ...READY }, { _id: 1 }).lean()
    return new Set(rows.map(({ _id }) => _id))
  }

  /** Returns the investors whose shares are being moved. */
  async moving(): Promise<string[]> {
    const rows = await this.model.find({ moving: { $exists: true } }, { _id: 1 }).lean()
    return rows.map(({ _id }) => _id)
  }

  /**
   * Returns the accounts of these investors, for transactions that the caller plans in the same Mongo transaction. One
   * whose address isn't registered, or whose shares are being moved, is missing. The start of a relocation conflicts with
   * this, so it waits for what is planned here, or it is seen here.
   */
  async use(userIds: readonly string[], session: ClientSession): Promise<Map<string, Account>> {
    const chosen = { _id: { $in: [...new Set(userIds)] }, ...READY }
    await this.model.updateMany(chosen, { $inc: { uses: 1 } }, { session })
    const rows = await this.model.find(chosen).session(session).lean<Account[]>()
    return new Map(rows.map((account) => [account._id, account]))
  }

  /** Marks an account as moving. Returns false if it isn't at `from`, not registered, or moving already. */
  async beginMove(userId: string, move: { relocationId: string; from: Address }, session: ClientSession) {
    const chosen = { _id: userId, ...READY, address: move.from }
    const change = { $set: { moving: move.relocationId } }
    return (await this.model.updateOne(chosen, change, { session })).modifiedCount > 0
  }

  /** Ends the move of a relocation. With `to`, the account is at that address from now on. */
  async endMove(userId: string, move: { relocationId: string; to?: Address }, session: ClientSession): Promise<void> {
    const chosen = { _id: userId, moving: move.relocationId }
    const moved = move.to && { $set: { address: move.to }, $inc: { version: 1 } }
    await this.model.updateOne(chosen, { ...moved, $unset: { moving: 1 } }, { session })
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

  /** Moves accounts back to `assigned`, to be retried after `after`. */
  async retryOnboarding(onboarding: string, after: Date, session: ClientSession): Promise<void> {
    const change = { $set: { state: 'assigned', after }, $unset: { onboarding: 1 } }
    await this.model.updateMany({ onboarding }, change, { session })
  }

  /**
   * Records that a transaction has registered these identities; also of accounts that were taken back from it, because it
   * had failed before a reorganisation executed it.
   */
  async settle(onboarding: string, identities: readonly Address[], session: ClientSession): Promise<void> {
    // The address of an account with an own wallet is that wallet.
    const isOneOf = { $in: [...identities] }
    const chosen = { $or: [{ address: isOneOf }, { identity: isOneOf }], state: { $ne: 'registered' as const } }
    const change = { $set: { state: 'registered', onboarding }, $unset: { after: 1 } }
    await this.model.updateMany(chosen, change, { session })
  }

  async postpone(userId: string, after: Date): Promise<void> {
    await this.model.updateOne({ _id: userId, state: 'assigned' }, { $set: { after } })
  }
}
