import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { cursor, defineRpc, id, isoDateTime, Locale, reasonText, version } from '../core.js'
import { FORBIDDEN, INVALID_FIELDS, NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT } from '../errors.js'
import { DocumentType, UploadKind } from './documents.js'
import {
  ALREADY_CLAIMED,
  CLAIM_ENDED,
  EVIDENCE_NOT_OPENED,
  KYC_NOT_IN_REVIEW,
  NOT_CLAIMED,
  REASON_REQUIRED,
} from './errors.js'
import { DecisionReason } from './reasons.js'
import { ListKind, ScreenedList } from './screening.js'
import { CaseState, CountryCode, Risk, ReviewReason } from './rpc.js'

const locale = z._default(Locale, 'en')

/**
 * `soon`: in review and due within four business hours, or overdue. `waiting`: the applicant was asked for more, so the
 * case's time is paused. `rescreened`: approved before, and in review again because a changed list names the person. `second`: a decision that one reviewer has proposed and another must approve or reject.
 */
export const TicketView = z.enum(['unassigned', 'mine', 'soon', 'waiting', 'rescreened', 'second', 'all', 'decided'])
export type TicketView = z.infer<typeof TicketView>

/** The last characters of a case's id, by which staff name it. */
export const TICKET_REFERENCE_LENGTH = 8
/** Finds one case by its id, its reference (the end of its id) or its applicant's user id. */
export const TicketSearch = z.string().check(z.regex(/^[0-9A-Za-z-]{4,64}$/))

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
  /** Who has claimed the case. The claim ends at `until` unless the desk renews it. */
  assignee: z.nullable(z.object({ userId: id, claimedAt: isoDateTime, until: isoDateTime })),
  proposal: z.nullable(TicketProposal),
  submittedAt: isoDateTime,
  /** When a changed list reopened the approved case. Absent unless that is why it is in review. */
  reopenedAt: z.optional(isoDateTime),
  /** When the case must be decided: within one business day, Asia/Dubai. */
  dueAt: isoDateTime,
  overdue: z.boolean(),
  /**
   * The time left to decide, in minutes of business hours (Monday to Friday, 9:00 to 18:00 in Dubai); negative when
   * overdue. Paused while the applicant is asked for more; 0 once decided.
   */
  sla: z.object({ state: z.enum(['running', 'paused', 'ended']), leftMinutes: z.int() }),
  /** Whether the applicant is sample data. Staff screens mark such cases. */
  sampleData: z.boolean(),
  version,
})
export type Ticket = z.infer<typeof Ticket>

/**
 * Lists cases in review, soonest due first and by risk among those due at the same time. `all` also lists decided
 * ones, newest first; `decided` the latest decision first; `waiting` the longest wait first. `search` finds a case in
 * any view. A reviewer's own case is never listed or counted.
 */
