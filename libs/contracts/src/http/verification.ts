import * as z from 'zod/mini'
import {
  AttachUpload,
  GetKycStatus,
  GetOwnDetails,
  KycReadingBody,
  KycStatusBody,
  OwnDetailsBody,
  ProcessKycBody,
  ReadDocument,
  ReadKycBody,
  StartKyc,
  StartKycBody,
  SubmitKyc,
  UploadKycParts,
} from '../kyc/index.js'
import { UPLOAD_TOO_LARGE } from '../uploads.js'
import { UPLOAD_MISSING } from './errors.js'
import { CASE_ID, KYC_STATUS, MRZ_LINES, OWN_DETAILS, READING } from './examples/verification.js'
import type { Operation, OperationResponse } from './operation.js'

const tag = 'verification'
const status = (description: string): OperationResponse => ({
  status: 200,
  description,
  schema: KycStatusBody,
  example: { success: true, status: KYC_STATUS },
})

/** The parts of the form: the text fields and the image. */
const UploadForm = z.extend(UploadKycParts, { file: z.file() })

export const verification: readonly Operation[] = [
  {
    id: 'startVerification',
    method: 'post',
    path: '/api/kyc/start',
    tag,
    summary: 'Start verifying your identity',
    description: 'Opens a case, or returns the open one.',
    calls: [StartKyc],
    headers: ['Accept-Language'],
    body: { schema: StartKycBody, example: { documentType: 'passport', issuingCountry: 'GBR' } },
    response: status('The case.'),
  },
  {
    id: 'uploadDocument',
    method: 'post',
    path: '/api/kyc/upload',
    tag,
    summary: 'Upload a picture of a document',
    description:
      'A JPEG, PNG or WebP picture of at most 10 MB. The type is read from its bytes, and the picture is encoded again. A ' +
      'second upload of a kind replaces the first. A passport needs `front`. An Emirates ID needs `front` and `back`.',
    calls: [AttachUpload],
    headers: ['Accept-Language'],
    body: {
      schema: UploadForm,
      contentType: 'multipart/form-data',
      example: { caseId: CASE_ID, kind: 'front', file: '(the bytes of front.jpg)' },
    },
    response: status('The case with the upload.'),
    errors: [UPLOAD_MISSING, UPLOAD_TOO_LARGE],
  },
  {
    id: 'readVerificationDocument',
    method: 'post',
    path: '/api/kyc/read',
    tag,
    summary: 'Read your document from its picture',
    description:
      'Reads the machine-readable lines of the uploaded picture and compares them with your profile. A picture is read once. ' +
      'Nothing is submitted: check the lines, correct them if necessary, and submit them.',
    calls: [ReadDocument],
    body: { schema: ReadKycBody, example: { caseId: CASE_ID } },
    response: {
      status: 200,
      description: 'What was read, or in `refusal` why nothing was.',
      schema: KycReadingBody,
      example: { success: true, reading: READING },
    },
  },
  {
    id: 'submitVerification',
    method: 'post',
    path: '/api/kyc/process',
    tag,
    summary: 'Submit your identity for verification',
    description:
      'Send the machine-readable lines as typed, or as read from the picture. A line with a wrong check digit is an invalid field. Set `confirmMrz` if ' +
      'the document really says this. The case then goes to a reviewer.',
    calls: [SubmitKyc],
    headers: ['Accept-Language'],
    body: { schema: ProcessKycBody, example: { caseId: CASE_ID, mrzLines: MRZ_LINES } },
    response: status('The case, approved automatically or under review.'),
  },
  {
    id: 'getVerificationStatus',
    method: 'get',
    path: '/api/kyc/status',
    tag,
    summary: 'Read the state of your verification',
    calls: [GetKycStatus],
    headers: ['Accept-Language'],
    response: status('Your latest case. `state` is `not_started` if there is none.'),
  },
  {
    id: 'getOwnDetails',
    method: 'get',
    path: '/api/kyc/details',
    tag,
    summary: 'Read your verified details',
    description:
      'Name, date of birth, nationality and document as verified, with the number masked, and the status of each picture. ' +
      'Nobody else’s details can be read.',
    calls: [GetOwnDetails],
    response: {
      status: 200,
      description: 'What verification holds of you. `person` and `document` are null until your identity is verified.',
      schema: OwnDetailsBody,
      example: { success: true, details: OWN_DETAILS },
    },
  },
]
