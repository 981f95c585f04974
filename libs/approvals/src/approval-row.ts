import type { Approval, ApprovalState, Proposal } from './approval.js'

export const APPROVALS = 'approvals'
/** Name of the unique index that allows one pending approval for each action and subject. */
export const PENDING_INDEX = 'approval_pending'

/** An approval as stored. */
export interface ApprovalRow {
  _id: string
  action: string
  subjectId: string
  /** Action and subject while pending, absent afterwards, so that the unique index covers pending approvals only. */
  pendingKey?: string
  evidence: string
  proposal: Proposal
  state: ApprovalState
  maker: string
  reason: string
  requestedAt: Date
  checker: string | null
  checkerReason: string | null
  endedAt: Date | null
  version: number
}

/** Returns the key that is unique among pending approvals: one for each action and subject. */
export const pendingKeyOf = ({ action, subjectId }: Pick<Approval, 'action' | 'subjectId'>) => `${action} ${subjectId}`

/** A document write with an optimistic version: `version` is the one that must be stored now; 0 inserts. */
export interface ApprovalSave {
  collection: string
  id: string
  version: number
  set: Readonly<Record<string, unknown>>
  unset?: readonly string[]
}

/**
 * Returns the write that stores `approval` if its previous version is still current. It has the shape of a save of
 * `@hissa/ledger`, for services that write through its committer. A duplicate of the index `PENDING_INDEX` means that
 * another one is pending; a stale version, that another checker decided first.
 */
export function approvalSave(approval: Approval): ApprovalSave {
  const { id, version, ...fields } = approval
  const write = { collection: APPROVALS, id, version: version - 1 }
  if (approval.state === 'pending') return { ...write, set: { ...fields, pendingKey: pendingKeyOf(approval) } }
  return { ...write, set: fields, unset: ['pendingKey'] }
}

/** Returns the approval of a stored row. */
export function approvalOf<P extends Proposal = Proposal>(row: ApprovalRow): Approval<P> {
  const { _id: id, pendingKey: _pendingKey, proposal, ...fields } = row
  return { id, proposal: proposal as P, ...fields }
}
