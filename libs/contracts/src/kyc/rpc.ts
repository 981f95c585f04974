import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime, Locale, reasonText, version } from '../core.js'
import { cleanName } from '../names.js'
import { DecisionReason } from './reasons.js'

export const DocumentType = z.enum(['passport', 'emirates_id'])
export type DocumentType = z.infer<typeof DocumentType>

/** A passport needs `front` (the page with the photograph); an Emirates ID needs `front` and `back`. */
export const UploadKind = z.enum(['front', 'back'])
export type UploadKind = z.infer<typeof UploadKind>

/** ISO 3166-1 alpha-3, or UTO, the specimen state of ICAO 9303. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{3}$/))

export const CaseState = z.enum(['collecting', 'in_review', 'resubmission', 'approved', 'rejected'])
export type CaseState = z.infer<typeof CaseState>

export const Risk = z.enum(['low', 'medium', 'high'])
export type Risk = z.infer<typeof Risk>

/** Why a case is not approved by rule. Shown to staff only. */
export const ReviewReason = z.enum([
  'NO_SANCTIONS_LIST',
  'SANCTIONS_NAME_MATCH',
  'SANCTIONS_CLOSE_NAME',
  'SANCTIONS_WEAK_ALIAS',
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
  'POLITICALLY_EXPOSED',
  'EMIRATES_ID_CHECKSUM',
  'DUPLICATE_DOCUMENT',
  'FORGED_DOCUMENT',
  'HIGH_RISK_COUNTRY',
  'MONITORED_COUNTRY',
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
  /** What is still to be uploaded. */
  kinds: z.array(UploadKind),
})

/** A case as its applicant sees it. `caseId` is null, and `state` `not_started`, while there is none. */
export const KycStatus = z.object({
  caseId: z.nullable(id),
  state: z.union([CaseState, z.literal('not_started')]),
  documentType: z.nullable(DocumentType),
  issuingCountry: z.nullable(CountryCode),
  uploads: z.array(z.object({ documentId: id, kind: UploadKind, uploadedAt: isoDateTime })),
  stages: z.array(Stage),
  /** In plain words, in the asked language. */
  reasons: z.array(z.object({ code: z.string(), text: z.string(), fix: z.nullable(z.string()) })),
  nextAction: NextAction,
  /** The honest target: by when a person will have looked. Null when nobody has to. */
  expectedBy: z.nullable(isoDateTime),
  submittedAt: z.nullable(isoDateTime),
  decidedAt: z.nullable(isoDateTime),
  version,
})
export type KycStatus = z.infer<typeof KycStatus>

const locale = z._default(Locale, 'en')

/**
 * Opens a case, or answers the open one (then its document type and country are changed if nothing was submitted).
 * Errors: KYC_ALREADY_APPROVED 409, KYC_IN_REVIEW 409, KYC_CLOSED 409 (rejected for good).
 */
export const StartKyc = defineRpc({
  name: 'kyc.start',
  access: 'user',
  input: z.object({ documentType: DocumentType, issuingCountry: CountryCode, locale }),
  output: z.object({ status: KycStatus }),
})

/**
 * Takes an uploaded image out of quarantine, re-encodes it and stores it under the subject's key; a second upload of
 * a kind replaces the first. Errors: NOT_FOUND, KYC_NOT_OPEN 409, UPLOAD_TYPE_REFUSED 422, UPLOAD_TOO_LARGE 413,
 * UPLOAD_UNREADABLE 422, UPLOADS_BUSY 503 (too many wait, in all or of this user), UPLOAD_GONE 409 (the quarantine
 * object does not exist or the key is wrong).
 */
export const AttachUpload = defineRpc({
  name: 'kyc.attachUpload',
  access: 'user',
  timeoutMs: 20_000,
  input: z.object({
    caseId: id,
    kind: UploadKind,
    objectRef: z.string().check(z.maxLength(200)),
    key: z.string().check(z.maxLength(64)),
    locale,
  }),
  output: z.object({ documentId: id, kind: UploadKind, widthPx: z.int(), heightPx: z.int(), status: KycStatus }),
})

/**
 * Submits the case with the machine-readable lines as typed. Errors: NOT_FOUND, KYC_NOT_OPEN 409, UPLOADS_MISSING 422
 * (`kinds`), PROFILE_REQUIRED 409 (none was saved), VALIDATION_FAILED 422 with `errors[]` whose `path` is `/mrzLines/<index>` and whose message names the
 * failing check digit. `confirmMrz` says that the document really reads so: then a failing digit goes to review.
 */
