import type { HoldingDifferenceView } from '@hissa/contracts/investment'
import type { Units } from '@hissa/money'
import { type Connection, isDuplicateKey } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

/** An investor's shares of a property about which the ledger and the holding disagree. One row for each, for good. */
export interface HoldingDifference {
  /** The id of the holding. */
  _id: string
  userId: string
  propertyId: string
  /** Paid shares, and those of them that are on the register, by the ledger. */
  ledgerUnits: Units
  ledgerRegistered: Units
  holdingUnits: Units
  holdingRegistered: Units
  state: 'open' | 'resolved'
  openedAt: Date
  resolvedAt?: Date
}

const schema = new Schema<HoldingDifference>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    propertyId: { type: String, required: true },
    ledgerUnits: { type: Number, required: true } as never,
    ledgerRegistered: { type: Number, required: true } as never,
    holdingUnits: { type: Number, required: true } as never,
    holdingRegistered: { type: Number, required: true } as never,
    state: { type: String, required: true },
    openedAt: { type: Date, required: true },
    resolvedAt: Date,
  },
  { versionKey: false, collection: 'holding_differences' },
)
schema.index({ state: 1, openedAt: 1 }, { name: 'state_oldest' })
schema.index({ propertyId: 1, state: 1 }, { name: 'property_state' })

/** Stores what reconciliation finds about holdings. While a row is open, distributions of its property wait. */
export class HoldingDifferenceStore {
  private readonly model: Model<HoldingDifference>

  constructor(connection: Connection) {
    this.model = connection.model<HoldingDifference>('HoldingDifference', schema)
  }

  /** Opens a difference, or updates what an open one states. Returns whether it was not open before. */
  async open(found: Omit<HoldingDifference, 'state' | 'openedAt'>, at: Date): Promise<boolean> {
    const { _id, ...facts } = found
    const known = await this.model.updateOne({ _id, state: 'open' }, { $set: facts })
    if (known.matchedCount > 0) return false
    try {
      const opened = { $set: { ...facts, state: 'open', openedAt: at }, $unset: { resolvedAt: 1 } } as const
      await this.model.updateOne({ _id, state: 'resolved' }, opened, { upsert: true })
      return true
    } catch (error) {
      // Another replica has opened it.
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  async resolve(id: string, at: Date): Promise<void> {
    await this.model.updateOne({ _id: id, state: 'open' }, { $set: { state: 'resolved', resolvedAt: at } })
  }

  listOpen(limit: number): Promise<HoldingDifference[]> {
    return this.model.find({ state: 'open' }).sort({ openedAt: 1 }).limit(limit).lean<HoldingDifference[]>()
  }

  countOpen(): Promise<number> {
    return this.model.countDocuments({ state: 'open' })
  }

  /** Returns whether a holding of a property differs. */
  async blocksProperty(propertyId: string): Promise<boolean> {
    return (await this.model.findOne({ propertyId, state: 'open' }, { _id: 1 }).lean()) !== null
  }
}

/** Returns a difference as finance staff see it; `named` is its property. */
export function holdingDifferenceView(
  row: HoldingDifference,
  named: { title: string; slug: string },
): HoldingDifferenceView {
  const { _id: differenceId, userId, propertyId, openedAt } = row
  const { ledgerUnits, ledgerRegistered, holdingUnits, holdingRegistered } = row
  return {
    ...{ differenceId, userId, property: { propertyId, ...named }, openedAt: openedAt.toISOString() },
    ...{ ledgerUnits, ledgerRegistered, holdingUnits, holdingRegistered },
  }
}
