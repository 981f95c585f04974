import {
  UPLOAD_LIMIT_BYTES,
  type Caption,
  type PictureList,
  type PropertyRecord,
  type UploadedKind,
} from '@hissa/contracts/property'
import { isApiError, isConnectionLost } from '../../../api/problem.js'
import { sendForm } from '../../../api/send-form.js'
import type { SessionStore } from '../../../api/session.js'
import type { MessageId } from '../../../i18n/i18n.js'

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** What staff state about a picture. */
export interface PictureWords {
  kind: UploadedKind
  caption: Caption
}
export type CaptionFaults = Partial<Record<keyof Caption, 'missing' | 'not_arabic'>>

/** Returns the problem of a file before its upload. The server checks its bytes anyway. */
export function fileFault({ type, size }: Pick<File, 'type' | 'size'>): MessageId | undefined {
  if (!PICTURE_TYPES.includes(type)) return 'offerings.pictures.fault.type'
  return size > UPLOAD_LIMIT_BYTES ? 'offerings.pictures.fault.large' : undefined
}

/** Returns what is wrong with a caption; empty if it can be saved. */
export function faultsOf({ en, ar }: Caption): CaptionFaults {
  const faults: CaptionFaults = {}
  if (en.trim() === '') faults.en = 'missing'
  if (ar.trim() === '') faults.ar = 'missing'
  else if (!/\p{Script=Arabic}/u.test(ar)) faults.ar = 'not_arabic'
  return faults
}

const REFUSALS: Record<string, MessageId> = {
  UPLOAD_TYPE_REFUSED: 'offerings.pictures.fault.type',
  UPLOAD_TOO_LARGE: 'offerings.pictures.fault.large',
  UPLOAD_UNREADABLE: 'offerings.pictures.fault.unreadable',
  UPLOADS_BUSY: 'offerings.pictures.fault.busy',
  PICTURE_EXISTS: 'offerings.pictures.fault.exists',
  PICTURES_FULL: 'offerings.pictures.fault.full',
  VERSION_CONFLICT: 'offerings.pictures.fault.overtaken',
  PROPERTY_PUBLISHED: 'offerings.refused.published',
  VALIDATION_FAILED: 'offerings.pictures.fault.captions',
  FORBIDDEN: 'offerings.refused.forbidden',
}

/** Returns the message for pictures that were not saved. */
export function pictureRefusal(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && REFUSALS[error.code]) || 'offerings.refused.failed'
}

/** Returns the list to send for pictures as they are shown. */
export const listOf = (pictures: readonly (PictureWords & { pictureId: string })[]): PictureList =>
  pictures.map(({ pictureId, kind, caption: { en, ar } }) => ({
    ...{ pictureId, kind },
    caption: { en: en.trim(), ar: ar.trim() },
  }))

interface UploadRequest extends PictureWords {
  propertyId: string
  file: File
  /** The same for each attempt, so that a picture is added once. */
  idempotencyKey: string
  onProgress: (share: number) => void
}

/** Uploads a picture of a draft; resolves to the property with it, or to the error. */
export async function uploadPicture(
  session: SessionStore | null,
  { propertyId, file, kind, caption, idempotencyKey, onProgress }: UploadRequest,
) {
  const body = new FormData()
  body.append('kind', kind)
  body.append('captionEn', caption.en.trim())
  body.append('captionAr', caption.ar.trim())
  body.append('file', file)
  const url = `/property-records/${encodeURIComponent(propertyId)}/pictures`
  const { data, error } = await sendForm(session, { url, body, idempotencyKey, onProgress })
  return error ? { error } : { property: (data as { property: PropertyRecord }).property }
}
