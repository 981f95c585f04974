import type { CaseState, UploadKind } from '@hissa/contracts/kyc'
import { MONGO, rowsAfter, type ClientSession, type Connection } from '@hissa/persistence'
import { KeyGoneError, KeyRing } from '@hissa/storage'
import { toBuffer } from '@hissa/storage/mongo'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type QueryFilter } from 'mongoose'
import { isOpen, type Case } from './case.js'
import type { MrzReading } from '../mrz/read-mrz.js'
import type { Evidence, Note } from './evidence.js'

/** A row of a case: the record, columns for queries, and sealed personal data. */
export interface CaseRow {
  _id: string
  userId: string
  /** Set while the case is open. Each applicant has at most one open case. */
  open?: true
  state: CaseState
  assigneeId: string | null
  /** The reviewer whose proposed decision is pending. */
  proposedBy?: string
  startedAt: Date
  submittedAt: Date | null
  dueAt: Date | null
  /** Keyed hash of issuing state and document number. */
  numberIndex?: string
  version: number
  record: Case
  evidence?: Buffer
  notes?: Buffer
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
    proposedBy: String,
    startedAt: Date,
    submittedAt: Date,
    dueAt: Date,
    numberIndex: String,
    version: Number,
    record: Schema.Types.Mixed,
    evidence: Buffer,
    notes: Buffer,
    opened: { type: [String], default: undefined },
  },
  { collection: 'cases', versionKey: false, minimize: false },
)
// One open case per applicant; an applicant's latest case.
schema.index({ userId: 1 }, { unique: true, partialFilterExpression: { open: true }, name: 'open' })
schema.index({ userId: 1, startedAt: -1 })
// The queue by assignee and due time; all cases by submission time.
schema.index({ state: 1, assigneeId: 1, dueAt: 1, _id: 1 })
schema.index({ submittedAt: -1, _id: -1 })
schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { proposedBy: { $exists: true } }, name: 'second' })
// Other cases with the same document.
schema.index({ numberIndex: 1 }, { sparse: true })

interface NumberRow {
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

/** A selection of cases for a reviewer, always without the reviewer's own case. */
export interface View {
  kind: 'unassigned' | 'mine' | 'second' | 'all'
  /** The reviewer. */
  by: string
}
/** What a reviewer must still look at before approving. */
export interface Unopened {
  kinds: UploadKind[]
  /** The names, numbers and dates without masks. */
  details: boolean
}
/** Position in a list: pages start after this time and case. */
type Position = readonly [at: Date, caseId: string]

const NOTES = 'kyc-notes'
const EVIDENCE = 'kyc-evidence'

@Injectable()
export class CaseStore {
  private readonly model: Model<CaseRow>
  private readonly numbers: Model<NumberRow>

  constructor(
    @Inject(MONGO) connection: Connection,
    private readonly keys: KeyRing,
  ) {
    this.model = caseModel(connection)
    this.numbers = numberModel(connection)
  }

  /** Returns the user's most recently started case. */
  async latestOf(userId: string, session?: ClientSession): Promise<Case | null> {
    const row = await this.model
      .findOne({ userId }, null, { session: session ?? null })
      .sort({ startedAt: -1 })
      .lean<CaseRow>()
    return row?.record ?? null
  }

  async load(caseId: string, session?: ClientSession): Promise<Case | null> {
    const row = await this.model.findOne({ _id: caseId }, null, { session: session ?? null }).lean<CaseRow>()
    return row?.record ?? null
  }

  /** Marks cases as sample data. Returns how many of them exist. */
  async markAsSample(caseIds: readonly string[]): Promise<number> {
    const mark = { $set: { 'record.sampleData': true } }
    return (await this.model.updateMany({ _id: { $in: [...caseIds] } }, mark)).matchedCount
  }

  /** Inserts a new case. Errors: a duplicate key if the user has an open case. */
  async insert(current: Case, session: ClientSession): Promise<void> {
    await this.model.insertMany([{ _id: current.caseId, startedAt: current.history[0]!.at, ...columnsOf(current) }], {
      session,
    })
  }

