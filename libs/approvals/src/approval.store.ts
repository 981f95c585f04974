import { ok, type ErrorOf, type NOT_FOUND, type Result } from '@hissa/contracts'
import type { APPROVAL_NOT_PENDING, APPROVAL_PENDING } from '@hissa/contracts/approvals'
import { isDuplicateKey, rowsAfter, type ClientSession, type Connection } from '@hissa/persistence'
import type { Model } from 'mongoose'
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
  type DecisionError,
  type Proposal,
  type RequestError,
  type WithdrawalError,
} from './approval.js'

/** Position of a page: after this time and approval. */
type ApprovalPlace = readonly [requestedAt: Date, id: string]

type NotFound = ErrorOf<typeof NOT_FOUND>

/**
 * Stores one service's approvals in MongoDB. Writes belong to the caller's transaction, together with the effect of the
 * approval: return a refusal from it to abort the transaction.
 */
export class ApprovalStore {
  private readonly model: Model<ApprovalRow>

  /** Create it before the models' collections and indexes are created. */
  constructor(connection: Connection) {
    this.model = approvalModel(connection)
  }

  async load<P extends Proposal>(id: string, session?: ClientSession): Promise<Result<Approval<P>, NotFound>> {
    const row = await this.model.findOne({ _id: id }, null, { session: session ?? null }).lean<ApprovalRow>()
    return row ? ok(approvalOf<P>(row)) : approvalNotFound()
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

  /** Returns the pending approvals of `actions` about some subjects. */
  async pendingOfSubjects(subjectIds: readonly string[], actions: readonly string[]): Promise<Approval[]> {
    const keys = subjectIds.flatMap((subjectId) => actions.map((action) => pendingKeyOf({ action, subjectId })))
    const rows = await this.model.find({ pendingKey: { $in: keys } }).lean<ApprovalRow[]>()
    return rows.map((row) => approvalOf(row))
  }

  /** Returns a page of the pending approvals of `actions`, oldest first. */
  async pending(
    actions: readonly string[],
    { limit, after }: { limit: number; after?: ApprovalPlace | undefined },
  ): Promise<{ approvals: Approval[]; more: boolean }> {
    const beyond = rowsAfter<ApprovalRow>('requestedAt', 1, after)
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

  /** Proposes an action. A pending approval with other evidence expires; with the same evidence it is refused. */
  async request<P extends Proposal>(
    session: ClientSession,
    request: ApprovalRequest<P>,
  ): Promise<Result<Approval<P>, RequestError | ErrorOf<typeof APPROVAL_PENDING>>> {
    const known = await this.pendingOf(request, session)
    if (known) {
      const after = expireIfChanged(known, request)
      if (after === known) return alreadyPending(known.id)
      const saved = await this.end(session, after)
      // Another concurrent request has expired it and proposes the action instead.
      if (!saved.ok) return alreadyPending(undefined)
    }
    const requested = requestApproval(request)
    return requested.ok ? this.insert(session, requested.value) : requested
  }

  /** Approves or rejects. Of two concurrent checkers one gets APPROVAL_NOT_PENDING. */
  async decide<P extends Proposal>(
    session: ClientSession,
    id: string,
    decision: ApprovalDecision,
  ): Promise<Result<Approval<P>, NotFound | DecisionError>> {
    const loaded = await this.load<P>(id, session)
    if (!loaded.ok) return loaded
    const decided = decideApproval(loaded.value, decision)
    return decided.ok ? this.end(session, decided.value) : decided
  }

  async withdraw<P extends Proposal>(
    session: ClientSession,
    id: string,
    by: { by: string; at: Date },
  ): Promise<Result<Approval<P>, NotFound | WithdrawalError>> {
    const loaded = await this.load<P>(id, session)
    if (!loaded.ok) return loaded
    const withdrawn = withdrawApproval(loaded.value, by)
    return withdrawn.ok ? this.end(session, withdrawn.value) : withdrawn
  }

  /** Expires the pending approvals of a subject whose evidence is no longer `evidence`; returns them. */
  async expireChanged(
    session: ClientSession,
    subjectId: string,
    { evidence, at }: { evidence: string; at: Date },
  ): Promise<Result<Approval[], ErrorOf<typeof APPROVAL_NOT_PENDING>>> {
    const rows = await this.model.find({ subjectId, state: 'pending' }, null, { session }).lean<ApprovalRow[]>()
    const expired: Approval[] = []
    for (const row of rows) {
      const pending = approvalOf(row)
      const after = expireIfChanged(pending, { evidence, at })
      if (after === pending) continue
      const saved = await this.end(session, after)
      if (!saved.ok) return saved
      expired.push(after)
    }
    return ok(expired)
  }

  /** Writes an approval that a pure function has ended. */
  async end<P extends Proposal>(
    session: ClientSession,
    approval: Approval<P>,
  ): Promise<Result<Approval<P>, ErrorOf<typeof APPROVAL_NOT_PENDING>>> {
    const { id, version, set, unset = [] } = approvalSave(approval)
    const update = {
      $set: { ...set, version: approval.version },
      $unset: Object.fromEntries(unset.map((field) => [field, 1 as const])),
    }
    const { matchedCount } = await this.model.updateOne({ _id: id, version }, update, { session })
    return matchedCount === 1 ? ok(approval) : notPending()
  }

  /** Writes a new approval. */
  async insert<P extends Proposal>(
    session: ClientSession,
    approval: Approval<P>,
  ): Promise<Result<Approval<P>, ErrorOf<typeof APPROVAL_PENDING>>> {
    const { id, set } = approvalSave(approval)
    try {
      await this.model.create([{ _id: id, ...set, version: 1 }], { session })
      return ok(approval)
    } catch (error) {
      if (isDuplicateKey(error, 'pendingKey')) return alreadyPending(undefined)
      throw error
    }
  }
}
