import {
  TICKET_REFERENCE_LENGTH,
  type CaseState,
  type Risk,
  type TicketView,
  type UploadKind,
} from '@hissa/contracts/kyc'
import { MONGO, rowsAfter, type ClientSession, type Connection } from '@hissa/persistence'
import { KeyGoneError, KeyRing } from '@hissa/storage'
import { toBuffer } from '@hissa/storage/mongo'
import { Inject, Injectable } from '@nestjs/common'
import type { Model, QueryFilter } from 'mongoose'
import { addBusinessMs } from './business-days.js'
import { caseModel, numberModel, type CaseRow, type NumberRow } from './case-rows.js'
import { claimedUntil, isOpen, leaseEnd, type Case } from './case.js'
import type { MrzReading } from '../mrz/read-mrz.js'
import type { Evidence, Note } from './evidence.js'
import type { StoredReading } from './stored-reading.js'

/** A selection of cases for a reviewer, always without the reviewer's own case. */
export interface View {
  kind: TicketView
  /** The reviewer. */
  by: string
  /** The present: ends claims and says what is due soon. */
  now: Date
  /** Finds a case by id, reference or applicant in place of the view. */
  search?: string | undefined
}
/** What a reviewer must still look at before approving. */
export interface Unopened {
  kinds: UploadKind[]
  /** The names, numbers and dates without masks. */
  details: boolean
}
/** Position in a list: pages start after this time, rank (0 where the list has no ranks) and case. */
type Position = readonly [at: Date, rank: number, caseId: string]

/** How a view is sorted: by a time and, in a queue, among equal times by risk. */
interface Order {
  field: 'dueAt' | 'submittedAt' | 'record.decidedAt'
  direction: 1 | -1
  ranked?: true
}
const BY_DUE: Order = { field: 'dueAt', direction: 1, ranked: true }
const ORDERS: Record<TicketView, Order> = {
  unassigned: BY_DUE,
  mine: BY_DUE,
  soon: BY_DUE,
  rescreened: BY_DUE,
  second: BY_DUE,
  waiting: { field: 'record.decidedAt', direction: 1 },
  all: { field: 'submittedAt', direction: -1 },
  decided: { field: 'record.decidedAt', direction: -1 },
}
const orderOf = ({ kind, search }: View): Order => ORDERS[search === undefined ? kind : 'all']

/** Business time within which a case counts as due soon. */
const SOON_MS = 4 * 3_600_000
const RISK_RANKS: Record<Risk, number> = { high: 0, medium: 1, low: 2 }
const rankOf = ({ assessment }: Case): number => RISK_RANKS[assessment?.risk ?? 'low']

