import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type UpdateQuery } from 'mongoose'
import { canBecome, type Transfer } from './transfer.js'

const MODEL = 'Transfer'
const text = { type: String, required: true }
const number = { type: Number, required: true }
const plain = { type: Schema.Types.Mixed, required: false }
const schema = new Schema<Transfer>(
  {
    ...{ _id: text, propertyId: text, fromUserId: text, toUserId: text, units: number, state: text },
    ...{ decidedAt: { type: Date, required: true }, transaction: String, account: String, receipt: plain },
    ...{ held: String, after: Date, version: number },
  },
  { versionKey: false, collection: 'share_transfers' },
)
schema.index({ state: 1, decidedAt: 1, _id: 1 }, { name: 'waiting' })
schema.index({ propertyId: 1, version: 1 }, { name: 'property_version' })
schema.index({ fromUserId: 1, state: 1 }, { name: 'from' })
schema.index({ toUserId: 1, state: 1 }, { name: 'to' })
schema.index({ fromUserId: 1, 'receipt.blockNumber': -1 }, { name: 'from_block' })
schema.index({ toUserId: 1, 'receipt.blockNumber': -1 }, { name: 'to_block' })

/** Transfers are rare: they are decided by people, one at a time. */
const MOST_WAITING = 1_000

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineTransfers = (connection: Connection) => connection.model(MODEL, schema)

/** Stores transfers of shares between investors. */
@Injectable()
export class TransferStore {
  private readonly model: Model<Transfer>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Transfer>(MODEL)
  }

  byId(transferId: string, session: ClientSession | null = null): Promise<Transfer | null> {
    return this.model.findById(transferId).session(session).lean<Transfer>()
  }

  async insert(transfer: Transfer, session: ClientSession): Promise<void> {
    await this.model.create([transfer], { session })
  }

  /** Returns the transfers that have not moved yet, the earliest first. */
  waiting(): Promise<Transfer[]> {
    const order = { decidedAt: 1, _id: 1 } as const
    return this.model.find({ state: 'waiting' }).sort(order).limit(MOST_WAITING).lean<Transfer[]>()
  }

  /** Returns the transfers from or to an investor, of one property or of all. */
  async ofInvestor(userId: string, propertyId?: string): Promise<Transfer[]> {
    const one = propertyId === undefined ? {} : { propertyId }
    const found = await Promise.all([
      this.model.find({ fromUserId: userId, ...one }).lean<Transfer[]>(),
      this.model.find({ toUserId: userId, ...one }).lean<Transfer[]>(),
    ])
    return found.flat()
  }

  ofProperty(propertyId: string): Promise<Transfer[]> {
    return this.model.find({ propertyId }).lean<Transfer[]>()
  }

  /** Returns for each of some properties that has transfers a number that grows with every change of them. */
  async revisions(propertyIds: readonly string[]): Promise<Map<string, number>> {
    const sums = await this.model.aggregate<{ _id: string; versions: number }>([
      { $match: { propertyId: { $in: [...propertyIds] } } },
      { $group: { _id: '$propertyId', versions: { $sum: '$version' } } },
    ])
    return new Map(sums.map(({ _id, versions }) => [_id, versions]))
  }

  /** Returns whether a transaction from or to an investor is in progress. */
  async isMoving(userId: string, session: ClientSession | null = null): Promise<boolean> {
    const moving = (party: Partial<Transfer>) => this.model.exists({ ...party, state: 'moving' }).session(session)
    return (await moving({ fromUserId: userId })) !== null || (await moving({ toUserId: userId })) !== null
  }

  /** Returns the highest block of a confirmed transfer from or to an investor; 0 without one. */
  async highestBlock(userId: string): Promise<number> {
    const highest = (party: Partial<Transfer>) =>
      this.model
        .findOne({ ...party, receipt: { $exists: true } }, { receipt: 1 })
        .sort({ 'receipt.blockNumber': -1 })
        .lean<Transfer>()
    const found = await Promise.all([highest({ fromUserId: userId }), highest({ toUserId: userId })])
    return Math.max(...found.map((transfer) => transfer?.receipt?.blockNumber ?? 0))
  }

  countHeld(): Promise<number> {
    return this.model.countDocuments({ state: 'waiting', held: { $exists: true } })
  }

  /** Returns the number of transfers that are not confirmed yet and not held, and when the earliest was decided. */
  async unconfirmed(): Promise<{ count: number; oldest?: Date }> {
    const chosen = { state: { $in: ['waiting' as const, 'moving' as const] }, held: { $exists: false } }
    const [found] = await this.model.aggregate<{ count: number; oldest: Date }>([
      { $match: chosen },
      { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: '$decidedAt' } } },
    ])
    return found ? { count: found.count, oldest: found.oldest } : { count: 0 }
  }

  /** Changes a transfer that still has the version that was read. Returns whether it had. */
  async change(
    { _id, version, state }: Pick<Transfer, '_id' | 'version' | 'state'>,
    change: { set: Partial<Transfer>; unset?: readonly (keyof Transfer)[] },
    session: ClientSession,
  ): Promise<boolean> {
    const { set, unset = [] } = change
    if (set.state !== undefined && !canBecome(state, set.state))
      throw new Error(`the transfer ${_id} can't become ${set.state} from ${state}`)
    const update = {
      $set: { ...set, version: version + 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((key) => [key, 1])) }),
    } as UpdateQuery<Transfer>
    return (await this.model.updateOne({ _id, version }, update, { session })).modifiedCount > 0
  }
}
