import type { Save } from '@hissa/ledger'
import { ZERO } from '@hissa/money'
import { type CombinedReads, type Connection, rowsAfter } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import { readsOf } from '../reads.js'
import {
  documentId,
  type IncomeDocumentRow,
  type IncomeEntry,
  type IncomePeriodRow,
  periodId,
  referenceKey,
} from './income.js'

const ENTRIES = 'income_entries'
const PERIODS = 'income_periods'
const DOCUMENTS = 'income_documents'
const MIXED = { type: Schema.Types.Mixed } as never

const entrySchema = new Schema<IncomeEntry>(
  {
    _id: { type: String, required: true },
    propertyId: { type: String, required: true },
    period: { type: String, required: true },
    kind: { type: String, required: true },
    category: String,
    amountFils: Number,
    days: Number,
    fromReserveFils: Number,
    date: { type: String, required: true },
    reference: { type: String, required: true },
    key: String,
    document: MIXED,
    reverses: String,
    reversedBy: String,
    reason: String,
    recordedAt: { type: Date, required: true },
    recordedBy: { type: String, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
entrySchema.index({ propertyId: 1, period: 1, recordedAt: -1, _id: -1 }, { name: 'period_newest' })
entrySchema.index(
  { propertyId: 1, key: 1 },
  { unique: true, name: 'reference', partialFilterExpression: { key: { $exists: true } } },
)

const periodSchema = new Schema<IncomePeriodRow>(
  {
    _id: { type: String, required: true },
    propertyId: { type: String, required: true },
    period: { type: String, required: true },
    endsAt: { type: Date, required: true },
    grossRentFils: { type: Number, required: true },
    costs: MIXED,
    fromReserveFils: { type: Number, required: true },
    incomeFils: { type: Number, required: true },
    vacancyDays: { type: Number, required: true },
    arrearsFils: { type: Number, required: true },
    closedBy: String,
    figures: MIXED,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
periodSchema.index({ propertyId: 1, period: -1 }, { name: 'property_newest' })
periodSchema.index({ endsAt: 1 }, { name: 'ended' })

const documentSchema = new Schema<IncomeDocumentRow>(
  {
    _id: { type: String, required: true },
    propertyId: { type: String, required: true },
    objectRef: { type: String, required: true },
    sha256: { type: String, required: true },
    contentType: { type: String, required: true },
    sizeBytes: { type: Number, required: true },
    storedAt: { type: Date, required: true },
    storedBy: { type: String, required: true },
  },
  { versionKey: false },
)

type EntryPlace = readonly [recordedAt: Date, id: string]

/** Reads entries of income, the sums of their periods and their documents; the ledger's commit writes them. */
export class IncomeStore {
  private readonly entries: Model<IncomeEntry>
  private readonly periods: Model<IncomePeriodRow>
  private readonly reads: CombinedReads

  constructor(connection: Connection) {
    this.entries = connection.model<IncomeEntry>('IncomeEntry', entrySchema, ENTRIES)
    this.periods = connection.model<IncomePeriodRow>('IncomePeriod', periodSchema, PERIODS)
    connection.model<IncomeDocumentRow>('IncomeDocument', documentSchema, DOCUMENTS)
    this.reads = readsOf(connection)
  }

  entry(entryId: string): Promise<IncomeEntry | undefined> {
    return this.reads.row(ENTRIES, { _id: entryId })
  }

  period(propertyId: string, period: string): Promise<IncomePeriodRow | undefined> {
    return this.reads.row(PERIODS, { _id: periodId(propertyId, period) })
  }

  document(propertyId: string, sha256: string): Promise<IncomeDocumentRow | undefined> {
    return this.reads.row(DOCUMENTS, { _id: documentId(propertyId, sha256) })
  }

  /** Returns entries of a period after `after`, newest first. */
  list(propertyId: string, period: string, limit: number, after?: EntryPlace): Promise<IncomeEntry[]> {
    return this.entries
      .find({ propertyId, period, ...rowsAfter<IncomeEntry>('recordedAt', -1, after) })
      .sort({ recordedAt: -1, _id: -1 })
      .limit(limit)
      .lean<IncomeEntry[]>()
  }

  /** Returns a property's periods, newest first. */
  periodsOf(propertyId: string, limit: number): Promise<IncomePeriodRow[]> {
    return this.periods.find({ propertyId }).sort({ period: -1 }).limit(limit).lean<IncomePeriodRow[]>()
  }

  /** Returns those of these references that entries of the property have, in upper case. */
  async usedReferences(propertyId: string, references: readonly string[]): Promise<Set<string>> {
    const keys = references.map(referenceKey)
    const rows = await this.entries.find({ propertyId, key: { $in: keys } }, { key: 1 }).lean<IncomeEntry[]>()
    return new Set(rows.map(({ key }) => key!))
  }

  /** Returns the periods that ended by `before` with income and without an approved distribution, oldest first. */
  overdue(before: Date, limit: number): Promise<IncomePeriodRow[]> {
    return this.periods
      .find({ endsAt: { $lte: before }, closedBy: { $exists: false }, incomeFils: { $gt: ZERO } })
      .sort({ endsAt: 1 })
      .limit(limit)
      .lean<IncomePeriodRow[]>()
  }
}

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Returns the save that inserts an entry. */
export function entrySave({ _id: id, ...set }: Omit<IncomeEntry, 'version'>): Save {
  return { collection: ENTRIES, id, version: 0, set: withoutUndefined(set) }
}

/** Returns the save that names an entry's reversal; its reference can be used again. */
export const reversedSave = ({ _id: id, version }: IncomeEntry, reversedBy: string): Save => ({
  ...{ collection: ENTRIES, id, version, set: { reversedBy }, unset: ['key'] },
})

/** Returns the save of a period. `version` is the one it was read at; 0 inserts it. */
export function periodSave({ _id: id, version, ...set }: IncomePeriodRow): Save {
  return { collection: PERIODS, id, version, set: withoutUndefined(set) }
}

/** Returns the save that inserts a document. */
export const documentSave = ({ _id: id, ...set }: IncomeDocumentRow): Save => ({
  ...{ collection: DOCUMENTS, id, version: 0, set },
})
