import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime } from '../core.js'
import { NOT_FOUND } from '../errors.js'
import { defineError } from '../result.js'
import {
  QuarantinedFile,
  UPLOAD_GONE,
  UPLOAD_TOO_LARGE,
  UPLOAD_TYPE_REFUSED,
  UPLOAD_UNREADABLE,
  UPLOADS_BUSY,
} from '../uploads.js'
import { DocumentType, UploadKind } from './documents.js'
import { KYC_NOT_OPEN } from './errors.js'

/** How long a link to a phone is valid. */
export const PHONE_LINK_MINUTES = 15

export const PHONE_LINK_ENDED = defineError({
  code: 'PHONE_LINK_ENDED',
  status: 410,
  description:
    'The link is unknown, was opened already, was replaced or ended, its time is over, or its case is submitted. Create another.',
})

export const PICTURE_NOT_MISSING = defineError({
  code: 'PICTURE_NOT_MISSING',
  status: 409,
  description: 'A phone may only send pictures that the case lacks, and it lacks none or not this one.',
})

/** 32 random bytes in base64url. Only their hashes are stored. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/))

/** What a phone may send, and until when. Nothing about the person. */
const PhoneTask = z.object({ documentType: DocumentType, kinds: z.array(UploadKind), expiresAt: isoDateTime })
export type PhoneTask = z.infer<typeof PhoneTask>

/** Creates the link with which a phone can send the missing pictures of a case. It replaces an earlier link. */
export const CreatePhoneLink = defineRpc({
  name: 'kyc.createPhoneLink',
  access: 'user',
  input: z.object({ caseId: id }),
  output: z.object({ token: secret, expiresAt: isoDateTime }),
  errors: [NOT_FOUND, KYC_NOT_OPEN, PICTURE_NOT_MISSING],
})

/** Ends the link of a case. Repeating it changes nothing. */
export const EndPhoneLink = defineRpc({
  name: 'kyc.endPhoneLink',
  access: 'user',
  input: z.object({ caseId: id }),
  output: z.object({}),
  errors: [NOT_FOUND],
})

/** Exchanges the token of a link for the key of one phone. The token is void afterwards. Creates no session. */
export const OpenPhoneLink = defineRpc({
  name: 'kyc.openPhoneLink',
  access: 'public',
  input: z.object({ token: secret }),
  output: z.extend(PhoneTask, { uploadKey: secret }),
  errors: [PHONE_LINK_ENDED],
})

/** Returns what the phone with this key may still send. */
export const GetPhoneTask = defineRpc({
  name: 'kyc.getPhoneTask',
  access: 'public',
  input: z.object({ uploadKey: secret }),
  output: PhoneTask,
  errors: [PHONE_LINK_ENDED],
})

/** Stores a missing picture, as `kyc.attachUpload` does, and returns what is still missing. The last one ends the link. */
export const AttachFromPhone = defineRpc({
  name: 'kyc.attachFromPhone',
  access: 'public',
  timeoutMs: 20_000,
  input: z.object({ uploadKey: secret, kind: UploadKind, ...QuarantinedFile }),
  output: PhoneTask,
  errors: [
    PHONE_LINK_ENDED,
    PICTURE_NOT_MISSING,
    UPLOAD_GONE,
    UPLOAD_TYPE_REFUSED,
    UPLOAD_TOO_LARGE,
    UPLOAD_UNREADABLE,
    UPLOADS_BUSY,
  ],
})

/** `POST /kyc/phone-link` and `/kyc/phone-link/end` */
export const PhoneLinkBody = z.object({ caseId: id })
/** Response of `POST /kyc/phone-link`: the address for the phone, and its QR code as an SVG path in a square of `size`. */
export const PhoneLinkAnswer = z.object({
  success: z.literal(true),
  address: z.string(),
  qr: z.object({ path: z.string(), size: z.int() }),
  expiresAt: isoDateTime,
})
export type PhoneLinkAnswer = z.infer<typeof PhoneLinkAnswer>
/** `POST /kyc/phone/open` */
export const OpenPhoneLinkBody = z.object({ token: secret })
/** `POST /kyc/phone/upload`: the text parts of the multipart body, besides `file`. */
export const PhoneUploadParts = z.object({ kind: UploadKind })
