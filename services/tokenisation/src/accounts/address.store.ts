import { isDuplicateKey, MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import type { Address } from 'viem'
import { isClaimable, type AccountAddress, type WalletScreening } from './account-address.js'

const MODEL = 'AccountAddress'
const text = { type: String, required: true }
const plain = { type: Schema.Types.Mixed, required: false }
const schema = new Schema<AccountAddress>(
  { _id: text, userId: text, kind: text, state: text, screenAt: Date, screened: plain, listedAt: Date },
  { versionKey: false, collection: 'account_addresses' },
)
schema.index({ userId: 1 }, { name: 'user' })
schema.index({ kind: 1, state: 1, userId: 1 }, { name: 'kind_state' })
schema.index({ screenAt: 1 }, { name: 'screen', sparse: true })
schema.index({ listedAt: 1 }, { name: 'listed', sparse: true })

const PAGE = 1_000

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineAddresses = (connection: Connection) => connection.model(MODEL, schema)

/** Stores every address that is or was an investor's. The unique id keeps two investors from having the same one. */
@Injectable()
export class AddressStore {
  private readonly model: Model<AccountAddress>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<AccountAddress>(MODEL)
  }

  byId(address: Address, session: ClientSession | null = null): Promise<AccountAddress | null> {
    return this.model.findById(address).session(session).lean<AccountAddress>()
  }

  /** Returns every address of an investor. */
  ofUser(userId: string): Promise<AccountAddress[]> {
    return this.ofUsers([userId])
  }

  /** Returns every address of these investors. */
  ofUsers(userIds: readonly string[]): Promise<AccountAddress[]> {
    return this.model.find({ userId: { $in: [...userIds] } }).lean<AccountAddress[]>()
  }

  /** Returns those of these addresses that are an investor's. */
  async known(addresses: readonly Address[]): Promise<Map<Address, AccountAddress>> {
    const found: AccountAddress[] = []
    for (let from = 0; from < addresses.length; from += PAGE) {
      const some = { _id: { $in: addresses.slice(from, from + PAGE) } }
      found.push(...(await this.model.find(some).lean<AccountAddress[]>()))
    }
    return new Map(found.map((row) => [row._id, row]))
  }

  /** Records the identity contract of a new account. */
  async insertCustody(userId: string, address: Address, session: ClientSession): Promise<void> {
    await this.model.create([{ _id: address, userId, kind: 'custody', state: 'open' }], { session })
  }

  /**
   * Claims a proven wallet that is on no sanctions list for an investor, or claims their own closed one again. Returns
   * false if it is another investor's, also if both claim it at once, or if it is lost.
   */
  async claim(
    userId: string,
    address: Address,
    screening: { screenAt: Date; screened: WalletScreening },
    session: ClientSession,
  ): Promise<boolean> {
    const existing = await this.byId(address, session)
    if (existing) {
      if (!isClaimable(existing, userId)) return false
      await this.model.updateOne({ _id: address }, { $set: screening, $unset: { listedAt: 1 } }, { session })
      return true
    }
    try {
      await this.model.create([{ _id: address, userId, kind: 'wallet', state: 'requested', ...screening }], { session })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /** Releases a wallet whose request has ended without a move. One that has held shares stays the investor's. */
  async release(address: Address, session: ClientSession): Promise<void> {
    await this.model.deleteOne({ _id: address, state: 'requested' }, { session })
    await this.model.updateOne({ _id: address, state: 'closed' }, { $unset: { screenAt: 1 } }, { session })
  }

  async open(address: Address, session: ClientSession): Promise<void> {
    await this.model.updateOne({ _id: address }, { $set: { state: 'open' } }, { session })
  }

  /** Closes an address from which everything was moved, a lost one for good. It is not screened any more. */
  async close(address: Address, state: 'closed' | 'lost', session: ClientSession): Promise<void> {
    const change = { $set: { state }, $unset: { screenAt: 1 as const } }
    await this.model.updateOne({ _id: address }, change, { session })
  }

  /** Returns wallets whose turn to be screened has come at `at`, the longest waiting first. */
  toScreen(limit: number, at: Date): Promise<AccountAddress[]> {
    return this.model
      .find({ screenAt: { $lte: at } })
      .sort({ screenAt: 1 })
      .limit(limit)
      .lean<AccountAddress[]>()
  }

  /** Returns the number of wallets in use or requested that the latest screening found on a sanctions list. */
  countListed(): Promise<number> {
    return this.model.countDocuments({ listedAt: { $exists: true }, screenAt: { $exists: true } })
  }

  /** Records a screening of a wallet that is still in use. `listedAt` is null for one that is on no list. */
  async screened(
    address: Address,
    { listedAt, ...screening }: { screenAt: Date; screened: WalletScreening; listedAt: Date | null },
  ): Promise<void> {
    const listed = listedAt === null ? { $unset: { listedAt: 1 as const } } : {}
    const change = { $set: { ...screening, ...(listedAt && { listedAt }) }, ...listed }
    await this.model.updateOne({ _id: address, screenAt: { $exists: true } }, change)
  }
}
