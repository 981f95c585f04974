import { type Fils, sum } from '@hissa/money'
import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import { type Withdrawal, WITHDRAWALS } from './withdrawal.js'

const schema = new Schema<Withdrawal>(
  {
    _id: { type: String, required: true },
    reference: { type: String, required: true },
    userId: { type: String, required: true },
    bankAccountId: { type: String, required: true },
    iban: { type: String, required: true },
    amountFils: { type: Number, required: true } as never,
    state: { type: String, required: true } as never,
    hold: { type: String, required: true },
    requestKey: { type: String, required: true },
    inputHash: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    sentAt: Date,
    endedAt: Date,
    fileId: String,
    bankReason: String,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ requestKey: 1 }, { name: 'request_key', unique: true })
schema.index({ state: 1, _id: 1 }, { name: 'state_oldest' })
schema.index({ userId: 1, state: 1 }, { name: 'user_state' })
schema.index({ bankAccountId: 1, state: 1 }, { name: 'account_state' })
schema.index({ fileId: 1 }, { name: 'file', partialFilterExpression: { fileId: { $exists: true } } })

/** A withdrawal that has not ended: its money is reserved. */
const OPEN = ['requested', 'sent'] as const

/** Reads withdrawals; the ledger's commit writes them. Ids are in order of time. */
export class WithdrawalStore {
  private readonly model: Model<Withdrawal>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<Withdrawal>('Withdrawal', schema, WITHDRAWALS)
    this.reads = readsOf(connection)
  }

  byId(withdrawalId: string): Promise<Withdrawal | undefined> {
    return this.reads.row(WITHDRAWALS, { _id: withdrawalId })
  }

  byKey(requestKey: string): Promise<Withdrawal | undefined> {
    return this.reads.row(WITHDRAWALS, { requestKey })
  }

  async byIds(ids: readonly string[]): Promise<Map<string, Withdrawal>> {
    const rows = ids.length === 0 ? [] : await this.model.find({ _id: { $in: ids } }).lean<Withdrawal[]>()
    return new Map(rows.map((row) => [row._id, row]))
  }

  async isInUse(bankAccountId: string): Promise<boolean> {
    return (await this.model.exists({ bankAccountId, state: { $in: OPEN } })) !== null
  }

  /** Returns how many withdrawals of a user have not ended. */
  countOpen(userId: string): Promise<number> {
    return this.model.countDocuments({ userId, state: { $in: OPEN } })
  }

  /** Returns the total of a user's withdrawals that have not ended. */
  async openTotal(userId: string): Promise<Fils> {
    const open = await this.model.find({ userId, state: { $in: OPEN } }, { amountFils: 1 }).lean<Withdrawal[]>()
    return sum(...open.map(({ amountFils }) => amountFils))
  }

  /** Returns requested withdrawals after an id, oldest first. */
  requested(limit: number, after?: string): Promise<Withdrawal[]> {
    const beyond = after === undefined ? {} : { _id: { $gt: after } }
    return this.model
      .find({ state: 'requested', ...beyond })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Withdrawal[]>()
  }

  /** Returns the withdrawals that a payment file pays. */
  ofFile(fileId: string): Promise<Withdrawal[]> {
    return this.model.find({ fileId }).sort({ _id: 1 }).lean<Withdrawal[]>()
  }

  /** Returns whether the bank's statements may say something new about a withdrawal. */
  async isAnyAtBank(): Promise<boolean> {
    return (await this.model.exists({ state: { $in: ['sent', 'paid'] } })) !== null
  }

  /** Returns a page of withdrawals after an id: open ones oldest first, all newest first. */
  page(view: 'open' | 'all', limit: number, after?: string): Promise<Withdrawal[]> {
    const isOpen = view === 'open'
    const beyond = after === undefined ? {} : { _id: isOpen ? { $gt: after } : { $lt: after } }
    return this.model
      .find({ ...(isOpen ? { state: { $in: OPEN } } : {}), ...beyond })
      .sort({ _id: isOpen ? 1 : -1 })
      .limit(limit)
      .lean<Withdrawal[]>()
  }
}