export const SubmitKyc = defineRpc({
  name: 'kyc.submit',
  access: 'user',
  timeoutMs: 10_000,
  input: z.object({
    caseId: id,
    mrzLines: z.array(z.string().check(z.maxLength(60))).check(z.minLength(2), z.maxLength(3)),
    /** The name in its original script, when the document shows one. */
    originalName: z.optional(z.string().check(z.overwrite(cleanName), z.maxLength(200))),
    politicallyExposed: z._default(z.boolean(), false),
    confirmMrz: z._default(z.boolean(), false),
    locale,
  }),
  output: z.object({ status: KycStatus }),
})

/** The caller's latest case. */
export const GetKycStatus = defineRpc({
  name: 'kyc.getStatus',
  access: 'user',
  input: z.object({ locale }),
  output: z.object({ status: KycStatus }),
})

/** `second`: a decision that one reviewer has proposed and another must approve or reject. */
export const TicketView = z.enum(['unassigned', 'mine', 'second', 'all'])

/** A decision that one reviewer has proposed and another must approve. Its note is in the history. */
export const TicketProposal = z.object({
  decision: z.enum(['approve', 'reject']),
  reasonCodes: z.array(DecisionReason),
  by: id,
  at: isoDateTime,
})
export type TicketProposal = z.infer<typeof TicketProposal>

export const Ticket = z.object({
  caseId: id,
  state: CaseState,
  /** Masked: first letter of each word. */
  applicant: z.string(),
  documentType: DocumentType,
  issuingCountry: CountryCode,
  risk: Risk,
  reasons: z.array(ReviewReason),
  assignee: z.nullable(z.object({ userId: id, claimedAt: isoDateTime })),
  proposal: z.nullable(TicketProposal),
  submittedAt: isoDateTime,
  /** By when somebody has to have decided: one business day, Asia/Dubai. */
  dueAt: isoDateTime,
  overdue: z.boolean(),
  /** Whether the applicant is made up. The desk marks such cases. */
  sampleData: z.boolean(),
  version,
})
export type Ticket = z.infer<typeof Ticket>

/**
 * The queue: cases in review, soonest due first. `all` lists decided ones too, newest first. A reviewer's own case is in
 * no view and no count.
 */
