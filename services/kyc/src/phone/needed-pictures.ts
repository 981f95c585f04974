import type { UploadKind } from '@hissa/contracts/kyc'
import { missingUploads, type Case } from '../cases/case.js'

/** Returns the pictures that an applicant still has to send: the missing ones and, after a request for more, those sent before it. */
export function neededPictures(current: Case): UploadKind[] {
  const { state, decidedAt, uploads } = current
  const isOld = ({ uploadedAt }: Case['uploads'][number]) =>
    state === 'resubmission' && decidedAt !== null && uploadedAt <= decidedAt
  return missingUploads({ ...current, uploads: uploads.filter((upload) => !isOld(upload)) })
}
