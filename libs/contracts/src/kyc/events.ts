import * as z from 'zod/mini'
import { defineEvent, id } from '../core.js'

const subject = { caseId: id, userId: id }
/** Reasons in the form that is safe to show the applicant. */
const reasonCodes = z.array(z.string())

/** The applicant has submitted the case. Also published when a rule approves it in the same transaction. */
export const CaseSubmitted = defineEvent({ type: 'kyc.case.submitted.v1', data: z.object(subject) })

export const CaseApproved = defineEvent({ type: 'kyc.case.approved.v1', data: z.object(subject) })

/** A changed list names the person of an approved case, so that it is under review again. Nothing says why. */
export const CaseReopened = defineEvent({ type: 'kyc.case.reopened.v1', data: z.object(subject) })

/** Two reviewers have dismissed what reopened the case, so that it is approved again. */
export const CaseCleared = defineEvent({ type: 'kyc.case.cleared.v1', data: z.object(subject) })

export const CaseRejected = defineEvent({ type: 'kyc.case.rejected.v1', data: z.object({ ...subject, reasonCodes }) })

/** The applicant must submit something again; the case stays open. */
export const CaseResubmissionRequested = defineEvent({
  type: 'kyc.case.resubmissionRequested.v1',
  data: z.object({ ...subject, reasonCodes }),
})