export const ListTickets = defineRpc({
  name: 'kyc.listTickets',
  access: ['compliance'],
  input: z.object({
    view: z._default(TicketView, 'unassigned'),
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({
    tickets: z.array(Ticket),
    count: z.int(),
    counts: z.object({ unassigned: z.int(), mine: z.int(), second: z.int(), all: z.int() }),
    cursor: z.optional(z.string()),
  }),
})

export const ComparedField = z.object({
  field: z.enum([
    'full_name',
    'original_name',
    'document_number',
    'nationality',
    'birth_date',
    'expiry_date',
    'sex',
    'issuing_state',
  ]),
  provided: z.nullable(z.string()),
  extracted: z.nullable(z.string()),
  match: z.enum(['match', 'mismatch', 'not_comparable']),
})
export type ComparedField = z.infer<typeof ComparedField>

export const TicketDetail = z.extend(Ticket, {
  fields: z.array(ComparedField),
  /** False: names, numbers and dates are masked. */
  revealed: z.boolean(),
  mrz: z.object({
    format: z.nullable(z.string()),
    valid: z.boolean(),
    failures: z.array(z.object({ field: z.string(), line: z.int(), column: z.int(), message: z.string() })),
  }),
  screening: z.object({
    listDate: z.nullable(z.iso.date()),
    hits: z.array(
      z.object({
        list: z.string(),
        dataId: z.string(),
        reference: z.string(),
        listedName: z.string(),
        quality: z.enum(['primary', 'good', 'low', 'original_script']),
        matchedOn: z.enum(['profile_name', 'document_name', 'original_name']),
        closeness: z.enum(['exact', 'close']),
        birthDates: z.array(z.string()),
        nationalities: z.array(z.string()),
        /** How the applicant differs from the listed party. One reviewer may dismiss a hit that differs in either. */
        differs: z.array(z.enum(['birth_date', 'nationality'])),
      }),
    ),
  }),
  /** Which decisions one reviewer can only propose. Confirming a match always is one. */
  secondReviewer: z.object({ approve: z.boolean(), reject: z.boolean() }),
  rule: z.object({
    id: z.string(),
    version: z.int(),
    outcome: z.enum(['approve', 'review']),
    inputs: z.record(z.string(), z.unknown()),
  }),
  documents: z.array(
    z.object({
      documentId: id,
      kind: UploadKind,
      contentType: z.string(),
      sizeBytes: z.int(),
      uploadedAt: isoDateTime,
    }),
  ),
  history: z.array(
    z.object({
      at: isoDateTime,
      action: z.string(),
      actor: z.string(),
      reasonCodes: z.array(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
})
export type TicketDetail = z.infer<typeof TicketDetail>

/** One case. With `revealReason` unmasked; each read is audited, with the reason. Errors: NOT_FOUND. */
export const GetTicket = defineRpc({
  name: 'kyc.getTicket',
  access: ['compliance'],
  input: z.object({ caseId: id, revealReason: z.optional(reasonText(200)) }),
  output: z.object({ ticket: TicketDetail }),
})

/**
 * Takes a case; with `takeOverReason`, which is audited, also one that somebody else has claimed. Errors: NOT_FOUND,
 * ALREADY_CLAIMED 409 (`assignee`), KYC_NOT_IN_REVIEW 409, APPROVAL_PENDING 409 (another reviewer must agree first),
 * FORBIDDEN (own case).
 */
export const ClaimTicket = defineRpc({
  name: 'kyc.claimTicket',
  access: ['compliance'],
  input: z.object({ caseId: id, takeOverReason: z.optional(reasonText(200)) }),
  output: z.object({ ticket: Ticket }),
})

/**
 * Decides a case that the caller has claimed. `reasonCodes` are mandatory for `reject` and `resubmit`; what ends a case
 * (`isFinal`) goes with `reject` only. With high risk, or a screening hit that does not differ in birth date or
 * nationality, approving and rejecting only proposes it to a second reviewer (`ticket.proposal`), and so does confirming a
 * match. `note` is mandatory for a proposal and for approving in spite of a hit. Errors: NOT_FOUND, NOT_CLAIMED 409,
 * ALREADY_CLAIMED 409 (`assignee`), VERSION_CONFLICT 409, KYC_NOT_IN_REVIEW 409, APPROVAL_PENDING 409, VALIDATION_FAILED
 * 422, FORBIDDEN 403 (own case). Events: kyc.case.approved|rejected|resubmissionRequested.v1.
 */
export const DecideTicket = defineRpc({
  name: 'kyc.decideTicket',
  access: ['compliance'],
  input: z.object({
    caseId: id,
    decision: z.enum(['approve', 'reject', 'resubmit']),
    reasonCodes: z._default(z.array(DecisionReason).check(z.maxLength(10)), []),
    note: z.optional(reasonText(2_000)),
    version,
  }),
  output: z.object({ ticket: Ticket }),
})

/**
 * Decides another reviewer's proposal: `approve` carries it out, `reject` returns the case to the queue.
 * Errors: NOT_FOUND, APPROVAL_SAME_PERSON 403, FORBIDDEN 403 (own case), APPROVAL_NOT_PENDING 409,
 * APPROVAL_EVIDENCE_CHANGED 409 (the case is back in the queue), VERSION_CONFLICT 409. Events:
 * kyc.case.approved|rejected.v1.
 */
export const DecideTicketProposal = defineRpc({
  name: 'kyc.decideTicketProposal',
  access: ['compliance'],
  input: z.object({ caseId: id, verdict: z.enum(['approve', 'reject']), reason: reasonText(2_000), version }),
  output: z.object({ ticket: Ticket }),
})

/**
 * Withdraws the caller's proposal; the case returns to the queue. Errors: NOT_FOUND, FORBIDDEN 403 (own case),
 * APPROVAL_NOT_MAKER 403, APPROVAL_NOT_PENDING 409.
 */
export const WithdrawTicketProposal = defineRpc({
  name: 'kyc.withdrawTicketProposal',
  access: ['compliance'],
  input: z.object({ caseId: id }),
  output: z.object({ ticket: Ticket }),
})

/**
 * Hands a document to the gateway: a copy in the shared storage under a one-time key, read with `takeQuarantine`,
 * which deletes it. For whom the case is claimed by, for others with `revealReason`; audited, with the reason. Errors:
 * NOT_FOUND, REASON_REQUIRED 403.
 */
export const GetTicketDocument = defineRpc({
  name: 'kyc.getTicketDocument',
  access: ['compliance'],
  timeoutMs: 10_000,
  input: z.object({
    caseId: id,
    documentId: id,
    revealReason: z.optional(reasonText(200)),
  }),
  output: z.object({ objectRef: z.string(), key: z.string(), contentType: z.string(), sizeBytes: z.int() }),
})
