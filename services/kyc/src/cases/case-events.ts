import type { CloudEvent } from '@hissa/contracts'
import {
  CaseApproved,
  CaseRejected,
  CaseResubmissionRequested,
  CaseSubmitted,
  disclosedReasons,
} from '@hissa/contracts/kyc'
import { newEvent } from '@hissa/messaging'
import type { Case, CaseEvent } from './case.js'

/** The facts of a decision as they are published: the applicant hears them too, so with the reasons that may be told. */
export const caseEvents = (current: Case, events: readonly CaseEvent[], time: Date): CloudEvent[] =>
  events.map((event) => {
    const { caseId, userId, version } = current
    const envelope = { aggregateId: caseId, version, time }
    const subject = { caseId, userId }
    switch (event.type) {
      case 'submitted':
        return newEvent(CaseSubmitted, { ...envelope, data: subject })
      case 'approved':
        return newEvent(CaseApproved, { ...envelope, data: subject })
      case 'rejected':
        return newEvent(CaseRejected, {
          ...envelope,
          data: { ...subject, reasonCodes: disclosedReasons(event.reasonCodes) },
        })
      case 'resubmissionRequested':
        return newEvent(CaseResubmissionRequested, {
          ...envelope,
          data: { ...subject, reasonCodes: disclosedReasons(event.reasonCodes) },
        })
    }
  })