export const ListTickets = defineRpc({
  name: 'kyc.listTickets',
  access: ['compliance'],
  input: z.object({
    view: z._default(TicketView, 'unassigned'),
    search: z.optional(TicketSearch),
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
    cursor: z.optional(cursor),
  }),
  output: z.object({
    tickets: z.array(Ticket),
    count: z.int(),
    counts: z.object({
      unassigned: z.int(),
      mine: z.int(),
      soon: z.int(),
      waiting: z.int(),
      rescreened: z.int(),
      second: z.int(),
      all: z.int(),
      decided: z.int(),
    }),
    /** Every loaded list of names and its age today. `old`: above the configured age, so no case is approved by rule. */
    lists: z.array(z.extend(ScreenedList, { ageDays: z.int(), old: z.boolean() })),
    cursor: z.optional(z.string()),
  }),
  errors: [VALIDATION_FAILED],
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
  /** False: names, numbers and dates are masked. Always true for the reviewer who has claimed the case. */
  revealed: z.boolean(),
  mrz: z.object({
    format: z.nullable(z.string()),
    valid: z.boolean(),
    failures: z.array(z.object({ field: z.string(), line: z.int(), column: z.int(), message: z.string() })),
    /** Whether the lines are as read from the picture, were read and then changed by the applicant, or were typed. */
    source: z.enum(['picture', 'changed', 'typed']),
    /** The engine that read the picture; null if none did. */
    engine: z.nullable(z.string()),
  }),
  screening: z.object({
    /** Date of the oldest list of sanctions. */
    listDate: z.nullable(z.iso.date()),
    /** The lists that the case was screened against. Empty for cases of earlier releases. */
    lists: z.array(ScreenedList),
    hits: z.array(
      z.object({
        list: z.string(),
        /** Absent, meaning sanctions, unless the list is one of politically exposed people. */
        kind: z.optional(ListKind),
        dataId: z.string(),
        reference: z.string(),
        listedName: z.string(),
        quality: z.enum(['primary', 'good', 'low', 'original_script']),
        matchedOn: z.enum(['profile_name', 'document_name', 'original_name']),
        closeness: z.enum(['exact', 'close']),
        birthDates: z.array(z.string()),
        nationalities: z.array(z.string()),
        /** How the applicant differs from the listed party. */
        differs: z.array(z.enum(['birth_date', 'nationality'])),
      }),
    ),
  }),
  /** What the caller has not looked at and must before approving; null if nothing. */
  toOpen: z.nullable(z.object({ kinds: z.array(UploadKind), details: z.boolean() })),
  /** The decisions that one reviewer can only propose. Confirming a match always is one. */
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

/** Returns one case, unmasked with `revealReason`. Each read is audited, with the reason. */
export const GetTicket = defineRpc({
  name: 'kyc.getTicket',
  access: ['compliance'],
  input: z.object({ caseId: id, revealReason: z.optional(reasonText(200)) }),
  output: z.object({ ticket: TicketDetail }),
  errors: [NOT_FOUND, FORBIDDEN],
})

/**
 * Claims a case; with `takeOverReason`, which is audited, also one that another reviewer has claimed. A claim ends
 * `CLAIM_LEASE_MINUTES` after it was made or last renewed; the case can then be claimed by anyone.
 */
export const ClaimTicket = defineRpc({
  name: 'kyc.claimTicket',
  access: ['compliance'],
  input: z.object({ caseId: id, takeOverReason: z.optional(reasonText(200)) }),
  output: z.object({ ticket: Ticket }),
  errors: [NOT_FOUND, FORBIDDEN, KYC_NOT_IN_REVIEW, APPROVAL_PENDING, ALREADY_CLAIMED],
})

/** How long a claim lasts unless the desk renews it. */
export const CLAIM_LEASE_MINUTES = 10

/** Claims the first unclaimed case: soonest due, then highest risk. Returns null if there is none. */
export const ClaimNextTicket = defineRpc({
  name: 'kyc.claimNextTicket',
  access: ['compliance'],
  input: z.object({}),
  output: z.object({ ticket: z.nullable(Ticket) }),
  errors: [],
})

/** Renews the caller's claim. The desk calls it while the case is open. It changes neither version nor history. */
export const RenewTicketClaim = defineRpc({
  name: 'kyc.renewTicketClaim',
  access: ['compliance'],
  input: z.object({ caseId: id }),
  output: z.object({ until: isoDateTime }),
  errors: [NOT_FOUND, ALREADY_CLAIMED, CLAIM_ENDED],
})

/** Gives the caller's claim back, so that the case is unclaimed again. */
export const ReleaseTicket = defineRpc({
  name: 'kyc.releaseTicket',
  access: ['compliance'],
  input: z.object({ caseId: id }),
  output: z.object({ ticket: Ticket }),
  errors: [NOT_FOUND, FORBIDDEN, KYC_NOT_IN_REVIEW, APPROVAL_PENDING, NOT_CLAIMED, ALREADY_CLAIMED],
})

/** Returns what the applicant would read after a decision, on the status page and by email. Changes nothing. */
export const PreviewTicketMessage = defineRpc({
  name: 'kyc.previewTicketMessage',
  access: ['compliance'],
  input: z.object({
    decision: z.enum(['approve', 'reject', 'resubmit']),
    reasonCodes: z._default(z.array(DecisionReason).check(z.maxLength(10)), []),
    locale,
  }),
  output: z.object({
    status: z.object({
      reasons: z.array(z.object({ text: z.string(), fix: z.nullable(z.string()) })),
      nextAction: z.string(),
    }),
    /** Without the greeting, which names the applicant. */
    email: z.object({
      subject: z.string(),
      blocks: z.array(
        z.union([
          z.object({ kind: z.literal('text'), text: z.string() }),
          z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
          z.object({ kind: z.literal('link'), label: z.string(), path: z.string() }),
        ]),
      ),
    }),
  }),
  errors: [],
})
export type TicketMessage = z.infer<typeof PreviewTicketMessage.output>

/** An entry of the audit log about a case. */
export const TrailEntry = z.object({
  id,
  at: isoDateTime,
  actor: id,
  action: z.string(),
  /** As given for a reveal or a take-over. */
  reason: z.nullable(z.string()),
  /** The picture that was opened. */
  kind: z.nullable(UploadKind),
  /** Number in the hash chain; null for the second until the entry is chained. */
  seq: z.nullable(z.int()),
})
export type TrailEntry = z.infer<typeof TrailEntry>

/** Returns who has read or changed a case, latest first, at most 200 entries. This read is audited too. */
export const ListTicketTrail = defineRpc({
  name: 'kyc.listTicketTrail',
  access: ['compliance'],
  input: z.object({ caseId: id }),
  output: z.object({ entries: z.array(TrailEntry) }),
  errors: [NOT_FOUND, FORBIDDEN],
})

/**
 * Decides a case that the caller has claimed. `reasonCodes` are mandatory for `reject` and `resubmit`; final reasons
 * (`isFinal`) are allowed with `reject` only. With high risk or a screening hit, approving and rejecting only propose the
 * decision to a second reviewer (`ticket.proposal`); so does confirming a match. Approving needs the caller to have
 * looked at every picture and at the unmasked data. `note` is mandatory for a proposal. A missing or disallowed value is
 * an invalid field. Events:
 * kyc.case.approved|rejected|resubmissionRequested.v1.
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
  errors: [
    NOT_FOUND,
    FORBIDDEN,
    KYC_NOT_IN_REVIEW,
    APPROVAL_PENDING,
    NOT_CLAIMED,
    CLAIM_ENDED,
    ALREADY_CLAIMED,
    VERSION_CONFLICT,
    EVIDENCE_NOT_OPENED,
    INVALID_FIELDS,
  ],
})

/**
 * Decides another reviewer's proposal. `approve` carries it out, and needs the caller to have looked at the evidence. `reject` returns the case to the queue; so does
 * evidence that has changed since. Events: kyc.case.approved|rejected.v1.
 */
export const DecideTicketProposal = defineRpc({
  name: 'kyc.decideTicketProposal',
  access: ['compliance'],
  input: z.object({ caseId: id, verdict: z.enum(['approve', 'reject']), reason: reasonText(2_000), version }),
  output: z.object({ ticket: Ticket }),
  errors: [
    NOT_FOUND,
    FORBIDDEN,
    APPROVAL_SAME_PERSON,
    APPROVAL_NOT_PENDING,
    APPROVAL_EVIDENCE_CHANGED,
    EVIDENCE_NOT_OPENED,
    VERSION_CONFLICT,
  ],
})

/** Withdraws the caller's proposal; the case returns to the queue. */
export const WithdrawTicketProposal = defineRpc({
  name: 'kyc.withdrawTicketProposal',
  access: ['compliance'],
  input: z.object({ caseId: id }),
  output: z.object({ ticket: Ticket }),
  errors: [NOT_FOUND, FORBIDDEN, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/**
 * Copies a document to the shared storage under a one-time key, for the gateway to read and delete with
 * `takeQuarantine`. The reviewer who claimed the case may read it, others only with `revealReason`. Audited, with the
 * reason.
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
  errors: [NOT_FOUND, FORBIDDEN, REASON_REQUIRED],
})
