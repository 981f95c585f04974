import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime, Locale, version } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND, VERSION_CONFLICT } from '../errors.js'
import { cleanName } from '../names.js'
import { DocumentType, UploadKind } from './documents.js'
import {
  KYC_ALREADY_APPROVED,
  KYC_CLOSED,
  KYC_IN_REVIEW,
  KYC_NOT_OPEN,
  PROFILE_REQUIRED,
  UPLOADS_MISSING,
} from './errors.js'
import {
  QuarantinedFile,
  UPLOAD_GONE,
  UPLOAD_TOO_LARGE,
  UPLOAD_TYPE_REFUSED,
  UPLOAD_UNREADABLE,
  UPLOADS_BUSY,
} from '../uploads.js'

/** ISO 3166-1 alpha-3, or UTO, the specimen state of ICAO 9303. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{3}$/))

export const CaseState = z.enum(['collecting', 'in_review', 'resubmission', 'approved', 'rejected'])
export type CaseState = z.infer<typeof CaseState>

export const Risk = z.enum(['low', 'medium', 'high'])
export type Risk = z.infer<typeof Risk>

/** Why a case is not approved automatically. Shown to staff only. */
export const ReviewReason = z.enum([
  /** No list is loaded, or outside local mode one is older than allowed. */
  'NO_SANCTIONS_LIST',
  'SANCTIONS_NAME_MATCH',
  'SANCTIONS_CLOSE_NAME',
  'SANCTIONS_WEAK_ALIAS',
  /** The names differ, or one has too many words to be compared in every way. */
  'NAME_MISMATCH',
  'NAME_SCRIPT_DIFFERS',
  'BIRTH_DATE_MISMATCH',
  'NATIONALITY_MISMATCH',
  'ISSUING_STATE_MISMATCH',
  'SPECIMEN_DOCUMENT',
  'DOCUMENT_EXPIRED',
  'MRZ_CHECK_DIGIT',
  'MRZ_FIELD',
  'UNDER_AGE',
  /** Stated by the applicant, or a name on a list of politically exposed people. */
  'POLITICALLY_EXPOSED',
  'EMIRATES_ID_CHECKSUM',
  'DUPLICATE_DOCUMENT',
  'FORGED_DOCUMENT',
  'HIGH_RISK_COUNTRY',
  'MONITORED_COUNTRY',
  /** Outside local mode: nobody has looked at the picture. Reading its lines doesn't show that it is genuine. */
  'PICTURE_NOT_READ',
])
export type ReviewReason = z.infer<typeof ReviewReason>

export const Stage = z.object({
  key: z.enum(['received', 'checking', 'extra_information', 'decision']),
  state: z.enum(['done', 'current', 'upcoming', 'skipped']),
  at: z.nullable(isoDateTime),
})

export const NextAction = z.object({
  code: z.enum(['start', 'upload', 'submit', 'wait', 'fix', 'start_again', 'invest', 'contact_support']),
  text: z.string(),
  /** The images that are still to be uploaded. */
  kinds: z.array(UploadKind),
})

/** A case as its applicant sees it. Without a case, `caseId` is null and `state` is `not_started`. */
export const KycStatus = z.object({
  caseId: z.nullable(id),
  state: z.union([CaseState, z.literal('not_started')]),
  documentType: z.nullable(DocumentType),
  issuingCountry: z.nullable(CountryCode),
  uploads: z.array(z.object({ documentId: id, kind: UploadKind, uploadedAt: isoDateTime })),
  stages: z.array(Stage),
  /** In plain words, in the requested language. */
  reasons: z.array(z.object({ code: z.string(), text: z.string(), fix: z.nullable(z.string()) })),
  nextAction: NextAction,
  /** Target time for the review by a person. Null if no review is needed. */
  expectedBy: z.nullable(isoDateTime),
  submittedAt: z.nullable(isoDateTime),
  decidedAt: z.nullable(isoDateTime),
  version,
})
export type KycStatus = z.infer<typeof KycStatus>

const locale = z._default(Locale, 'en')

/** Opens a case, or returns the open one; if it is not submitted, its document type and country are updated. */
export const StartKyc = defineRpc({
  name: 'kyc.start',
  access: 'user',
  input: z.object({ documentType: DocumentType, issuingCountry: CountryCode, locale }),
  output: z.object({ status: KycStatus }),
  errors: [KYC_ALREADY_APPROVED, KYC_IN_REVIEW, KYC_CLOSED],
})

/**
 * Takes an uploaded image out of quarantine, re-encodes it and stores it under the subject's key. A second upload of
 * the same kind replaces the first.
 */
export const AttachUpload = defineRpc({
  name: 'kyc.attachUpload',
  access: 'user',
  timeoutMs: 20_000,
  input: z.object({
    caseId: id,
    kind: UploadKind,
    ...QuarantinedFile,
    locale,
  }),
  output: z.object({ documentId: id, kind: UploadKind, widthPx: z.int(), heightPx: z.int(), status: KycStatus }),
  errors: [
    NOT_FOUND,
    KYC_NOT_OPEN,
    UPLOAD_GONE,
    UPLOAD_TYPE_REFUSED,
    UPLOAD_TOO_LARGE,
    UPLOAD_UNREADABLE,
    UPLOADS_BUSY,
  ],
})

/**
 * Submits the case with the machine-readable lines as typed. Lines that cannot be correct are invalid fields: `path` is
 * `/mrzLines/<index>`, and the message names the failing check digit. `confirmMrz` confirms that the document shows
 * these characters; then staff review the failing digit.
 */
export const SubmitKyc = defineRpc({
  name: 'kyc.submit',
  access: 'user',
  timeoutMs: 10_000,
  input: z.object({
    caseId: id,
    mrzLines: z.array(z.string().check(z.maxLength(60))).check(z.minLength(2), z.maxLength(3)),
    /** The name in its original script, if the document shows one. */
    originalName: z.optional(z.string().check(z.overwrite(cleanName), z.maxLength(200))),
    politicallyExposed: z._default(z.boolean(), false),
    confirmMrz: z._default(z.boolean(), false),
    locale,
  }),
  output: z.object({ status: KycStatus }),
  errors: [NOT_FOUND, KYC_NOT_OPEN, UPLOADS_MISSING, INVALID_FIELDS, PROFILE_REQUIRED, VERSION_CONFLICT],
})

/** Returns the caller's latest case. */
export const GetKycStatus = defineRpc({
  name: 'kyc.getStatus',
  access: 'user',
  callers: ['chat'],
  input: z.object({ locale }),
  output: z.object({ status: KycStatus }),
  errors: [],
})
