import { alreadyPending, notPending } from '@hissa/approvals'
import {
  FORBIDDEN,
  NOT_FOUND,
  refuse,
  refuseFields,
  VERSION_CONFLICT,
  type AnyError,
  type FieldError,
  type Refused,
} from '@hissa/contracts'
import {
  ALREADY_CLAIMED,
  CLAIM_ENDED,
  EVIDENCE_NOT_OPENED,
  KYC_NOT_IN_REVIEW,
  KYC_NOT_OPEN,
  NOT_CLAIMED,
  REASON_REQUIRED,
  UPLOADS_MISSING,
  type UploadKind,
} from '@hissa/contracts/kyc'
import type { Command, Refusal, RefusalByCode, RefusalOf } from './case.js'

/** Returns NOT_FOUND for a case that does not exist, or that the caller may not see. */
export const caseNotFound = () => refuse(NOT_FOUND, 'There is no such case.')

/** Returns REASON_REQUIRED for viewing pictures without a claim or a reason. */
export const reasonRequired = () => refuse(REASON_REQUIRED, 'Claim the case, or give a reason to view its pictures.')

/** Returns EVIDENCE_NOT_OPENED for an approval of pictures or data that the reviewer hasn't looked at. */
export const evidenceNotOpened = (missing: { kinds: UploadKind[]; details: boolean }) =>
  refuse(EVIDENCE_NOT_OPENED, 'Look at every picture and at the unmasked details before you approve.', missing)

/** Returns CLAIM_ENDED for a claim that was not renewed in time. */
export const claimEnded = () => refuse(CLAIM_ENDED, 'Your claim on this case has ended. Claim it again.')

/** Returns the error for a decision without a required note (VALIDATION_FAILED 422). */
export const noteRequired = () =>
  refuseFields([{ path: '/note', code: 'required', message: 'Give a reason in the note' }])

const refuseReasons = (fault: Omit<FieldError, 'path'>) => refuseFields([{ path: '/reasonCodes', ...fault }])

const ERRORS = {
  KYC_NOT_OPEN: () => refuse(KYC_NOT_OPEN, 'This case can no longer be changed.'),
  KYC_NOT_IN_REVIEW: () => refuse(KYC_NOT_IN_REVIEW, 'This case is not under review.'),
  UPLOADS_MISSING: ({ kinds }: RefusalByCode['UPLOADS_MISSING']) =>
    refuse(UPLOADS_MISSING, `Pictures are missing: ${kinds.join(', ')}.`, { kinds }),
  ALREADY_CLAIMED: ({ assignee }: RefusalByCode['ALREADY_CLAIMED']) =>
    refuse(ALREADY_CLAIMED, 'Another reviewer has claimed this case.', { assignee }),
  NOT_CLAIMED: () => refuse(NOT_CLAIMED, 'Claim the case before you decide it.'),
  CLAIM_ENDED: () => claimEnded(),
  VERSION_CONFLICT: () => refuse(VERSION_CONFLICT, 'The case has changed since you read it.'),
  OWN_CASE: () => refuse(FORBIDDEN, 'Reviewers cannot review their own case.'),
  AWAITING_SECOND_REVIEWER: () => alreadyPending(undefined),
  NOT_PROPOSED: () => notPending(),
  REASONS_REQUIRED: () => refuseReasons({ code: 'required', message: 'Give at least one reason' }),
  REASONS_FINAL: () =>
    refuseReasons({ code: 'final', message: 'One of these reasons is final: reject the case instead' }),
} satisfies { [Code in Refusal['code']]: (refusal: RefusalByCode[Code]) => Refused<AnyError> }

type ErrorByCode = { [Code in Refusal['code']]: ReturnType<(typeof ERRORS)[Code]>['error'] }
type RefusalError<R extends Refusal> = ErrorByCode[R['code']]

/** The errors of a command. */
export type CommandError<C extends Command> = RefusalError<RefusalOf<C>>

/** Converts the refusal of a command into the error of the call. */
export function refuseCommand<R extends Refusal>(refusal: R): Refused<RefusalError<R>> {
  const toError: (refusal: never) => Refused<AnyError> = ERRORS[refusal.code]
  return toError(refusal as never) as Refused<RefusalError<R>>
}
