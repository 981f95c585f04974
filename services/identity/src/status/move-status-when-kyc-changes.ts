import { CaseApproved, CaseRejected, CaseResubmissionRequested, CaseSubmitted } from '@hissa/contracts/kyc'
import { reaction, type ReactionTable } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** The consumer of each event of a case, and what the event says; `users/user-status.ts` has the status that follows. */
const OUTCOMES = [
  [CaseSubmitted, 'identity-move-status-when-kyc-submitted', 'submitted'],
  [CaseApproved, 'identity-move-status-when-kyc-approved', 'approved'],
  [CaseRejected, 'identity-move-status-when-kyc-rejected', 'rejected'],
  [CaseResubmissionRequested, 'identity-move-status-when-kyc-resubmission-requested', 'resubmission-requested'],
] as const

@Injectable()
export class MoveStatusWhenKycChanges implements ReactionTable {
  readonly reactions = OUTCOMES.map(([on, consumer, outcome]) =>
    reaction(on, consumer, ({ data, time, version }, session) => {
      const { userId, caseId } = data
      const fact = { kind: 'kyc' as const, outcome, caseId, version, at: new Date(time) }
      return this.status.learnAbout(userId, fact, session)
    }),
  )

  constructor(private readonly status: MoveStatus) {}
}
