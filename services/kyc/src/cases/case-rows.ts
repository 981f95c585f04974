import type { CaseState } from '@hissa/contracts/kyc'
import type { Connection } from '@hissa/persistence'
import { Schema, type Model } from 'mongoose'
import type { Case } from './case.js'

/** A row of a case: the record, columns for queries, and sealed personal data. */
export interface CaseRow {
  _id: string
  userId: string
  /** Set while the case is open. Each applicant has at most one open case. */
  open?: true
  state: CaseState
  assigneeId: string | null
  /** When the claim ends. */
  leaseUntil?: Date | null
  /** The end of the case's id, by which staff name it. */
  reference?: string
  /** 0 for the highest risk. */
  riskRank?: number
  /** The reviewer whose proposed decision is pending. */
  proposedBy?: string
  /** Set while an approved case is in review again. */
  reopened?: true
  /** The lists that an approved person was last screened against, and when. Absent in cases of earlier releases. */
  screenedSet?: string
  screenedAt?: Date
  startedAt: Date
  submittedAt: Date | null
  dueAt: Date | null
  /** Keyed hash of issuing state and document number. */
  numberIndex?: string
  version: number
  record: Case
  evidence?: Buffer
  notes?: Buffer
  /** What was read from the picture that has the lines. */
  read?: Buffer
  /** What reviewers have looked at: `<user id>/<document id>`, or `<user id>/<submission time>` for the unmasked data. */
  opened?: string[]
}

const schema = new Schema<CaseRow>(
  {
    _id: String,
    userId: String,
    open: Boolean,
    state: String,
    assigneeId: String,
    leaseUntil: Date,
    reference: String,
    riskRank: Number,
    proposedBy: String,
    reopened: Boolean,
    screenedSet: String,
    screenedAt: Date,
    startedAt: Date,
    submittedAt: Date,
    dueAt: Date,
    numberIndex: String,
    version: Number,
    record: Schema.Types.Mixed,
    evidence: Buffer,
    notes: Buffer,
    read: Buffer,
    opened: { type: [String], default: undefined },
  },
  { collection: 'cases', versionKey: false, minimize: false },
)
// One open case per applicant; an applicant's latest case.
schema.index({ userId: 1 }, { unique: true, partialFilterExpression: { open: true }, name: 'open' })
schema.index({ userId: 1, startedAt: -1 })
// The queue by due time and risk, all cases by submission time, and those decided or waiting by when that was.
schema.index({ state: 1, dueAt: 1, riskRank: 1, _id: 1 })
schema.index({ 'record.decidedAt': -1, _id: -1 })
schema.index({ reference: 1 })
schema.index({ submittedAt: -1, _id: -1 })
schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { proposedBy: { $exists: true } }, name: 'second' })
schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { reopened: true }, name: 'reopened' })
// Approved people who weren't screened against the loaded lists.
schema.index({ state: 1, screenedSet: 1, _id: 1 })
// Other cases with the same document.
schema.index({ numberIndex: 1 }, { sparse: true })

export interface NumberRow {
  /** As `numberIndex` of a case. */
  _id: string
  handIns: number
}

const numberSchema = new Schema<NumberRow>(
  { _id: String, handIns: Number },
  { collection: 'document_numbers', versionKey: false },
)

/** Returns the model of cases on a connection. */
export const caseModel = (connection: Connection): Model<CaseRow> => connection.model<CaseRow>('Case', schema)
/** Returns the model of document numbers on a connection. */
export const numberModel = (connection: Connection): Model<NumberRow> =>
  connection.model<NumberRow>('DocumentNumber', numberSchema)
