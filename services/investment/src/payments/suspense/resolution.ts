import type { ResolutionAction } from '@hissa/contracts/investment'

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