  /** Saves a case that was read at version `from` in the same transaction, with additional columns if given. */
  async save(
    current: Case,
    from: number,
    session: ClientSession,
    more: Pick<CaseRow, 'evidence' | 'numberIndex' | 'notes'> | object = {},
  ): Promise<void> {
    const columns = columnsOf(current)
    const unset = (['open', 'proposedBy'] as const).filter((name) => columns[name] === undefined)
    const update = {
      $set: { ...columns, ...more },
      ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((name) => [name, 1 as const])) } : {}),
    }
    const { matchedCount } = await this.model.updateOne({ _id: current.caseId, version: from }, update, { session })
    // Concurrent changes conflict and the driver retries the transaction, so a mismatch is a programming error.
    if (matchedCount !== 1)
      throw new Error(`case ${current.caseId} was not read at version ${from} in this transaction`)
  }

  /** Returns a page of the queue by due time, or of all cases by submission time, latest first. */
  async page(
    view: View,
    limit: number,
    after?: Position,
  ): Promise<{ cases: { current: Case; evidence: Evidence | null }[]; more: boolean }> {
    const [field, direction] = view.kind === 'all' ? (['submittedAt', -1] as const) : (['dueAt', 1] as const)
    const rows = await this.model
      .find({ $and: [filterOf(view), rowsAfter<CaseRow>(field, direction, after)] })
      .select({ record: 1, evidence: 1 })
      .sort({ [field]: direction, _id: direction })
      .limit(limit + 1)
      .lean<Pick<CaseRow, 'record' | 'evidence'>[]>()
    const opened = rows
      .slice(0, limit)
      .map(async ({ record, evidence }) => ({ current: record, evidence: await this.unseal(record, evidence) }))
    return { cases: await Promise.all(opened), more: rows.length > limit }
  }

  count(view: View): Promise<number> {
    return this.model.countDocuments(filterOf(view))
  }

  /**
   * Serialises submissions of the same document: both transactions write this row, so that one of two concurrent ones
   * is retried and then reads the other.
   */
  async lockNumber(numberIndex: string, session: ClientSession): Promise<void> {
    await this.numbers.updateOne({ _id: numberIndex }, { $inc: { handIns: 1 } }, { upsert: true, session })
  }

  async isNumberUsedByAnother(numberIndex: string, userId: string, session: ClientSession): Promise<boolean> {
    const another = { numberIndex, userId: { $ne: userId }, state: { $in: ['in_review', 'approved'] as CaseState[] } }
    const row = await this.model.findOne(another, { _id: 1 }, { session }).lean()
    return row !== null
  }

  /** Recomputes the number index of every readable case. Safe to repeat. */
  async reindexNumbers(indexOf: (reading: MrzReading) => string): Promise<void> {
    const rows = this.model.find({ numberIndex: { $exists: true } }, { record: 1, evidence: 1, numberIndex: 1 })
    for await (const { _id, record, evidence, numberIndex } of rows.lean<CaseRow[]>().cursor()) {
      const opened = await this.unseal(record, evidence)
      if (!opened) continue
      const next = indexOf(opened.reading)
      if (next !== numberIndex) await this.model.updateOne({ _id, numberIndex }, { $set: { numberIndex: next } })
    }
  }

  /** Records that a reviewer has looked at a document, or at the unmasked data of the present submission. */
  async markOpened(current: Case, by: string, documentId?: string): Promise<void> {
    const $addToSet = { opened: `${by}/${documentId ?? submissionOf(current)}` }
    await this.model.updateOne({ _id: current.caseId }, { $addToSet })
  }

  /** Returns what a reviewer hasn't looked at; null if there is nothing. */
  async unopenedBy(by: string, current: Case, session: ClientSession): Promise<Unopened | null> {
    const row = await this.model
      .findOne({ _id: current.caseId }, { opened: 1 }, { session })
      .lean<Pick<CaseRow, 'opened'>>()
    const opened = new Set(row?.opened)
    const kinds = current.uploads.filter(({ documentId }) => !opened.has(`${by}/${documentId}`)).map(({ kind }) => kind)
    const details = !opened.has(`${by}/${submissionOf(current)}`)
    return kinds.length > 0 || details ? { kinds, details } : null
  }

  sealEvidence(current: Case, evidence: Evidence): Promise<Buffer> {
    return this.keys.sealField(current.userId, `${EVIDENCE}/${current.caseId}`, evidence)
  }

  /** Returns null before the case is submitted, and after the subject's key is deleted. */
  async openEvidence(current: Case, session?: ClientSession): Promise<Evidence | null> {
    const row = await this.model
      .findOne({ _id: current.caseId }, { evidence: 1 }, { session: session ?? null })
      .lean<Pick<CaseRow, 'evidence'>>()
    return this.unseal(current, row?.evidence)
  }

  private async unseal({ caseId, userId }: Case, sealed: Buffer | undefined): Promise<Evidence | null> {
    if (!sealed) return null
    return this.keys.openField<Evidence>(userId, `${EVIDENCE}/${caseId}`, toBuffer(sealed)).catch((error) => {
      // A deleted key means that the person was erased, which is not an error.
      if (error instanceof KeyGoneError) return null
      throw error
    })
  }

  async openNotes({ caseId, userId }: Case, session?: ClientSession): Promise<Note[]> {
    const row = await this.model
      .findOne({ _id: caseId }, { notes: 1 }, { session: session ?? null })
      .lean<Pick<CaseRow, 'notes'>>()
    return row?.notes ? this.keys.openField<Note[]>(userId, `${NOTES}/${caseId}`, toBuffer(row.notes)) : []
  }

  sealNotes(current: Case, notes: Note[]): Promise<Buffer> {
    return this.keys.sealField(current.userId, `${NOTES}/${current.caseId}`, notes)
  }
}

const submissionOf = ({ submittedAt }: Case): string => submittedAt?.toISOString() ?? ''

const filterOf = (view: View): QueryFilter<CaseRow> => {
  const others = { userId: { $ne: view.by } }
  switch (view.kind) {
    case 'all':
      return { submittedAt: { $gt: new Date(0) }, ...others }
    case 'second':
      return { proposedBy: { $exists: true }, ...others }
    case 'mine':
      return { state: 'in_review', assigneeId: view.by, ...others }
    case 'unassigned':
      return { state: 'in_review', assigneeId: null, proposedBy: { $exists: false }, ...others }
  }
}

function columnsOf(current: Case): Omit<CaseRow, '_id' | 'startedAt'> {
  const { userId, state, assignee, proposal, submittedAt, dueAt, version } = current
  return {
    userId,
    ...(isOpen(current) ? { open: true as const } : {}),
    state,
    assigneeId: assignee?.userId ?? null,
    ...(proposal ? { proposedBy: proposal.by } : {}),
    submittedAt,
    dueAt,
    version,
    record: current,
  }
}
