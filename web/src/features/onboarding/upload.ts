import { UPLOAD_LIMIT_BYTES, type UploadKind } from '@hissa/contracts/kyc'
import type { SessionStore } from '../../api/session.js'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { sendForm } from '../../api/send-form.js'
import type { MessageId } from '../../i18n/i18n.js'

export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** Returns the problem of a file before the upload. The server checks its bytes anyway. */
export function fileFault(file: Pick<File, 'type' | 'size'>): MessageId | null {
  if (!ACCEPTED_TYPES.includes(file.type)) return 'onboarding.upload.type'
  if (file.size > UPLOAD_LIMIT_BYTES) return 'onboarding.upload.large'
  return null
}

/** Returns the message for a rejected upload. */
export function uploadError(error: ApiError): MessageId {
  if (isConnectionLost(error)) return 'onboarding.upload.connectionLost'
  switch (error.code) {
    case 'UPLOAD_TYPE_REFUSED':
      return 'onboarding.upload.type'
    case 'UPLOAD_TOO_LARGE':
      return 'onboarding.upload.large'
    case 'UPLOAD_UNREADABLE':
      return 'onboarding.upload.unreadable'
    case 'UPLOADS_BUSY':
      return 'onboarding.upload.busy'
    case 'KYC_NOT_OPEN':
      return 'onboarding.identity.notOpen'
    case 'PHONE_LINK_ENDED':
    case 'PICTURE_NOT_MISSING':
      return 'onboarding.phone.endedText'
    case 'UPLOAD_GONE':
    default:
      return 'onboarding.upload.failed'
  }
}

interface UploadInput {
  caseId: string
  kind: UploadKind
  file: File
  onProgress: (share: number) => void
}

/**
 * Uploads one image and reports the progress from 0 to 1. The image isn't stored in the browser. Resolves to null or to the error.
 */
export async function uploadDocument(
  session: SessionStore | null,
  { caseId, kind, file, onProgress }: UploadInput,
): Promise<ApiError | null> {
  const body = new FormData()
  body.append('caseId', caseId)
  body.append('kind', kind)
  body.append('file', file)
  const { error } = await sendForm(session, { url: '/kyc/upload', body, onProgress })
  return error ?? null
}
