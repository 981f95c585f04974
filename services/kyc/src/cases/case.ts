import { ok } from '@hissa/contracts'
import {
  CLAIM_LEASE_MINUTES,
  isFinal,
  type CaseState,
  type DecisionReason,
  type DocumentType,
  type UploadKind,
} from '@hissa/contracts/kyc'
import { accepts, type Decision, type Transitions } from '@hissa/kernel'
import type { Assessment } from './assess.js'
import { addBusinessMs, businessMsBetween, decisionDueAt } from './business-days.js'

/** An image, encrypted with the subject's key. */
export interface Upload {
  documentId: string
  kind: UploadKind
  objectRef: string
  contentType: string
  sizeBytes: number
  uploadedAt: Date
}

/** An entry in a case's history. `actor` is `applicant`, `rule` or a staff member's id. */
export interface HistoryLine {
  at: Date
  action:
    | (
        | 'started'
        | 'submitted'
        | 'approved'
        | 'claimed'
        | 'taken_over'
        | 'released'
        | 'rejected'
        | 'resubmission_requested'
      )
    | ('proposed' | 'proposal_confirmed' | 'screened_again' | Returned)
  actor: string
  reasonCodes: string[]
}

/** Why a proposed decision was discarded. */
export type Returned = 'proposal_rejected' | 'proposal_withdrawn' | 'proposal_expired'

/** A decision proposed by one reviewer, to be approved by another. */
export interface CaseProposal {
  approvalId: string
  decision: 'approve' | 'reject'
  reasonCodes: DecisionReason[]
  by: string
  at: Date
}

/** Who has claimed a case, and until when unless they renew it. */
interface Assignee {
  userId: string
  claimedAt: Date
  /** Absent in claims of earlier releases, which last as long as one that was never renewed. */
  until?: Date
}

/** A case without personal data, which is sealed in separate columns. */
export interface Case {
  caseId: string
  userId: string
  state: CaseState
  documentType: DocumentType
  issuingCountry: string
  uploads: Upload[]
  assessment: Assessment | null
  assignee: Assignee | null
  /** Absent in cases created before second reviewers were introduced. */
  proposal?: CaseProposal | null
  decisionReasons: DecisionReason[]
  submittedAt: Date | null
  /** When a changed list reopened the approved case; set until it is approved or rejected. */
  reopenedAt?: Date | null
  dueAt: Date | null
  /** Business time left when the applicant was asked for more, in milliseconds; the case's time is paused then. */
  pausedLeftMs?: number | null
  decidedAt: Date | null
  history: HistoryLine[]
  /** Set on the sample cases of local mode. */
  sampleData?: boolean
  version: number
}

export type Command =
  | { type: 'describe'; documentType: DocumentType; issuingCountry: string }
  | { type: 'attach'; upload: Upload }
  | { type: 'submit'; assessment: Assessment }
  | { type: 'reopen'; assessment: Assessment }
  | { type: 'claim'; by: string; takeOver?: boolean }
  | { type: 'release'; by: string }
  | { type: 'approve' | 'reject' | 'resubmit'; by: string; reasonCodes: DecisionReason[]; version: number }
  | ({ type: 'propose'; version: number } & Omit<CaseProposal, 'at'>)
  | { type: 'confirm'; by: string }
  | { type: 'return'; by: string; why: Returned }

export type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

export type CaseEvent =
  | { type: 'submitted' }
  | { type: 'approved' | 'reopened' | 'cleared' }
  | { type: 'rejected' | 'resubmissionRequested'; reasonCodes: DecisionReason[] }

const REVIEW = ['OWN_CASE', 'KYC_NOT_IN_REVIEW', 'AWAITING_SECOND_REVIEWER', 'ALREADY_CLAIMED'] as const
const CONCLUSION = [
  ...REVIEW,
  'NOT_CLAIMED',
  'CLAIM_ENDED',
  'VERSION_CONFLICT',
  'REASONS_REQUIRED',
  'REASONS_FINAL',
] as const
const PROPOSAL = ['OWN_CASE', 'NOT_PROPOSED'] as const

/** The codes with which each command can be refused. */
export const REFUSALS = {
  describe: ['KYC_NOT_OPEN'],
  attach: ['KYC_NOT_OPEN'],
  submit: ['KYC_NOT_OPEN', 'UPLOADS_MISSING'],
  reopen: ['KYC_NOT_OPEN'],
  claim: REVIEW,
  release: [...REVIEW, 'NOT_CLAIMED'],
  approve: CONCLUSION,
  reject: CONCLUSION,
  resubmit: CONCLUSION,
  propose: CONCLUSION,
  confirm: PROPOSAL,
  return: PROPOSAL,
} as const satisfies Record<Command['type'], readonly string[]>

