import * as z from 'zod/mini'
import { defineError } from './result.js'

/** The largest file that is accepted. */
export const UPLOAD_LIMIT_BYTES = 10_000_000

/** A file that one service passes to another in quarantine: its reference, and the only copy of its key. */
export const QuarantinedFile = {
  objectRef: z.string().check(z.maxLength(200)),
  key: z.string().check(z.maxLength(64)),
}

export const UPLOAD_GONE = defineError({
  code: 'UPLOAD_GONE',
  status: 409,
  description: 'The uploaded object does not exist or belongs to another user. Upload the file again.',
})

export const UPLOAD_TYPE_REFUSED = defineError({
  code: 'UPLOAD_TYPE_REFUSED',
  status: 422,
  description:
    'The upload is not of a type that is accepted here, or it also contains another kind of file. Pictures are JPEG, PNG or WebP; a title deed can also be a PDF.',
})

export const UPLOAD_TOO_LARGE = defineError({
  code: 'UPLOAD_TOO_LARGE',
  status: 413,
  description: 'The file is larger than 10 MB.',
})

export const UPLOAD_UNREADABLE = defineError({
  code: 'UPLOAD_UNREADABLE',
  status: 422,
  description: 'The picture is damaged, too small or has too many pixels. Take it again.',
})

export const UPLOADS_BUSY = defineError({
  code: 'UPLOADS_BUSY',
  status: 503,
  description: 'Too many pictures are being processed, in total or for this user. Try again in a minute.',
})