const NOTES = 'kyc-notes'
const EVIDENCE = 'kyc-evidence'
const READ = 'kyc-read'

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
    more: Pick<CaseRow, 'evidence' | 'numberIndex' | 'notes' | 'screenedSet' | 'screenedAt'> | object = {},
  ): Promise<void> {
    const columns = columnsOf(current)
    const unset = (['open', 'proposedBy', 'reopened'] as const).filter((name) => columns[name] === undefined)
    const update = {
      $set: { ...columns, ...more },
      ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((name) => [name, 1 as const])) } : {}),
    }
    const { matchedCount } = await this.model.updateOne({ _id: current.caseId, version: from }, update, { session })
    // Concurrent changes conflict and the driver retries the transaction, so a mismatch is a programming error.
    if (matchedCount !== 1)
      throw new Error(`case ${current.caseId} was not read at version ${from} in this transaction`)
  }

  /** Returns a page of a view in its order. */
  async page(
    view: View,
    limit: number,
    after?: Position,
  ): Promise<{ cases: { current: Case; evidence: Evidence | null }[]; more: boolean }> {
    const order = orderOf(view)
    const rows = await this.model
      .find({ $and: [filterOf(view), rowsBehind(order, after)] })
      .select({ record: 1, evidence: 1 })
      .sort(sortOf(order))
      .limit(limit + 1)
      .lean<Pick<CaseRow, 'record' | 'evidence'>[]>()
    const opened = rows
      .slice(0, limit)
      .map(async ({ record, evidence }) => ({ current: record, evidence: await this.unseal(record, evidence) }))
    return { cases: await Promise.all(opened), more: rows.length > limit }
  }

  /** Returns the position of a case in a view, for the page after it. */
  positionOf(view: View, current: Case): Position {
    const { field, ranked } = orderOf(view)
    const at = field === 'dueAt' ? current.dueAt : field === 'submittedAt' ? current.submittedAt : current.decidedAt
    if (!at) throw new Error(`case ${current.caseId} is in the view ${view.kind} and has no time to sort by`)
    return [at, ranked ? rankOf(current) : 0, current.caseId]
  }

  /** Returns the first unclaimed case: soonest due, then highest risk. */
  async firstUnclaimed(by: string, now: Date, session: ClientSession): Promise<Case | null> {
    const view: View = { kind: 'unassigned', by, now }
    const row = await this.model
      .findOne(filterOf(view), { record: 1 }, { session })
      .sort(sortOf(orderOf(view)))
      .lean<Pick<CaseRow, 'record'>>()
    return row?.record ?? null
  }

  /**
   * Renews a claim that has not ended, in one compare-and-set; the version stays, so that an open decision stays valid.
   * Returns until when it lasts, or null if `by` has no claim on the case.
   */
  async renewClaim(caseId: string, by: string, now: Date): Promise<Date | null> {
    const until = leaseEnd(now)
    const held = { _id: caseId, state: 'in_review' as CaseState, assigneeId: by, leaseUntil: { $gt: now } }
    const $set = { leaseUntil: until, 'record.assignee.until': until }
    return (await this.model.updateOne(held, { $set })).matchedCount === 1 ? until : null
  }

  /** Fills in the columns by which the queue is sorted and searched. Safe to repeat. */
  async fillQueueColumns(): Promise<void> {
    const rows = this.model.find({ riskRank: { $exists: false } }, { record: 1, version: 1 })
    for await (const { _id, record, version } of rows.lean<CaseRow[]>().cursor()) {
      const { leaseUntil, reference, riskRank } = columnsOf(record)
      await this.model.updateOne({ _id, version }, { $set: { leaseUntil, reference, riskRank } })
    }
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
  async unopenedBy(by: string, current: Case, session?: ClientSession): Promise<Unopened | null> {
    const row = await this.model
      .findOne({ _id: current.caseId }, { opened: 1 }, { session: session ?? null })
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

  /**
   * Stores what was read from a picture, unless the applicant has replaced the picture. The version stays, because the case is
   * the same: a submission meanwhile isn't in conflict.
   */
  async saveReading({ caseId, userId }: Case, reading: StoredReading): Promise<void> {
    const read = await this.keys.sealField(userId, `${READ}/${caseId}`, reading)
    await this.model.updateOne(
      { _id: caseId, open: true, 'record.uploads.documentId': reading.documentId },
      { $set: { read } },
    )
  }

  /** Returns what was read from one of the case's pictures; null if it was not read. */
  async openReading({ caseId, userId }: Case, documentId: string | undefined): Promise<StoredReading | null> {
    const row = await this.model.findOne({ _id: caseId }, { read: 1 }).lean<Pick<CaseRow, 'read'>>()
    if (!row?.read) return null
    const reading = await this.keys.openField<StoredReading>(userId, `${READ}/${caseId}`, toBuffer(row.read))
    return reading.documentId === documentId ? reading : null
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

/** A reopened case has new findings, so that its data must be looked at again. */
const submissionOf = ({ submittedAt, reopenedAt }: Case): string => {
  const last = reopenedAt && submittedAt && reopenedAt > submittedAt ? reopenedAt : submittedAt
  return last?.toISOString() ?? ''
}

const sortOf = ({ field, direction, ranked }: Order) => ({
  [field]: direction,
  ...(ranked && { riskRank: direction }),
  _id: direction,
})

/** Returns the filter of the rows after a position in an order. */
function rowsBehind({ field, direction, ranked }: Order, after: Position | undefined): QueryFilter<CaseRow> {
  if (!after) return {}
  const [at, rank, caseId] = after
  if (!ranked) return rowsAfter<CaseRow>(field, direction, [at, caseId])
  return { $or: [{ [field]: { $gt: at } }, { [field]: at, ...rowsAfter<CaseRow>('riskRank', 1, [rank, caseId]) }] }
}

const filterOf = (view: View): QueryFilter<CaseRow> => {
  const others = { userId: { $ne: view.by } }
  const submitted = { submittedAt: { $gt: new Date(0) } }
  const { search, now } = view
  if (search !== undefined) {
    const ids = [{ _id: search }, { reference: search.toLowerCase() }, { userId: search }]
    return { $and: [{ $or: ids }, others, submitted] }
  }
  switch (view.kind) {
    case 'all':
      return { ...submitted, ...others }
    case 'decided':
      return { state: { $in: ['approved', 'rejected'] }, ...others }
    case 'waiting':
      return { state: 'resubmission', ...others }
    case 'soon':
      return { state: 'in_review', dueAt: { $lte: addBusinessMs(now, SOON_MS) }, ...others }
    case 'rescreened':
      return { reopened: true, ...others }
    case 'second':
      return { proposedBy: { $exists: true }, ...others }
    case 'mine':
      return { state: 'in_review', assigneeId: view.by, leaseUntil: { $gt: now }, ...others }
    case 'unassigned':
      return { state: 'in_review', leaseUntil: { $not: { $gt: now } }, proposedBy: { $exists: false }, ...others }
  }
}

function columnsOf(current: Case): Omit<CaseRow, '_id' | 'startedAt'> {
  const { userId, state, assignee, proposal, submittedAt, dueAt, version } = current
  return {
    userId,
    ...(isOpen(current) ? { open: true as const } : {}),
    state,
    assigneeId: assignee?.userId ?? null,
    leaseUntil: assignee && claimedUntil(assignee),
    reference: current.caseId.slice(-TICKET_REFERENCE_LENGTH).toLowerCase(),
    riskRank: rankOf(current),
    ...(proposal ? { proposedBy: proposal.by } : {}),
    ...(current.reopenedAt && state === 'in_review' ? { reopened: true as const } : {}),
    submittedAt,
    dueAt,
    version,
    record: current,
  }
}
