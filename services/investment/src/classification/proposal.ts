import type { Approval } from '@hissa/approvals'
import type { Classification, PendingClassification } from '@hissa/contracts/investment'

/** The action of approvals about classes; at most one is pending for an investor. */
export const CLASSIFY = 'investment.classify'

/** The content of such an approval. */
export type ClassProposal = Classification & Readonly<Record<string, unknown>>

/** Returns a proposal as compliance staff see it. */
export function pendingView({ id, proposal, reason, maker, requestedAt }: Approval<ClassProposal>) {
  const { userId, investorClass, evidence, optUp, expiresAt } = proposal
  const view: PendingClassification = {
    ...{ userId, investorClass },
    ...(evidence ? { evidence } : {}),
    ...(optUp ? { optUp } : {}),
    ...(expiresAt ? { expiresAt } : {}),
    ...{ approvalId: id, reason, maker, requestedAt: requestedAt.toISOString() },
  }
  return view
}
