import type { Locale } from '@hissa/contracts'
import { disclosedReasons, type KycStatus } from '@hissa/contracts/kyc'
import { languageFor } from '@hissa/texts'
import { kycTexts, reasonText } from '@hissa/texts/kyc'
import { isClosedForGood, missingUploads, type Case } from './case.js'

type Stage = KycStatus['stages'][number]

/** Returns a case, or null for none, as its applicant sees it: stages, reasons as text and exactly one next action. */
export function statusOf(current: Case | null, locale: Locale): KycStatus {
  const language = languageFor(locale)
  const t = kycTexts(language)
  const code = nextActionOf(current)
  return {
    caseId: current?.caseId ?? null,
    state: current?.state ?? 'not_started',
    documentType: current?.documentType ?? null,
    issuingCountry: current?.issuingCountry ?? null,
    uploads: (current?.uploads ?? []).map(({ documentId, kind, uploadedAt }) => ({
      documentId,
      kind,
      uploadedAt: uploadedAt.toISOString(),
    })),
    stages: stagesOf(current),
    reasons: disclosedReasons(current?.decisionReasons ?? []).map((code) => ({ code, ...reasonText(language, code) })),
    nextAction: {
      code,
      text: [t(`kyc.action.${code}`), ...(isAutomatic(current) ? [t('kyc.automatic')] : [])].join(' '),
      kinds: current && code === 'upload' ? missingUploads(current) : [],
    },
    expectedBy: iso(current?.dueAt),
    submittedAt: iso(current?.submittedAt),
    decidedAt: iso(current?.decidedAt),
    version: current?.version ?? 0,
  }
}

/** Returns whether the case was approved by rule although its image was not read. */
function isAutomatic(current: Case | null): boolean {
  if (current?.state !== 'approved' || current.history.at(-1)?.actor !== 'rule') return false
  const inputs = current.assessment?.rule.inputs
  return inputs?.automaticApproval === true && !inputs.pictureRead
}

function nextActionOf(current: Case | null): KycStatus['nextAction']['code'] {
  if (!current) return 'start'
  switch (current.state) {
    case 'collecting':
      return missingUploads(current).length > 0 ? 'upload' : 'submit'
    case 'resubmission':
      return 'fix'
    case 'in_review':
      return 'wait'
    case 'approved':
      return 'invest'
    case 'rejected':
      return isClosedForGood(current) ? 'contact_support' : 'start_again'
  }
}

function stagesOf(current: Case | null): Stage[] {
  const state = current?.state
  const submitted = iso(current?.submittedAt)
  const decided = iso(current?.decidedAt)
  const over = state === 'approved' || state === 'rejected'
  const stage = (key: Stage['key'], stageState: Stage['state'], at: string | null): Stage => ({
    key,
    state: stageState,
    at,
  })
  const checking = state === 'in_review' ? 'current' : submitted ? 'done' : 'upcoming'
  const requested = current?.history.some(({ action }) => action === 'resubmission_requested') ?? false
  const extra = state === 'resubmission' ? 'current' : requested ? 'done' : over ? 'skipped' : 'upcoming'
  return [
    stage('received', submitted ? 'done' : current ? 'current' : 'upcoming', submitted),
    stage('checking', checking, null),
    stage('extra_information', extra, state === 'resubmission' ? decided : null),
    stage('decision', over ? 'done' : 'upcoming', over ? decided : null),
  ]
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null
