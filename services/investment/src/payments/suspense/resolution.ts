import type { Approval } from '@hissa/approvals'
import { NOT_FOUND, refuse } from '@hissa/contracts'
import type { PendingResolution, ResolutionAction } from '@hissa/contracts/investment'

export { APPROVAL_STORE } from '../../ports.js'

/** The only action of approvals in this service, so at most one resolution of a subject is pending. */
export const RESOLVE = 'investment.resolve'

export interface Subject {
  kind: 'suspense' | 'order' | 'raise' | 'holding'
  id: string
}

/** Returns the subject's id in approvals. */
export const subjectId = ({ kind, id }: Subject) => `${kind}:${id}`

/** The content of an approval in this service. */
export type ResolutionProposal = {
  subject: Subject
  action: ResolutionAction
}

/** Returns NOT_FOUND for an item that does not exist. */
export const noItem = () => refuse(NOT_FOUND, 'There is no such item.')

/** Returns a proposal as finance staff see it. */
export function pendingView(approval: Approval<ResolutionProposal>): PendingResolution {
  const { id, proposal, reason, maker, requestedAt } = approval
  return { approvalId: id, action: proposal.action, reason, maker, requestedAt: requestedAt.toISOString() }
}
