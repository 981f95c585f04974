import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { BANK_ACCOUNTS, type BankAccount } from './bank-account.js'

const schema = new Schema<BankAccount>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    sealed: { type: String, required: true },
    iban: { type: String, required: true },
    addedAt: { type: Date, required: true },
    availableAt: { type: Date, required: true },
    confirmedAt: Date,
    removedAt: Date,
    code: { type: Schema.Types.Mixed } as never,
    slot: String,
    numberHash: String,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
/** The name of the index by which an account is added only once. */
export const NUMBER_INDEX = 'number'
schema.index({ slot: 1 }, { name: 'slot', unique: true, partialFilterExpression: { slot: { $exists: true } } })
schema.index(
  { numberHash: 1 },
  { name: NUMBER_INDEX, unique: true, partialFilterExpression: { numberHash: { $exists: true } } },
)
schema.index({ userId: 1, _id: 1 }, { name: 'user_oldest' })

/** Reads bank accounts; the ledger's commit writes them. */
export class BankAccountStore {
  private readonly model: Model<BankAccount>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<BankAccount>('BankAccount', schema, BANK_ACCOUNTS)
    this.reads = readsOf(connection)
  }

  byId(bankAccountId: string): Promise<BankAccount | undefined> {
    return this.reads.row(BANK_ACCOUNTS, { _id: bankAccountId })
  }

  /** Returns a user's own account that is not removed. */
  async own(userId: string, bankAccountId: string): Promise<BankAccount | undefined> {
    const account = await this.byId(bankAccountId)
    return account?.userId === userId && !account.removedAt ? account : undefined
  }

  /** Returns the accounts of a user, oldest first. */
  of(userId: string): Promise<BankAccount[]> {
    return this.model
      .find({ userId, removedAt: { $exists: false } })
      .sort({ _id: 1 })
      .lean<BankAccount[]>()
  }

  /** Returns when a user has added accounts after a time, removed ones included, oldest first. */
  async addedSince(userId: string, after: Date): Promise<Date[]> {
    const rows = await this.model.find({ userId, addedAt: { $gt: after } }, { addedAt: 1 }).lean<BankAccount[]>()
    return rows.map(({ addedAt }) => addedAt).toSorted((one, other) => one.getTime() - other.getTime())
  }

  async byIds(ids: readonly string[]): Promise<Map<string, BankAccount>> {
    const rows = await this.model.find({ _id: { $in: ids } }).lean<BankAccount[]>()
    return new Map(rows.map((row) => [row._id, row]))
  }
}
