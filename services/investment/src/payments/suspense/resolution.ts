import type { Approval } from '@hissa/approvals'
import { NOT_FOUND, refuse } from '@hissa/contracts'
import type { PendingResolution, ResolutionAction } from '@hissa/contracts/investment'

export const APPROVAL_STORE = Symbol('APPROVAL_STORE')

/** The one action of approvals here, so that at most one resolution of a subject is pending. */
export const RESOLVE = 'investment.resolve'

export interface Subject {
  kind: 'suspense' | 'order'
  id: string
}

export const subjectId = ({ kind, id }: Subject) => `${kind}:${id}`

/** What an approval of ours proposes. */
export type ResolutionProposal = {
  subject: Subject
  action: ResolutionAction
}

/** Refuses an item that does not exist. */
export const noItem = () => refuse(NOT_FOUND, 'There is no such item.')

/** Returns a proposal as finance staff see it. */
export function pendingView(approval: Approval<ResolutionProposal>): PendingResolution {
  const { id, proposal, reason, maker, requestedAt } = approval
  return { approvalId: id, action: proposal.action, reason, maker, requestedAt: requestedAt.toISOString() }
}
