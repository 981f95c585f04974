import * as z from 'zod/mini'
import {
  AttachFromPhone,
  CreatePhoneLink,
  EndPhoneLink,
  GetPhoneTask,
  OpenPhoneLink,
  OpenPhoneLinkBody,
  PhoneLinkAnswer,
  PhoneLinkBody,
  PhoneUploadParts,
} from '../kyc/index.js'
import { UPLOAD_TOO_LARGE } from '../uploads.js'
import { UPLOAD_MISSING } from './errors.js'
import { CASE_ID } from './examples/verification.js'
import { success, type Operation } from './operation.js'

const tag = 'verification'
const TOKEN = 'dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgdG9rZW4hISE'
const KEY = 'dGhpcyBpcyBhbiBleGFtcGxlIG9mIGFuIHVwbG9hZCE'
const EXPIRES_AT = '2026-11-22T07:20:00.000Z'
const TASK = { documentType: 'passport', kinds: ['front'], expiresAt: EXPIRES_AT }
const body = { schema: PhoneLinkBody, example: { caseId: CASE_ID } }

export const phone: readonly Operation[] = [
  {
    id: 'createPhoneLink',
    method: 'post',
    path: '/api/kyc/phone-link',
    tag,
    summary: 'Continue your verification on a phone',
    description:
      'Creates a link for 15 minutes, with which one phone can send the pictures that the case lacks, and do nothing else. ' +
      'It replaces an earlier link.',
    calls: [CreatePhoneLink],
    body,
    response: {
      status: 200,
      description: 'The address for the phone, and its QR code as an SVG path.',
      schema: PhoneLinkAnswer,
      example: {
        ...{ success: true, address: `https://hissa.example/phone-upload#${TOKEN}` },
        ...{ qr: { path: 'M4 4h1v1h-1z', size: 41 }, expiresAt: EXPIRES_AT },
      },
    },
  },
  {
    id: 'endPhoneLink',
    method: 'post',
    path: '/api/kyc/phone-link/end',
    tag,
    summary: 'End the link to a phone',
    calls: [EndPhoneLink],
    body,
    response: {
      ...{ status: 200, description: 'The link has ended.', schema: success(EndPhoneLink.output) },
      example: { success: true },
    },
  },
  {
    id: 'openPhoneLink',
    method: 'post',
    path: '/api/kyc/phone/open',
    tag,
    summary: 'Open a link on a phone',
    description: 'Exchanges the token of the link for a key, once. Needs no session, and creates none.',
    calls: [OpenPhoneLink],
    body: { schema: OpenPhoneLinkBody, example: { token: TOKEN } },
    response: {
      status: 200,
      description: 'The key, and what the phone can send with it.',
      schema: success(OpenPhoneLink.output),
      example: { success: true, ...TASK, uploadKey: KEY },
    },
  },
  {
    id: 'uploadFromPhone',
    method: 'post',
    path: '/api/kyc/phone/upload',
    tag,
    summary: 'Send a missing picture from a phone',
    description: 'As `/api/kyc/upload`, for a picture that the case lacks. The last missing picture ends the link.',
    calls: [GetPhoneTask, AttachFromPhone],
    headers: ['Upload-Key'],
    body: {
      schema: z.extend(PhoneUploadParts, { file: z.file() }),
      contentType: 'multipart/form-data',
      example: { kind: 'front', file: '(the bytes of front.jpg)' },
    },
    response: {
      ...{ status: 200, description: 'What is still missing.', schema: success(AttachFromPhone.output) },
      example: { success: true, ...TASK, kinds: [] },
    },
    errors: [UPLOAD_MISSING, UPLOAD_TOO_LARGE],
  },
]
