import { alreadyPending, notPending } from '@hissa/approvals'
import { problem, ProblemError, validationProblem } from '@hissa/kernel'
import type { Refusal } from './case.js'

export const caseNotFound = () => problem('NOT_FOUND', 404, 'There is no such case.')

export const reasonRequired = () =>
  problem('REASON_REQUIRED', 403, 'Claim the case, or say why its pictures must be seen.')

/** Returns VALIDATION_FAILED for a decision that needs a note. */
export const noteRequired = () =>
  validationProblem([{ path: '/note', code: 'required', message: 'Give a reason in the note' }], 422)

/** Converts the refusal of a command into the caller's problem. */
export function refusalProblem(refusal: Refusal): ProblemError {
  switch (refusal.code) {
    case 'KYC_NOT_OPEN':
      return problem('KYC_NOT_OPEN', 409, 'This case cannot be changed any more.')
    case 'KYC_NOT_IN_REVIEW':
      return problem('KYC_NOT_IN_REVIEW', 409, 'This case is not waiting for a decision.')
    case 'UPLOADS_MISSING':
      return problem('UPLOADS_MISSING', 422, `Pictures are missing: ${refusal.kinds.join(', ')}.`, {
        kinds: refusal.kinds,
      })
    case 'ALREADY_CLAIMED':
      return problem('ALREADY_CLAIMED', 409, 'Somebody else has claimed this case.', { assignee: refusal.assignee })
    case 'NOT_CLAIMED':
      return problem('NOT_CLAIMED', 409, 'Claim the case before you decide it.')
    case 'VERSION_CONFLICT':
      return problem('VERSION_CONFLICT', 409, 'The case has changed since you read it.')
    case 'OWN_CASE':
      return problem('FORBIDDEN', 403, 'Nobody reviews their own case.')
    case 'AWAITING_SECOND_REVIEWER':
      return ProblemError.of(alreadyPending(undefined).error)
    case 'NOT_PROPOSED':
      return ProblemError.of(notPending().error)
    case 'REASONS_REQUIRED':
      return validationProblem([{ path: '/reasonCodes', code: 'required', message: 'Give at least one reason' }], 422)
    case 'REASONS_FINAL':
      return validationProblem(
        [{ path: '/reasonCodes', code: 'final', message: 'One of these reasons ends the case: reject it' }],
        422,
      )
  }
}
