import type { DecisionReason, ReviewReason } from '@hissa/contracts/kyc'
import { hasOtherBirth } from '../screening/listed-dates.js'
import type { Hit } from '../screening/sanctions-list.js'
import { alpha3Of, countryOf } from '../countries/compare-nationalities.js'
import type { Evidence } from './evidence.js'

/** What can tell an applicant from a listed party, as stated and as the document says. */
export interface Identifiers {
  /** ISO dates. */
  births: string[]
  /** ISO 3166-1 alpha-3. */
  nationalities: string[]
}

export type Difference = 'birth_date' | 'nationality'

const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Returns what the evidence of a case says of its applicant. */
export const identifiersOf = ({ profileBirthDate, profileNationality, reading }: Evidence): Identifiers => ({
  births: [profileBirthDate, reading.fields.birthDate].filter(isPresent),
  nationalities: [profileNationality && alpha3Of(profileNationality), countryOf(reading.fields.nationality)]
    .filter(isPresent)
    .filter((country) => country !== ''),
})

const isCountry = (nationality: string) => /^[A-Z]{3}$/.test(nationality)

/** Returns in what the applicant differs from a listed party, whichever of the stated values is taken. */
export function differencesOf(hit: Hit, { births, nationalities }: Identifiers): Difference[] {
  const listed = hit.nationalities ?? []
  // A nationality that is no country of today may be any of those that came of it.
  const isOfAnother =
    listed.length > 0 &&
    nationalities.length > 0 &&
    listed.every(isCountry) &&
    nationalities.every((nationality) => !listed.includes(nationality))
  return [
    ...(hasOtherBirth(hit.birthDates, births) ? (['birth_date'] as const) : []),
    ...(isOfAnother ? (['nationality'] as const) : []),
  ]
}

/** Reasons of high risk other than a name on a list. */
const ALWAYS: readonly ReviewReason[] = [
  'POLITICALLY_EXPOSED',
  'FORGED_DOCUMENT',
  'HIGH_RISK_COUNTRY',
  'DUPLICATE_DOCUMENT',
  'SPECIMEN_DOCUMENT',
]
const HITS: readonly ReviewReason[] = ['SANCTIONS_NAME_MATCH', 'SANCTIONS_CLOSE_NAME', 'SANCTIONS_WEAK_ALIAS']

export interface Stakes {
  decision: 'approve' | 'reject' | 'resubmit'
  reasonCodes: readonly DecisionReason[]
  /** Why the case is in review. */
  reasons: readonly ReviewReason[]
  /** Null when the person's key was destroyed. */
  evidence: Evidence | null
  /** A document of the same number was rejected for forgery, by now. */
  forged: boolean
}

/**
 * Whether one reviewer can only propose this decision: with high risk, a forged document number, a screening hit that does
 * not differ from the applicant in birth date or nationality, or to confirm a match. Asking for more decides nothing.
 */
export function needsSecondReviewer({ decision, reasonCodes, reasons, evidence, forged }: Stakes): boolean {
  if (decision === 'resubmit') return false
  if (forged || reasonCodes.includes('SANCTIONS_MATCH')) return true
  if (reasons.some((reason) => ALWAYS.includes(reason))) return true
  if (!evidence) return reasons.some((reason) => HITS.includes(reason))
  const person = identifiersOf(evidence)
  return evidence.hits.some((hit) => differencesOf(hit, person).length === 0)
}

/** Whether the reviewer must say in words why: in a proposal, and when approving in spite of a hit. */
export const needsNote = (stakes: Stakes): boolean =>
  needsSecondReviewer(stakes) || (stakes.decision === 'approve' && (stakes.evidence?.hits.length ?? 0) > 0)
