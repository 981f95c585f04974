import type { CloudEvent } from '@hissa/contracts'
import {
  CaseApproved,
  CaseCleared,
  CaseRejected,
  CaseReopened,
  CaseResubmissionRequested,
  CaseSubmitted,
  disclosedReasons,
} from '@hissa/contracts/kyc'
import { newEvent } from '@hissa/messaging'
import type { Case, CaseEvent } from './case.js'

/**
 * Returns the events to publish. They contain only reasons that may be disclosed, because applicants receive them too.
 */
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
      case 'reopened':
        return newEvent(CaseReopened, { ...envelope, data: subject })
      case 'cleared':
        return newEvent(CaseCleared, { ...envelope, data: subject })
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
