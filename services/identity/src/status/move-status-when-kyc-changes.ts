import {
  CaseApproved,
  CaseCleared,
  CaseRejected,
  CaseReopened,
  CaseResubmissionRequested,
  CaseSubmitted,
} from '@hissa/contracts/kyc'
import { reaction, type ReactionTable } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import { MoveStatus } from './move-status.js'

/** The consumer and the outcome of each case event; `users/user-status.ts` derives the status. */
const OUTCOMES = [
  [CaseSubmitted, 'identity-move-status-when-kyc-submitted', 'submitted'],
  [CaseApproved, 'identity-move-status-when-kyc-approved', 'approved'],
  [CaseReopened, 'identity-move-status-when-kyc-reopened', 'reopened'],
  [CaseCleared, 'identity-move-status-when-kyc-cleared', 'cleared'],
  [CaseRejected, 'identity-move-status-when-kyc-rejected', 'rejected'],
  [CaseResubmissionRequested, 'identity-move-status-when-kyc-resubmission-requested', 'resubmission-requested'],
] as const

@Injectable()
export class MoveStatusWhenKycChanges implements ReactionTable {
  readonly reactions = OUTCOMES.map(([on, consumer, outcome]) =>
    reaction(on, consumer, ({ data, time, version }, session) => {
      const { userId, caseId } = data
      const event = { kind: 'kyc' as const, outcome, caseId, version, at: new Date(time) }
      return this.status.applyEvent(userId, event, session)
    }),
  )

  constructor(private readonly status: MoveStatus) {}
}
