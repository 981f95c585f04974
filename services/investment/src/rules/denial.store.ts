import { createHash } from 'node:crypto'
import { isDuplicateKey, type Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import type { RuleDecision } from './rules.js'

/** An order that rules did not allow, with what each of them decided and on what. What was allowed stands on its order. */
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

/** What was refused by rule. Nothing of value changes with it, so it stands beside the ledger's commit and not in it. */
export class DenialStore {
  private readonly model: Model<DenialRow>

  constructor(connection: Connection) {
    this.model = connection.model<DenialRow>('RuleDenial', schema, 'rule_denials')
  }

  /** Keeps a denial: once for each reason, however often, and for however many amounts, it is given. */
  async keep(userId: string, propertyId: string, decisions: readonly RuleDecision[], at: Date): Promise<void> {
    const reasons = decisions.filter(({ allowed }) => !allowed)
    const _id = createHash('sha256')
      .update(JSON.stringify([userId, propertyId, reasons]))
      .digest('base64url')
    try {
      await this.model.updateOne({ _id }, { $setOnInsert: { userId, propertyId, decisions, at } }, { upsert: true })
    } catch (error) {
      // The same denial at the same instant was first.
      if (!isDuplicateKey(error)) throw error
    }
  }
}
