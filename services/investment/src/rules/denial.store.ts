import { createHash } from 'node:crypto'
import { isDuplicateKey, rowsAfter, type Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import type { RuleDecision } from './rule.js'

/**
 * An order that rules denied, with each rule's decision and inputs. Allowed orders keep their decisions on the order.
 */
export interface DenialRow {
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
schema.index({ userId: 1, at: -1, _id: -1 }, { name: 'user_at' })

/** Stores denials. No money or units change with a denial, so it is written outside the ledger's commit. */
export class DenialStore {
  private readonly model: Model<DenialRow>

  constructor(connection: Connection) {
    this.model = connection.model<DenialRow>('RuleDenial', schema, 'rule_denials')
  }

  /** Stores a denial once for each reason. Repetitions and other amounts are not stored. */
  async record(userId: string, propertyId: string, decisions: readonly RuleDecision[], at: Date): Promise<void> {
    const reasons = decisions.filter(({ allowed }) => !allowed).map(withoutOccasion)
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

  /** Returns an investor's denials after a position, newest first. */
  async ofUser(userId: string, limit: number, after?: readonly [at: Date, id: string]): Promise<DenialRow[]> {
    const filter = { $and: [{ userId }, rowsAfter<DenialRow>('at', -1, after)] }
    return this.model.find(filter).sort({ at: -1, _id: -1 }).limit(limit).lean<DenialRow[]>()
  }
}

/** Returns a decision without the inputs that differ on each occasion: the time and the amount. */
function withoutOccasion({ inputs: { at: _at, amountFils: _amountFils, ...inputs }, ...decision }: RuleDecision) {
  return { ...decision, inputs }
}
