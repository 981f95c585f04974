import { CaseApproved, CaseRejected, CaseResubmissionRequested, CaseSubmitted } from '@hissa/contracts/kyc'
import { reaction, type ReactionTable } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** What each event of a case says; `users/user-status.ts` holds the status that follows. */
const OUTCOMES = [
  [CaseSubmitted, 'submitted'],
  [CaseApproved, 'approved'],
  [CaseRejected, 'rejected'],
  [CaseResubmissionRequested, 'resubmission-requested'],
] as const

@Injectable()
export class MoveStatusWhenKycChanges implements ReactionTable {
  readonly reactions = OUTCOMES.map(([on, outcome]) =>
    reaction(on, `identity-move-status-when-kyc-${outcome}`, ({ data, time, version }, session) => {
      const { userId, caseId } = data
      const fact = { kind: 'kyc' as const, outcome, caseId, version, at: new Date(time) }
      return this.status.learnAbout(userId, fact, session)
    }),
  )

  constructor(private readonly status: MoveStatus) {}
}
