import type { PayoutDifferenceView } from '@hissa/contracts/investment'
import type { CombinedReads, Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import type { StatementEntry } from './statement.js'

export const BANK_ENTRIES = 'bank_entries'

/** An imported entry of a bank statement: booked, or a difference that no withdrawal explains. */
export interface BankEntry extends Omit<StatementEntry, 'entryId'> {
  _id: string
  statementId: string
  importedAt: Date
  withdrawalId?: string
  /** Why nothing was booked; kept once it is resolved. */
  why?: PayoutDifferenceView['why']
  state: 'booked' | 'open' | 'resolved'
  version: number
}

const schema = new Schema<BankEntry>(
  {
    _id: { type: String, required: true },
    statementId: { type: String, required: true },
    kind: { type: String, required: true } as never,
    direction: { type: String, required: true } as never,
    amountMinor: { type: Number, required: true },
    currency: { type: String, required: true },
    endToEndId: String,
    bankReason: String,
    importedAt: { type: Date, required: true },
    withdrawalId: String,
    why: String as never,
    state: { type: String, required: true } as never,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ state: 1, importedAt: 1, _id: 1 }, { name: 'state_oldest' })
schema.index({ state: 1, why: 1, importedAt: -1, _id: -1 }, { name: 'state_why_newest' })

/** Reads imported entries; the ledger's commit writes them. */
export class BankEntryStore {
  private readonly model: Model<BankEntry>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.model = connection.model<BankEntry>('BankEntry', schema, BANK_ENTRIES)
    this.reads = readsOf(connection)
  }

  byId(entryId: string): Promise<BankEntry | undefined> {
    return this.reads.row(BANK_ENTRIES, { _id: entryId })
  }

  /**
   * Returns the newest open differences that presume another entry. The others, such as rent that has come in, never
   * become explained, and there are many of them.
   */
  early(limit: number): Promise<BankEntry[]> {
    return this.model
      .find({ state: 'open', why: 'state' })
      .sort({ importedAt: -1, _id: -1 })
      .limit(limit)
      .lean<BankEntry[]>()
  }

  /** Returns the oldest open differences. */
  open(limit: number): Promise<BankEntry[]> {
    return this.model.find({ state: 'open' }).sort({ importedAt: 1, _id: 1 }).limit(limit).lean<BankEntry[]>()
  }
}

/** Returns an open difference as finance staff see it. */
export function differenceView(entry: BankEntry): PayoutDifferenceView {
  const { _id: differenceId, why = 'unknown', kind, direction, amountMinor, endToEndId, statementId, version } = entry
  return {
    ...{ differenceId, why, entry: kind, direction, amountFils: amountMinor as PayoutDifferenceView['amountFils'] },
    ...(endToEndId ? { endToEndId } : {}),
    ...{ statementId, state: entry.state === 'open' ? 'open' : 'resolved', openedAt: entry.importedAt.toISOString() },
    version,
  }
}