type RefusalCode = (typeof REFUSALS)[Command['type']][number]
interface RefusalDetails {
  ALREADY_CLAIMED: { assignee: string }
  UPLOADS_MISSING: { kinds: UploadKind[] }
}
export type RefusalByCode = {
  [Code in RefusalCode]: { code: Code } & (Code extends keyof RefusalDetails ? RefusalDetails[Code] : unknown)
}
export type Refusal = RefusalByCode[RefusalCode]
export type RefusalOf<C extends Command> = RefusalByCode[(typeof REFUSALS)[C['type']][number]]

type CaseDecision<R extends Refusal = Refusal> = Decision<{ next: Case }, CaseEvent, R>

/** The assessment determines the next state of `submit`, and the proposal that of `confirm`. */
export const TRANSITIONS: Transitions<CaseState, Command['type']> = {
  collecting: { describe: 'collecting', attach: 'collecting', submit: ['approved', 'in_review'] },
  resubmission: { describe: 'resubmission', attach: 'resubmission', submit: ['approved', 'in_review'] },
  in_review: {
    claim: 'in_review',
    release: 'in_review',
    approve: 'approved',
    reject: 'rejected',
    resubmit: 'resubmission',
    propose: 'in_review',
    confirm: ['approved', 'rejected'],
    return: 'in_review',
  },
  approved: { reopen: 'in_review' },
  rejected: {},
}

export const REQUIRED_UPLOADS: Record<DocumentType, readonly UploadKind[]> = {
  passport: ['front'],
  emirates_id: ['front', 'back'],
}

/** Returns whether the case still awaits documents or a decision. */
export const isOpen = ({ state }: Pick<Case, 'state'>) => ['collecting', 'in_review', 'resubmission'].includes(state)
/** Returns whether a case was rejected for a final reason, so that its applicant cannot start over. */
export const isClosedForGood = ({ state, decisionReasons }: Pick<Case, 'state' | 'decisionReasons'>) =>
  state === 'rejected' && decisionReasons.some((reason) => isFinal(reason))

/** Returns a case whose assessment a later screening has changed. */
export const withScreening = (current: Case, assessment: Assessment, at: Date): Case => ({
  ...current,
  assessment,
  history: [...current.history, line(at, 'screened_again', 'rule')],
  version: current.version + 1,
})

/** Returns the pictures that a case still needs. */
export const missingUploads = ({ documentType, uploads }: Pick<Case, 'documentType' | 'uploads'>): UploadKind[] =>
  REQUIRED_UPLOADS[documentType].filter((kind) => !uploads.some((upload) => upload.kind === kind))

/** Returns a new case without documents. */
export const openCase = (
  ids: { caseId: string; userId: string },
  document: { documentType: DocumentType; issuingCountry: string },
  at: Date,
): Case => ({
  ...ids,
  ...document,
  state: 'collecting',
  uploads: [],
  assessment: null,
  assignee: null,
  proposal: null,
  decisionReasons: [],
  submittedAt: null,
  dueAt: null,
  decidedAt: null,
  history: [{ at, action: 'started', actor: 'applicant', reasonCodes: [] }],
  version: 1,
})

/** Decides a command on a case. Returns the next case and its events, or the refusal. Pure. */
export function decide<C extends Command>(current: Case, command: C, at: Date): CaseDecision<RefusalOf<C>>
export function decide(current: Case, command: Command, at: Date): CaseDecision {
  const refusal = isByStaff(command) ? objectionToStaff(current, command) : null
  if (refusal) return refuse(refusal)
  if (!isByStaff(command) && !accepts(TRANSITIONS, current.state, command.type)) return refuse({ code: 'KYC_NOT_OPEN' })
  switch (command.type) {
    case 'describe':
      return accept(current, describe(current, command))
    case 'attach':
      return accept(current, {
        uploads: [...current.uploads.filter(({ kind }) => kind !== command.upload.kind), command.upload],
      })
    case 'submit':
      return submit(current, command.assessment, at)
    case 'reopen':
      return reopen(current, command, at)
    case 'claim':
      return claim(current, command, at)
    case 'release':
      return release(current, command, at)
    case 'propose':
      return propose(current, command, at)
    case 'confirm':
      return confirm(current, command, at)
    case 'return':
      return accept(current, { proposal: null }, [], [line(at, command.why, command.by)])
    default:
      return conclude(current, command, at)
  }
}

