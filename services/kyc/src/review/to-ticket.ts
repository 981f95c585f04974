import type { ComparedField, Ticket, TicketDetail, TicketProposal } from '@hissa/contracts/kyc'
import { documentNameOf, type RuleInputs } from '../cases/assess.js'
import { businessMsBetween } from '../cases/business-days.js'
import { claimedUntil, holderOf, type Case } from '../cases/case.js'
import { compareNames } from '../cases/compare-names.js'
import { isSameNationality } from '../countries/compare-nationalities.js'
import { maskEnd, maskName, type Evidence, type Note } from '../cases/evidence.js'
import { differencesOf, identifiersOf, needsSecondReviewer } from '../cases/second-reviewer.js'
import { oldestOf, type ListVersion } from '../screening/list-version.js'

/** Returns a case as in the queue. `now` determines whether it is overdue. */
export function toTicket(current: Case, evidence: Evidence | null, now: Date): Ticket {
  const { assessment, dueAt, submittedAt, caseId, state, documentType, issuingCountry, version } = current
  return {
    caseId,
    state,
    applicant: evidence ? maskName(evidence.profileName) : '•',
    documentType,
    issuingCountry,
    risk: assessment?.risk ?? 'low',
    reasons: assessment?.reasons ?? [],
    assignee: assigneeOf(current, now),
    proposal: proposalOf(current),
    submittedAt: (submittedAt ?? now).toISOString(),
    ...(current.reopenedAt ? { reopenedAt: current.reopenedAt.toISOString() } : {}),
    dueAt: (dueAt ?? submittedAt ?? now).toISOString(),
    overdue: dueAt !== null && dueAt < now,
    sla: slaOf(current, now),
    sampleData: current.sampleData === true,
    version,
  }
}

/** A claim that has ended is none. */
function assigneeOf(current: Case, now: Date): Ticket['assignee'] {
  const { assignee } = current
  if (!assignee || holderOf(current, now) === undefined) return null
  const { userId, claimedAt } = assignee
  return { userId, claimedAt: claimedAt.toISOString(), until: claimedUntil(assignee).toISOString() }
}

const MINUTE_MS = 60_000

function slaOf({ state, dueAt, pausedLeftMs }: Case, now: Date): Ticket['sla'] {
  if (state === 'resubmission') return { state: 'paused', leftMinutes: Math.floor((pausedLeftMs ?? 0) / MINUTE_MS) }
  if (state !== 'in_review' || !dueAt) return { state: 'ended', leftMinutes: 0 }
  const minutes = Math.floor(businessMsBetween(now, dueAt) / MINUTE_MS)
  // Overdue since less than a minute, or since closing time, still counts as overdue.
  return { state: 'running', leftMinutes: dueAt < now ? Math.min(minutes, -1) : minutes }
}

function proposalOf({ proposal }: Case): TicketProposal | null {
  if (!proposal) return null
  const { decision, reasonCodes, by, at } = proposal
  return { decision, reasonCodes, by, at: at.toISOString() }
}

/** Returns a case in full for its reviewer. Names, numbers and birth dates are masked unless `revealed`. */
export function toTicketDetail(
  current: Case,
  evidence: Evidence | null,
  notes: readonly Note[],
  options: {
    now: Date
    revealed: boolean
    toOpen: TicketDetail['toOpen']
    lists: readonly ListVersion[]
    forged: boolean
  },
): TicketDetail {
  const { assessment, history } = current
  return {
    ...toTicket(current, evidence, options.now),
    fields: evidence
      ? comparedFields(current, evidence).map((field) => (options.revealed ? field : masked(field)))
      : [],
    revealed: options.revealed,
    toOpen: options.toOpen,
    mrz: {
      format: evidence?.reading.format ?? null,
      valid: evidence !== null && evidence.reading.failures.length === 0,
      failures: (evidence?.reading.failures ?? []).map(({ field, line, column, message }) => ({
        field,
        line,
        column,
        message,
      })),
      ...(evidence?.linesFrom ?? { source: 'typed', engine: null }),
    },
    screening: {
      ...listsOf(assessment?.rule.inputs, options.lists),
      hits: evidence ? hitsOf(evidence) : [],
    },
    secondReviewer: secondReviewerOf(current, evidence, options.forged),
    rule: assessment
      ? { ...assessment.rule, outcome: assessment.outcome }
      : { id: 'none', version: 0, outcome: 'review', inputs: {} },
    documents: current.uploads.map(({ documentId, kind, contentType, sizeBytes, uploadedAt }) => ({
      documentId,
      kind,
      contentType,
      sizeBytes,
      uploadedAt: uploadedAt.toISOString(),
    })),
    history: history.map(({ at, action, actor, reasonCodes }) => ({
      at: at.toISOString(),
      action,
      actor,
      reasonCodes,
      note: notes.find((note) => note.at === at.toISOString() && note.by === actor)?.text ?? null,
    })),
  }
}

