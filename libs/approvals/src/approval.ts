import {
  isReason,
  NOT_FOUND,
  ok,
  refuse,
  refuseFields,
  type ErrorOf,
  type INVALID_FIELDS,
  type Result,
} from '@hissa/contracts'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '@hissa/contracts/approvals'
import { canonicalJson, follow, type Transitions } from '@hissa/kernel'
import { createHash } from 'node:crypto'

/** What an approval would do: ids, amounts and codes in JSON, never personal data. */
export type Proposal = Readonly<Record<string, unknown>>
export type ApprovalState = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired'
export type Verdict = 'approve' | 'reject'

const TRANSITIONS: Transitions<ApprovalState, Verdict | 'withdraw' | 'expire'> = {
  pending: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn', expire: 'expired' },
  approved: {},
  rejected: {},
  withdrawn: {},
  expired: {},
}

/** A decision that one person has proposed and another must confirm. */
export interface Approval<P extends Proposal = Proposal> {
  id: string
  /** The proposed action, such as `kyc.case.approve`. */
  action: string
  /** Id of what the action is about. */
  subjectId: string
  /** Hash of everything that the maker's decision rests on; see `evidenceOf`. */
  evidence: string
  proposal: P
  state: ApprovalState
  /** User id of the person who proposed it. */
  maker: string
  reason: string
  requestedAt: Date
  /** User id of the person who approved or rejected it; null while pending, and if withdrawn or expired. */
  checker: string | null
  checkerReason: string | null
  endedAt: Date | null
  /** 1 for the request; each later state adds one. */
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

/** Returns the SHA-256 of `value`, hex; the order of an object's members doesn't matter. */
export const evidenceOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

export type RequestError = ErrorOf<typeof INVALID_FIELDS>
export type DecisionError = ErrorOf<
  typeof APPROVAL_SAME_PERSON | typeof APPROVAL_NOT_PENDING | typeof APPROVAL_EVIDENCE_CHANGED | typeof INVALID_FIELDS
>
export type WithdrawalError = ErrorOf<typeof APPROVAL_NOT_MAKER | typeof APPROVAL_NOT_PENDING>

/** Proposes an action. Errors: INVALID_FIELDS for a blank reason. */
export function requestApproval<P extends Proposal>(request: ApprovalRequest<P>): Result<Approval<P>, RequestError> {
  const { at, ...proposed } = request
  if (!isReason(request.reason)) return blankReason()
  return ok({
    ...proposed,
    reason: request.reason.trim(),
    state: 'pending',
    requestedAt: at,
    checker: null,
    checkerReason: null,
    endedAt: null,
    version: 1,
  })
}

/** Approves or rejects a pending approval. The checker is never its maker, whatever their roles. */
export function decideApproval<P extends Proposal>(
  approval: Approval<P>,
  decision: ApprovalDecision,
): Result<Approval<P>, DecisionError> {
  const { checker, verdict, evidence, reason, at } = decision
  if (checker === approval.maker)
    return refuse(APPROVAL_SAME_PERSON, 'You proposed this. Another person has to approve or reject it.')
  const next = follow(TRANSITIONS, approval.state, verdict)
  if (!next.ok) return notPending()
  if (evidence !== approval.evidence) return evidenceChanged()
  if (!isReason(reason)) return blankReason()
  return ok(end(approval, next.value, at, { checker, checkerReason: reason.trim() }))
}

/** Withdraws a pending approval. */
export function withdrawApproval<P extends Proposal>(
  approval: Approval<P>,
  { by, at }: { by: string; at: Date },
): Result<Approval<P>, WithdrawalError> {
  if (by !== approval.maker) return refuse(APPROVAL_NOT_MAKER, 'Only the person who proposed this can withdraw it.')
  const next = follow(TRANSITIONS, approval.state, 'withdraw')
  return next.ok ? ok(end(approval, next.value, at)) : notPending()
}

/** Expires a pending approval whose evidence is no longer `evidence`; returns any other unchanged. */
export function expireIfChanged<P extends Proposal>(
  approval: Approval<P>,
  { evidence, at }: { evidence: string; at: Date },
): Approval<P> {
  const next = follow(TRANSITIONS, approval.state, 'expire')
  return next.ok && approval.evidence !== evidence ? end(approval, next.value, at) : approval
}

function end<P extends Proposal>(
  approval: Approval<P>,
  state: ApprovalState,
  endedAt: Date,
  by: Partial<Pick<Approval, 'checker' | 'checkerReason'>> = {},
): Approval<P> {
  return { ...approval, ...by, state, endedAt, version: approval.version + 1 }
}

const blankReason = () => refuseFields([{ path: '/reason', code: 'blank', message: 'Give a reason' }])

/** Returns the refusal of an approval that doesn't exist. */
export const approvalNotFound = () => refuse(NOT_FOUND, 'This approval does not exist.')

/** Returns the refusal of a second proposal, with the id of the pending approval if known. */
export const alreadyPending = (approvalId: string | undefined) =>
  refuse(
    APPROVAL_PENDING,
    'This is already proposed and needs a second person.',
    approvalId === undefined ? {} : { approvalId },
  )

/** Returns the refusal to end an approval that was decided, withdrawn or has expired. */
export const notPending = () => refuse(APPROVAL_NOT_PENDING, 'This has already been decided or withdrawn.')
/** Returns the refusal to decide a proposal that was made on other evidence. */
export const evidenceChanged = () =>
  refuse(APPROVAL_EVIDENCE_CHANGED, 'This has changed since it was proposed. Review it and propose again.')