/** Returns why staff may not act on the case, or null. Only a case in review has a proposal. */
function objectionToStaff(current: Case, { type, by }: StaffCommand): Refusal | null {
  if (by === current.userId) return { code: 'OWN_CASE' }
  const mayAct = accepts(TRANSITIONS, current.state, type)
  if (type === 'confirm' || type === 'return') return mayAct && current.proposal ? null : { code: 'NOT_PROPOSED' }
  if (!mayAct) return { code: 'KYC_NOT_IN_REVIEW' }
  return current.proposal ? { code: 'AWAITING_SECOND_REVIEWER' } : null
}

// Images of one document type are not valid for another.
const describe = (
  current: Case,
  { documentType, issuingCountry }: Extract<Command, { type: 'describe' }>,
): Partial<Case> => ({
  documentType,
  issuingCountry,
  uploads: documentType === current.documentType ? current.uploads : [],
})

function submit(current: Case, assessment: Assessment, at: Date): CaseDecision {
  const kinds = missingUploads(current)
  if (kinds.length > 0) return refuse({ code: 'UPLOADS_MISSING', kinds })
  const submitted = line(at, 'submitted', 'applicant')
  const common = { assessment, submittedAt: at, decisionReasons: [], assignee: null, proposal: null }
  if (assessment.outcome === 'review' || current.reopenedAt) {
    return accept(
      current,
      { ...common, state: 'in_review', dueAt: dueAfter(current, at), decidedAt: null, pausedLeftMs: null },
      [{ type: 'submitted' }],
      [submitted],
    )
  }
  const byRule = line(at, 'approved', 'rule')
  const changes: Partial<Case> = { ...common, state: 'approved', dueAt: null, decidedAt: at }
  return accept(current, changes, [{ type: 'submitted' }, { type: 'approved' }], [submitted, byRule])
}

/** A person whom a changed list names is reviewed again, with the whole time of a new case. */
const reopen = (current: Case, { assessment }: Extract<Command, { type: 'reopen' }>, at: Date): CaseDecision =>
  accept(
    current,
    { state: 'in_review', assessment, reopenedAt: at, dueAt: decisionDueAt(at), decidedAt: null, pausedLeftMs: null },
    [{ type: 'reopened' }],
    [line(at, 'screened_again', 'rule')],
  )

const LEASE_MS = CLAIM_LEASE_MINUTES * 60_000
/** Returns until when a claim lasts that is made or renewed at `at`. */
export const leaseEnd = (at: Date): Date => new Date(at.getTime() + LEASE_MS)
/** Returns until when an assignee's claim lasts. */
export const claimedUntil = ({ until, claimedAt }: Assignee): Date => until ?? leaseEnd(claimedAt)
/** Returns the reviewer who has claimed a case, or undefined if it is unclaimed or the claim has ended. */
export const holderOf = ({ assignee }: Pick<Case, 'assignee'>, at: Date): string | undefined =>
  assignee && claimedUntil(assignee) > at ? assignee.userId : undefined

const MIN_LEFT_MS = 2 * 3_600_000
/** A case that returns from its applicant has the time that was left, and at least two business hours. */
const dueAfter = ({ pausedLeftMs }: Case, at: Date): Date =>
  typeof pausedLeftMs === 'number' ? addBusinessMs(at, Math.max(pausedLeftMs, MIN_LEFT_MS)) : decisionDueAt(at)

function claim(current: Case, { by, takeOver = false }: Extract<Command, { type: 'claim' }>, at: Date): CaseDecision {
  const holder = holderOf(current, at)
  if (holder === by) return ok({ next: current, events: [] })
  if (holder && !takeOver) return refuse({ code: 'ALREADY_CLAIMED', assignee: holder })
  const action = holder ? 'taken_over' : 'claimed'
  return accept(current, { assignee: { userId: by, claimedAt: at, until: leaseEnd(at) } }, [], [line(at, action, by)])
}

// A reviewer may give back a claim that has ended, unless another reviewer has claimed the case.
function release(current: Case, { by }: Extract<Command, { type: 'release' }>, at: Date): CaseDecision {
  const holder = holderOf(current, at)
  if (holder && holder !== by) return refuse({ code: 'ALREADY_CLAIMED', assignee: holder })
  if (current.assignee?.userId !== by) return refuse({ code: 'NOT_CLAIMED' })
  return accept(current, { assignee: null }, [], [line(at, 'released', by)])
}

