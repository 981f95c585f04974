import { isDuplicateKey, type ClientSession, type Connection } from '@hissa/persistence'
import type { Model, QueryFilter } from 'mongoose'
import { approvalModel } from './approval.model.js'
import { approvalOf, approvalSave, pendingKeyOf, type ApprovalRow } from './approval-row.js'
import {
  alreadyPending,
  approvalNotFound,
  decideApproval,
  expireIfChanged,
  notPending,
  requestApproval,
  withdrawApproval,
  type Approval,
  type ApprovalDecision,
  type ApprovalRequest,
  type Proposal,
} from './approval.js'

/** Where a page begins: after this time and approval. */
export interface ApprovalPlace {
  at: Date
  id: string
}

/** One service's approvals in MongoDB. Writes belong to the caller's transaction, with whatever is approved. */
export class ApprovalStore {
  private readonly model: Model<ApprovalRow>

  /** Make it before the models' collections and indexes are created. */
  constructor(connection: Connection) {
    this.model = approvalModel(connection)
  }

  /** Errors: NOT_FOUND 404. */
  async load<P extends Proposal>(id: string, session?: ClientSession): Promise<Approval<P>> {
    const row = await this.model.findOne({ _id: id }, null, { session: session ?? null }).lean<ApprovalRow>()
    if (!row) throw approvalNotFound()
    return approvalOf<P>(row)
  }

  /** Returns the pending approval of this action on this subject, or null. */
  async pendingOf<P extends Proposal>(
    of: Pick<Approval, 'action' | 'subjectId'>,
    session?: ClientSession,
  ): Promise<Approval<P> | null> {
    const query = this.model.findOne({ pendingKey: pendingKeyOf(of) }, null, { session: session ?? null })
    const row = await query.lean<ApprovalRow>()
    return row && approvalOf<P>(row)
  }

  /** Returns every approval about a subject, newest first. */
  async ofSubject(subjectId: string, session?: ClientSession): Promise<Approval[]> {
    const query = this.model.find({ subjectId }, null, { session: session ?? null }).sort({ requestedAt: -1 })
    return (await query.lean<ApprovalRow[]>()).map((row) => approvalOf(row))
  }

  /** Returns a page of what is pending under `actions`, oldest first. */
  async pending(
    actions: readonly string[],
    { limit, after }: { limit: number; after?: ApprovalPlace | undefined },
  ): Promise<{ approvals: Approval[]; more: boolean }> {
    const beyond: QueryFilter<ApprovalRow> = after
      ? { $or: [{ requestedAt: { $gt: after.at } }, { requestedAt: after.at, _id: { $gt: after.id } }] }
      : {}
    const rows = await this.model
      .find({ $and: [{ state: 'pending', action: { $in: [...actions] } }, beyond] })
      .sort({ requestedAt: 1, _id: 1 })
      .limit(limit + 1)
      .lean<ApprovalRow[]>()
    return { approvals: rows.slice(0, limit).map((row) => approvalOf(row)), more: rows.length > limit }
  }

  countPending(actions: readonly string[]): Promise<number> {
    return this.model.countDocuments({ state: 'pending', action: { $in: [...actions] } })
  }

  /**
   * Proposes an action. One that is pending on other evidence expires; on the same evidence it is refused. Errors:
   * APPROVAL_PENDING 409 (`approvalId`), VALIDATION_FAILED 422.
   */
  async request<P extends Proposal>(session: ClientSession, request: ApprovalRequest<P>): Promise<Approval<P>> {
    const known = await this.pendingOf(request, session)
    if (known) {
      const after = expireIfChanged(known, request)
      if (after === known) throw alreadyPending(known.id)
      await this.save(session, after)
    }
    const approval = requestApproval(request)
    await this.save(session, approval)
    return approval
  }

  /** Errors: NOT_FOUND 404 and those of `decideApproval`. Of two checkers at once one gets APPROVAL_NOT_PENDING. */
  async decide<P extends Proposal>(
    session: ClientSession,
    id: string,
    decision: ApprovalDecision,
  ): Promise<Approval<P>> {
    const decided = decideApproval(await this.load<P>(id, session), decision)
    await this.save(session, decided)
    return decided
  }

  /** Errors: NOT_FOUND 404 and those of `withdrawApproval`. */
  async withdraw(session: ClientSession, id: string, by: { by: string; at: Date }): Promise<Approval> {
    const withdrawn = withdrawApproval(await this.load(id, session), by)
    await this.save(session, withdrawn)
    return withdrawn
  }

  /** Ends what is pending on a subject when its evidence is no longer `evidence`; returns what has expired. */
  async expireChanged(
    session: ClientSession,
    subjectId: string,
    { evidence, at }: { evidence: string; at: Date },
  ): Promise<Approval[]> {
    const rows = await this.model.find({ subjectId, state: 'pending' }, null, { session }).lean<ApprovalRow[]>()
    const expired: Approval[] = []
    for (const row of rows) {
      const pending = approvalOf(row)
      const after = expireIfChanged(pending, { evidence, at })
      if (after === pending) continue
      await this.save(session, after)
      expired.push(after)
    }
    return expired
  }

  /** Writes a state that the pure functions returned. Errors: APPROVAL_PENDING 409, APPROVAL_NOT_PENDING 409. */
  async save(session: ClientSession, approval: Approval): Promise<void> {
    const { id, version, set, unset = [] } = approvalSave(approval)
    if (version === 0) return this.insert(session, id, set)
    const update = {
      $set: { ...set, version: approval.version },
      $unset: Object.fromEntries(unset.map((field) => [field, 1 as const])),
    }
    const { matchedCount } = await this.model.updateOne({ _id: id, version }, update, { session })
    if (matchedCount !== 1) throw notPending()
  }

  private async insert(session: ClientSession, id: string, set: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.model.create([{ _id: id, ...set, version: 1 }], { session })
    } catch (error) {
      if (isDuplicateKey(error, 'pendingKey')) throw alreadyPending(undefined)
      throw error
    }
  }
}
