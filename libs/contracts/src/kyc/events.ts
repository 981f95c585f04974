import * as z from 'zod/mini'
import { defineEvent, id } from '../core.js'

const subject = { caseId: id, userId: id }
/** As the applicant may hear them (`ToldReason`). */
const reasonCodes = z.array(z.string())

/** The applicant has handed the case in. Published also when a rule approves it in the same transaction. */
export const CaseSubmitted = defineEvent({ type: 'kyc.case.submitted.v1', data: z.object(subject) })

export const CaseApproved = defineEvent({ type: 'kyc.case.approved.v1', data: z.object(subject) })

export const CaseRejected = defineEvent({ type: 'kyc.case.rejected.v1', data: z.object({ ...subject, reasonCodes }) })

/** The applicant has to hand in something again; the case stays open. */
export const CaseResubmissionRequested = defineEvent({
  type: 'kyc.case.resubmissionRequested.v1',
  data: z.object({ ...subject, reasonCodes }),
})