const OUTCOME = {
  approve: { state: 'approved', action: 'approved', event: 'approved' },
  reject: { state: 'rejected', action: 'rejected', event: 'rejected' },
  resubmit: { state: 'resubmission', action: 'resubmission_requested', event: 'resubmissionRequested' },
} as const

type Conclusion = Extract<Command, { reasonCodes: DecisionReason[]; type: 'approve' | 'reject' | 'resubmit' }>

/** Returns why the reviewer may not make this decision, or null. */
function objectionTo(current: Case, { type, by, reasonCodes, version }: Conclusion, at: Date): Refusal | null {
  const holder = holderOf(current, at)
  if (!holder) return { code: current.assignee?.userId === by ? 'CLAIM_ENDED' : 'NOT_CLAIMED' }
  if (holder !== by) return { code: 'ALREADY_CLAIMED', assignee: holder }
  if (version !== current.version) return { code: 'VERSION_CONFLICT' }
  if (type !== 'approve' && reasonCodes.length === 0) return { code: 'REASONS_REQUIRED' }
  if (type === 'resubmit' && reasonCodes.some(isFinal)) return { code: 'REASONS_FINAL' }
  return null
}

function conclude(current: Case, command: Conclusion, at: Date): CaseDecision {
  const objection = objectionTo(current, command, at)
  return objection ? refuse(objection) : applyDecision(current, command, at, OUTCOME[command.type].action)
}

// Ends the claim, because the proposer has no further part in the decision.
function propose(current: Case, command: Extract<Command, { type: 'propose' }>, at: Date): CaseDecision {
  const { approvalId, decision, reasonCodes, by, version } = command
  const objection = objectionTo(current, { type: decision, by, reasonCodes, version }, at)
  if (objection) return refuse(objection)
  const proposal: CaseProposal = { approvalId, decision, reasonCodes: reasonsOf(decision, reasonCodes), by, at }
  return accept(current, { proposal, assignee: null }, [], [line(at, 'proposed', by, proposal.reasonCodes)])
}

function confirm(current: Case, { by }: Extract<Command, { type: 'confirm' }>, at: Date): CaseDecision {
  const { decision, reasonCodes } = current.proposal!
  return applyDecision(current, { type: decision, by, reasonCodes }, at, 'proposal_confirmed')
}

/** Executes a decision. */
function applyDecision(
  current: Case,
  { type, by, reasonCodes }: Pick<Conclusion, 'type' | 'by' | 'reasonCodes'>,
  at: Date,
  action: HistoryLine['action'],
): CaseDecision {
  const { state, event } = OUTCOME[type]
  const decisionReasons = reasonsOf(type, reasonCodes)
  const approval = current.reopenedAt && current.submittedAt! <= current.reopenedAt ? 'cleared' : 'approved'
  const caseEvent: CaseEvent = event === 'approved' ? { type: approval } : { type: event, reasonCodes: decisionReasons }
  const pausedLeftMs = type === 'resubmit' && current.dueAt ? Math.max(0, businessMsBetween(at, current.dueAt)) : null
  const reopenedAt = type === 'resubmit' ? (current.reopenedAt ?? null) : null
  const ended = { assignee: null, proposal: null, dueAt: null, reopenedAt }
  const changes = { ...ended, pausedLeftMs, state, decisionReasons, decidedAt: at }
  return accept(current, changes, [caseEvent], [line(at, action, by, decisionReasons)])
}

const reasonsOf = (type: Conclusion['type'], reasonCodes: readonly DecisionReason[]): DecisionReason[] =>
  type === 'approve' ? [] : [...new Set(reasonCodes)]

type StaffCommand = Extract<Command, { by: string }>
const isByStaff = (command: Command): command is StaffCommand =>
  !['describe', 'attach', 'submit', 'reopen'].includes(command.type)
const refuse = (error: Refusal): CaseDecision => ({ ok: false, error })
const line = (at: Date, action: HistoryLine['action'], actor: string, reasonCodes: string[] = []): HistoryLine => ({
  at,
  action,
  actor,
  reasonCodes,
})

const accept = (
  current: Case,
  changes: Partial<Case>,
  events: CaseEvent[] = [],
  lines: HistoryLine[] = [],
): CaseDecision =>
  ok({
    next: { ...current, ...changes, history: [...current.history, ...lines], version: current.version + 1 },
    events,
  })
