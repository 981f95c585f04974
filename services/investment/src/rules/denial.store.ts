import { createHash } from 'node:crypto'
import { isDuplicateKey, type Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import type { RuleDecision } from './rules.js'

/**
 * An order that rules denied, with each rule's decision and inputs. Allowed orders keep their decisions on the order.
 */
interface DenialRow {
  _id: string
  userId: string
  propertyId: string
  decisions: RuleDecision[]
  at: Date
}

const schema = new Schema<DenialRow>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    propertyId: { type: String, required: true },
    decisions: { type: [Schema.Types.Mixed], required: true } as never,
    at: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1, at: -1 }, { name: 'user_newest' })

/** Stores denials. No money or units change with a denial, so it is written outside the ledger's commit. */
export class DenialStore {
  private readonly model: Model<DenialRow>

  constructor(connection: Connection) {
    this.model = connection.model<DenialRow>('RuleDenial', schema, 'rule_denials')
  }

  /** Stores a denial once for each reason, however often and for however many amounts it occurs. */
  async record(userId: string, propertyId: string, decisions: readonly RuleDecision[], at: Date): Promise<void> {
    const reasons = decisions.filter(({ allowed }) => !allowed)
    const _id = createHash('sha256')
      .update(JSON.stringify([userId, propertyId, reasons]))
      .digest('base64url')
    try {
      await this.model.updateOne({ _id }, { $setOnInsert: { userId, propertyId, decisions, at } }, { upsert: true })
    } catch (error) {
      // A concurrent request stored the same denial.
      if (!isDuplicateKey(error)) throw error
    }
  }
}
