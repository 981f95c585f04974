import { units, type Units } from '@hissa/money'
import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import type { Address } from 'viem'
import { changesOf, type Movement } from './movement.js'

interface Balance {
  /** `<property id>:<address>` */
  _id: string
  propertyId: string
  account: Address
  units: Units
}

const NONE = units(0)
/** Processes of earlier releases store transfers of no shares, which anyone can cause. No read counts them. */
const SOME = { units: { $gt: NONE } } as const
const text = { type: String, required: true }
const number = { type: Number, required: true }
const movementSchema = new Schema<Movement>(
  {
    ...{ _id: text, propertyId: text, kind: text, from: String, to: String, units: number, transactionHash: text },
    ...{ blockNumber: number, blockHash: text, logIndex: number, at: { type: Date, required: true } },
  },
  { versionKey: false, collection: 'chain_movements' },
)
movementSchema.index({ propertyId: 1, blockNumber: -1, logIndex: -1 }, { name: 'property_newest' })
const balanceSchema = new Schema<Balance>(
  { _id: text, propertyId: text, account: text, units: number },
  { versionKey: false, collection: 'chain_balances' },
)
balanceSchema.index({ propertyId: 1, units: -1, _id: 1 }, { name: 'property_most' })
balanceSchema.index({ account: 1 }, { name: 'account' })

/** Defines the models. Call it before the service starts, because collections and indexes are created then. */
export function defineMovements(connection: Connection): void {
  connection.model('Movement', movementSchema)
  connection.model('Balance', balanceSchema)
}

/** Stores what the chain says: the movements of each token's shares, and the balances that follow from them. */
@Injectable()
export class MovementStore {
  private readonly movements: Model<Movement>
  private readonly balances: Model<Balance>

  constructor(@Inject(MONGO) connection: Connection) {
    this.movements = connection.model<Movement>('Movement')
    this.balances = connection.model<Balance>('Balance')
  }

  /** Adds movements of one property and applies them to its balances. */
  async add(propertyId: string, movements: readonly Movement[], session: ClientSession): Promise<void> {
    if (movements.length === 0) return
    await this.movements.insertMany(movements, { session })
    const updates = [...changesOf(movements)].map(([account, change]) => ({
      updateOne: {
        filter: { _id: `${propertyId}:${account}` },
        update: { $inc: { units: change }, $setOnInsert: { propertyId, account } },
        upsert: true,
      },
    }))
    await this.balances.bulkWrite(updates, { session })
  }

  /** Deletes everything about a property, so that the chain is read again from the start. */
  async clear(propertyId: string, session: ClientSession): Promise<void> {
    await this.movements.deleteMany({ propertyId }, { session })
    await this.balances.deleteMany({ propertyId }, { session })
  }

  /** Returns the ids of a property's movements up to a block. */
  async idsUpTo(propertyId: string, blockNumber: number): Promise<Set<string>> {
    const chosen = { propertyId, ...SOME, blockNumber: { $lte: blockNumber } }
    const rows = await this.movements.find(chosen, { _id: 1 }).lean<Pick<Movement, '_id'>[]>()
    return new Set(rows.map(({ _id }) => _id))
  }

  /** Returns the newest movement of a property. */
  newest(propertyId: string): Promise<Movement | null> {
    return this.movements
      .findOne({ propertyId, ...SOME })
      .sort({ blockNumber: -1, logIndex: -1 })
      .lean<Movement>()
  }

  /** Returns the units of each address with units. */
  async balancesOf(propertyId: string): Promise<Map<Address, Units>> {
    const rows = await this.balances.find({ propertyId, ...SOME }).lean<Balance[]>()
    return new Map(rows.map(({ account, units: held }) => [account, units(held)]))
  }

  /** Returns the units of each property at some addresses. */
  holdingsOf(accounts: readonly Address[]): Promise<Balance[]> {
    return this.balances.find({ account: { $in: [...accounts] }, ...SOME }).lean<Balance[]>()
  }

  movementsPage(
    propertyId: string,
    limit: number,
    after?: readonly [block: number, index: number],
  ): Promise<Movement[]> {
    const [blockNumber, logIndex] = after ?? []
    const beyond = after && {
      $or: [{ blockNumber: { $lt: blockNumber } }, { blockNumber, logIndex: { $lt: logIndex } }],
    }
    const order = { blockNumber: -1, logIndex: -1 } as const
    return this.movements
      .find({ propertyId, ...SOME, ...beyond })
      .sort(order)
      .limit(limit)
      .lean<Movement[]>()
  }

  holdersPage(propertyId: string, limit: number, after?: readonly [units: Units, id: string]): Promise<Balance[]> {
    const isBeyond = after
      ? { $or: [{ units: { $lt: after[0], $gt: NONE } }, { units: after[0], _id: { $gt: after[1] } }] }
      : SOME
    return this.balances
      .find({ propertyId, ...isBeyond })
      .sort({ units: -1, _id: 1 })
      .limit(limit)
      .lean<Balance[]>()
  }

  /** Returns the number of addresses with units of each of these properties; those without one are absent. */
  async holdersOf(propertyIds: readonly string[]): Promise<Map<string, number>> {
    const groups = await this.balances.aggregate<{ _id: string; holders: number }>([
      { $match: { propertyId: { $in: [...propertyIds] }, ...SOME } },
      { $group: { _id: '$propertyId', holders: { $sum: 1 } } },
    ])
    return new Map(groups.map(({ _id, holders }) => [_id, holders]))
  }

  async counts(propertyId: string): Promise<{ movements: number; holders: number }> {
    const [movements, holders] = await Promise.all([
      this.movements.countDocuments({ propertyId, ...SOME }),
      this.balances.countDocuments({ propertyId, ...SOME }),
    ])
    return { movements, holders }
  }
}
