import type { DecisionReason, ReviewReason } from '@hissa/contracts/kyc'
import { hasOtherBirth } from '../screening/listed-dates.js'
import type { Hit } from '../screening/sanctions-list.js'
import { alpha3Of, countryOf } from '../countries/compare-nationalities.js'
import type { Evidence } from './evidence.js'

/** Data that distinguishes an applicant from a listed party, from the profile and from the document. */
export interface Identifiers {
  /** ISO dates. */
  birthDates: string[]
  /** ISO 3166-1 alpha-3. */
  nationalities: string[]
}

export type Difference = 'birth_date' | 'nationality'

const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Returns the identifiers in the evidence of a case. */
export const identifiersOf = ({ profileBirthDate, profileNationality, reading }: Evidence): Identifiers => ({
  birthDates: [profileBirthDate, reading.fields.birthDate].filter(isPresent),
  nationalities: [profileNationality && alpha3Of(profileNationality), countryOf(reading.fields.nationality)]
    .filter(isPresent)
    .filter((country) => country !== ''),
})

const isCountry = (nationality: string) => /^[A-Z]{3}$/.test(nationality)

/** Returns the fields in which every value of the applicant differs from the listed party. */
export function differencesOf(hit: Hit, { birthDates, nationalities }: Identifiers): Difference[] {
  const listed = hit.nationalities ?? []
  // A former country may correspond to any of its successors, so it never counts as a difference.
  const isOfAnother =
    listed.length > 0 &&
    nationalities.length > 0 &&
    listed.every(isCountry) &&
    nationalities.every((nationality) => !listed.includes(nationality))
  return [
    ...(hasOtherBirth(hit.birthDates, birthDates) ? (['birth_date'] as const) : []),
    ...(isOfAnother ? (['nationality'] as const) : []),
  ]
}

/** High-risk reasons other than a name on a list. */
const ALWAYS: readonly ReviewReason[] = [
  'POLITICALLY_EXPOSED',
  'FORGED_DOCUMENT',
  'HIGH_RISK_COUNTRY',
  'DUPLICATE_DOCUMENT',
  'SPECIMEN_DOCUMENT',
]
const HITS: readonly ReviewReason[] = ['SANCTIONS_NAME_MATCH', 'SANCTIONS_CLOSE_NAME', 'SANCTIONS_WEAK_ALIAS']

export interface DecisionContext {
  decision: 'approve' | 'reject' | 'resubmit'
  reasonCodes: readonly DecisionReason[]
  /** Why the case is in review. */
  reasons: readonly ReviewReason[]
  /** Null if the subject's key was deleted. */
  evidence: Evidence | null
  /** A document with the same number has been rejected for forgery. */
  forged: boolean
  /** A changed list has reopened the case since it was approved. */
  reopened?: boolean
}

/**
 * Returns whether a second reviewer must approve the decision. That applies to high risk, a document number known from
 * a forgery, every screening hit and a confirmed match. A difference in birth date or nationality exempts no hit, since
 * the applicant typed both. It doesn't apply to a request for resubmission.
 */
export function needsSecondReviewer(context: DecisionContext): boolean {
  const { decision, reasonCodes, reasons, evidence, forged, reopened } = context
  if (decision === 'resubmit') return false
  // Also after a resubmission without the name that was found.
  if (forged || reopened || reasonCodes.includes('SANCTIONS_MATCH')) return true
  if (reasons.some((reason) => ALWAYS.includes(reason))) return true
  return reasons.some((reason) => HITS.includes(reason)) || (evidence?.hits.length ?? 0) > 0
}

/** Returns whether a note is required: for a proposed decision, and to approve despite a hit. */
export const needsNote = (context: DecisionContext): boolean =>
  needsSecondReviewer(context) || (context.decision === 'approve' && (context.evidence?.hits.length ?? 0) > 0)
