import type { EventData } from '@hissa/contracts'
import type { AccountAssigned } from '@hissa/contracts/tokenisation'
import type { ClientSession, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

interface AccountRow {
  /** The investor's id. */
  _id: string
  chainId: number
  address: string
  isCustodial: boolean
  version: number
}

const schema = new Schema<AccountRow>(
  {
    _id: { type: String, required: true },
    chainId: { type: Number, required: true },
    address: { type: String, required: true },
    isCustodial: { type: Boolean, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'register_accounts' },
)

/** Stores the address that holds each investor's shares on the chain, as published by tokenisation. */
export class AccountStore {
  private readonly model: Model<AccountRow>

  constructor(connection: Connection) {
    this.model = connection.model<AccountRow>('RegisterAccount', schema)
  }

  /** Returns the addresses of these investors by id; those without one are missing. */
  async of(userIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.model.find({ _id: { $in: [...userIds] } }).lean<AccountRow[]>()
    return new Map(rows.map(({ _id, address }) => [_id, address]))
  }

  /** Stores an address unless the stored version is as new. */
  async apply(assigned: EventData<typeof AccountAssigned>, session: ClientSession): Promise<void> {
    const { userId: _id, chainId, address, isCustodial, version } = assigned
    const set = { chainId, address, isCustodial, version }
    const newer = { _id, version: { $lt: version } }
    const { matchedCount } = await this.model.updateOne(newer, { $set: set }, { session })
    if (matchedCount > 0 || (await this.model.exists({ _id }).session(session))) return
    await this.model.create([{ _id, ...set }], { session })
  }
}
