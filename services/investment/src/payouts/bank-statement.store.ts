import type { StatementResult } from '@hissa/contracts/investment'
import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'

export const BANK_STATEMENTS = 'bank_statements'

/** A statement that two people have approved: `approved` until all of it is booked. */
export interface BankStatement {
  /** Id of its approval. */
  _id: string
  state: 'approved' | 'booked'
  /** Its account, also if another has been configured since; those of earlier releases have none. */
  iban?: string
  sha256: string
  objectRef: string
  maker: string
  checker: string
  approvedAt: Date
  bookedAt?: Date
  result?: StatementResult
  version: number
}

const schema = new Schema<BankStatement>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true } as never,
    iban: String,
    sha256: { type: String, required: true },
    objectRef: { type: String, required: true },
    maker: { type: String, required: true },
    checker: { type: String, required: true },
    approvedAt: { type: Date, required: true },
    bookedAt: Date,
    result: { type: Schema.Types.Mixed },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ state: 1, approvedAt: 1, _id: 1 }, { name: 'state_oldest' })

/** Reads approved statements; the ledger's commit writes them. */
export class BankStatementStore {
  private readonly model: Model<BankStatement>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<BankStatement>('BankStatement', schema, BANK_STATEMENTS)
    this.reads = readsOf(connection)
  }

  byId(statementId: string): Promise<BankStatement | undefined> {
    return this.reads.row(BANK_STATEMENTS, { _id: statementId })
  }

  /** Returns the oldest statements that were approved at or before `at` and are not booked. */
  unbooked(at: Date, limit: number): Promise<BankStatement[]> {
    return this.model
      .find({ state: 'approved', approvedAt: { $lte: at } })
      .sort({ approvedAt: 1, _id: 1 })
      .limit(limit)
      .lean<BankStatement[]>()
  }
}