/** Returns the lists of the assessment, or for a case without one those that are loaded. */
function listsOf(inputs: RuleInputs | undefined, loaded: readonly ListVersion[]) {
  if (inputs) return { listDate: inputs.listDate, lists: inputs.lists ?? [] }
  return { listDate: oldestOf(loaded), lists: [...loaded] }
}

function hitsOf(evidence: Evidence): TicketDetail['screening']['hits'] {
  const person = identifiersOf(evidence)
  return evidence.hits.map((hit) => ({
    ...hit,
    closeness: hit.closeness ?? 'exact',
    nationalities: hit.nationalities ?? [],
    differs: differencesOf(hit, person),
  }))
}

function secondReviewerOf({ assessment, reopenedAt }: Case, evidence: Evidence | null, forged: boolean) {
  const reopened = Boolean(reopenedAt)
  const context = { reasonCodes: [], reasons: assessment?.reasons ?? [], evidence, forged, reopened }
  const needed = (decision: 'approve' | 'reject') => needsSecondReviewer({ ...context, decision })
  return { approve: needed('approve'), reject: needed('reject') }
}

/** Compares what the applicant stated with the document. */
export function comparedFields(
  current: Pick<Case, 'issuingCountry'>,
  { originalName, reading, ...stated }: Omit<Evidence, 'hits' | 'mrzLines'>,
): ComparedField[] {
  const { fields } = reading
  const extractedOnly = (field: ComparedField['field'], extracted: string | null): ComparedField => ({
    field,
    provided: null,
    extracted,
    match: 'not_comparable',
  })
  const names = compareNames(stated.profileName, documentNameOf(reading))
  return [
    {
      field: 'full_name',
      provided: stated.profileName,
      extracted: documentNameOf(reading),
      match: names === 'script_differs' ? 'not_comparable' : names,
    },
    { field: 'original_name', provided: originalName, extracted: null, match: 'not_comparable' },
    {
      field: 'issuing_state',
      provided: current.issuingCountry,
      extracted: fields.issuingState,
      match: current.issuingCountry === fields.issuingState ? 'match' : 'mismatch',
    },
    compared('nationality', stated.profileNationality, fields.nationality, isSameNationality),
    extractedOnly('document_number', fields.documentNumber),
    compared('birth_date', stated.profileBirthDate, fields.birthDate, (one, other) => one === other),
    extractedOnly('expiry_date', fields.expiryDate),
    extractedOnly('sex', fields.sex),
  ]
}

/** Compares two values. They are not comparable if either is missing. */
function compared(
  field: ComparedField['field'],
  provided: string | null | undefined,
  extracted: string | null,
  isSame: (provided: string, extracted: string) => boolean,
): ComparedField {
  if (!provided || !extracted) return { field, provided: provided ?? null, extracted, match: 'not_comparable' }
  return { field, provided, extracted, match: isSame(provided, extracted) ? 'match' : 'mismatch' }
}

const MASKS: Partial<Record<ComparedField['field'], (value: string) => string>> = {
  full_name: maskName,
  original_name: maskName,
  document_number: (value) => maskEnd(value),
  birth_date: (value) => `${value.slice(0, 4)}-••-••`,
}

function masked(field: ComparedField): ComparedField {
  const mask = MASKS[field.field]
  if (!mask) return field
  const hide = (value: string | null) => (value === null ? null : mask(value))
  return { ...field, provided: hide(field.provided), extracted: hide(field.extracted) }
}
