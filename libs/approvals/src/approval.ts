import { isReason } from '@hissa/contracts'
import { canonicalJson, problem, validationProblem } from '@hissa/kernel'
import { createHash } from 'node:crypto'

/** What is to be done when it is approved: ids, amounts and codes that JSON can hold, never personal data. */
export type Proposal = Readonly<Record<string, unknown>>
export type ApprovalState = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'
export type Verdict = 'approve' | 'reject'

/** A decision that one person has proposed and another must confirm. */
export interface Approval<P extends Proposal = Proposal> {
  id: string
  /** What would be done, such as `kyc.case.approve`. */
  action: string
  /** What it would be done to. */
  subjectId: string
  /** Hash of everything that the maker decided on, as `evidenceOf` makes it. */
  evidence: string
  proposal: P
  state: ApprovalState
  /** User id of who proposed it. */
  maker: string
  reason: string
  requestedAt: Date
  /** User id of who approved or rejected it; null while pending, and when it was withdrawn or expired. */
  checker: string | null
  checkerReason: string | null
  endedAt: Date | null
  /** From 1, which is the request; each later state is one more. */
  version: number
}

export interface ApprovalRequest<P extends Proposal = Proposal> {
  id: string
  action: string
  subjectId: string
  evidence: string
  proposal: P
  maker: string
  reason: string
  at: Date
}

export interface ApprovalDecision {
  checker: string
  verdict: Verdict
  /** Hash of what the decision rests on now. */
  evidence: string
  reason: string
  at: Date
}

/** Returns the SHA-256 of `value`, hex; objects that differ only in the order of their members have the same. */
export const evidenceOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** Proposes an action. Errors: VALIDATION_FAILED 422 for a blank reason. */
export function requestApproval<P extends Proposal>(request: ApprovalRequest<P>): Approval<P> {
  const { at, ...proposed } = request
  return {
    ...proposed,
    reason: requireReason(request.reason),
    state: 'pending',
    requestedAt: at,
    checker: null,
    checkerReason: null,
    endedAt: null,
    version: 1,
  }
}

/**
 * Approves or rejects a pending approval. Errors: APPROVAL_SAME_PERSON 403 when the checker is the maker, under
 * whatever role; APPROVAL_NOT_PENDING 409; APPROVAL_EVIDENCE_CHANGED 409; VALIDATION_FAILED 422 for a blank reason.
 */
export function decideApproval<P extends Proposal>(approval: Approval<P>, decision: ApprovalDecision): Approval<P> {
  const { checker, verdict, evidence, reason, at } = decision
  if (checker === approval.maker) throw samePerson()
  if (approval.state !== 'pending') throw notPending()
  if (evidence !== approval.evidence) throw evidenceChanged()
  const state = verdict === 'approve' ? 'approved' : 'rejected'
  return end(approval, state, at, { checker, checkerReason: requireReason(reason) })
}

/** Takes a pending approval back. Errors: APPROVAL_NOT_MAKER 403, APPROVAL_NOT_PENDING 409. */
export function withdrawApproval<P extends Proposal>(
  approval: Approval<P>,
  { by, at }: { by: string; at: Date },
): Approval<P> {
  if (by !== approval.maker) throw notMaker()
  if (approval.state !== 'pending') throw notPending()
  return end(approval, 'withdrawn', at)
}

/** Ends a pending approval whose evidence is no longer `evidence`; returns any other as it is. */
export function expireIfChanged<P extends Proposal>(
  approval: Approval<P>,
  { evidence, at }: { evidence: string; at: Date },
): Approval<P> {
  if (approval.state !== 'pending' || approval.evidence === evidence) return approval
  return end(approval, 'expired', at)
}

function end<P extends Proposal>(
  approval: Approval<P>,
  state: ApprovalState,
  endedAt: Date,
  by: Partial<Pick<Approval, 'checker' | 'checkerReason'>> = {},
): Approval<P> {
  return { ...approval, ...by, state, endedAt, version: approval.version + 1 }
}

function requireReason(reason: string): string {
  if (isReason(reason)) return reason.trim()
  throw validationProblem([{ path: '/reason', code: 'blank', message: 'Give a reason' }], 422)
}

/** Returns NOT_FOUND for an approval that does not exist. */
export const approvalNotFound = () => problem('NOT_FOUND', 404, 'This approval does not exist.')

/** Returns APPROVAL_PENDING, with the id of the pending approval when it is known. */
export const alreadyPending = (approvalId: string | undefined) =>
  problem('APPROVAL_PENDING', 409, 'This is already proposed and needs a second person.', {
    ...(approvalId === undefined ? {} : { approvalId }),
  })

const samePerson = () =>
  problem('APPROVAL_SAME_PERSON', 403, 'You proposed this. Another person has to approve or reject it.')
/** Returns APPROVAL_NOT_PENDING for an approval that has been decided, withdrawn or has expired. */
export const notPending = () => problem('APPROVAL_NOT_PENDING', 409, 'This has already been decided or withdrawn.')
/** Returns APPROVAL_EVIDENCE_CHANGED for a proposal made on other evidence. */
export const evidenceChanged = () =>
  problem('APPROVAL_EVIDENCE_CHANGED', 409, 'This has changed since it was proposed. Review it and propose again.')
const notMaker = () => problem('APPROVAL_NOT_MAKER', 403, 'Only the person who proposed this can withdraw it.')
