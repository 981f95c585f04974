import type { DocumentType, ReviewReason, Risk } from '@hissa/contracts/kyc'
import { isEmiratesIdNumber, type MrzReading } from '../mrz/read-mrz.js'
import type { Hit } from '../screening/sanctions-list.js'
import { compareNames, type NameMatch } from './compare-names.js'
import { isSameNationality } from './compare-nationalities.js'

/** Raise the version with every change of what follows; a stored decision names the version it was made by. */
export const RULE = { id: 'kyc.auto-approve', version: 2 } as const
const ADULT_YEARS = 18

/** What the person says of themselves. The birth is an ISO date, the nationality ISO 3166-1 alpha-2. */
export interface StatedProfile {
  fullName: string
  dateOfBirth: string | null
  nationality: string | null
}

/** What a decision is made from. */
export interface Evidence {
  documentType: DocumentType
  issuingCountry: string
  profile: StatedProfile
  reading: MrzReading
  politicallyExposed: boolean
  hits: readonly Hit[]
  /** Edition of the oldest sanctions list; null while none is loaded. */
  listDate: string | null
  /** Another person has handed in the same document. */
  duplicateDocument: boolean
  /** ISO date, Asia/Dubai. */
  today: string
}

/** The rule's inputs: facts without names, numbers or dates of a person, so that they can be kept and evaluated again. */
export interface RuleInputs extends Record<string, unknown> {
  listDate: string | null
  strongHits: number
  weakHits: number
  nameMatch: NameMatch
  birthDateMatches: boolean
  nationalityMatches: boolean
  issuingStateMatches: boolean
  specimen: boolean
  expired: boolean
  checkDigitsOk: boolean
  fieldsOk: boolean
  adult: boolean
  politicallyExposed: boolean
  emiratesIdOk: boolean
  duplicateDocument: boolean
}

export interface Assessment {
  outcome: 'approve' | 'review'
  risk: Risk
  reasons: ReviewReason[]
  rule: { id: string; version: number; inputs: RuleInputs }
}

/** Scores the evidence: approves a clean case by rule, sends anything else to a person, and says why. */
export function assess(evidence: Evidence): Assessment {
  const inputs = inputsOf(evidence)
  const { outcome, risk, reasons } = evaluate(inputs)
  return { outcome, risk, reasons, rule: { ...RULE, inputs } }
}

const REASONS: [ReviewReason, (inputs: RuleInputs) => boolean][] = [
  ['NO_SANCTIONS_LIST', ({ listDate }) => listDate === null],
  ['SANCTIONS_NAME_MATCH', ({ strongHits }) => strongHits > 0],
  ['SANCTIONS_WEAK_ALIAS', ({ weakHits }) => weakHits > 0],
  ['POLITICALLY_EXPOSED', ({ politicallyExposed }) => politicallyExposed],
  ['SPECIMEN_DOCUMENT', ({ specimen }) => specimen],
  ['DUPLICATE_DOCUMENT', ({ duplicateDocument }) => duplicateDocument],
  ['DOCUMENT_EXPIRED', ({ expired }) => expired],
  ['UNDER_AGE', ({ adult }) => !adult],
  ['NAME_MISMATCH', ({ nameMatch }) => nameMatch === 'mismatch'],
  ['NAME_SCRIPT_DIFFERS', ({ nameMatch }) => nameMatch === 'script_differs'],
  ['BIRTH_DATE_MISMATCH', ({ birthDateMatches }) => !birthDateMatches],
  ['NATIONALITY_MISMATCH', ({ nationalityMatches }) => !nationalityMatches],
  ['ISSUING_STATE_MISMATCH', ({ issuingStateMatches }) => !issuingStateMatches],
  ['MRZ_CHECK_DIGIT', ({ checkDigitsOk }) => !checkDigitsOk],
  ['MRZ_FIELD', ({ fieldsOk }) => !fieldsOk],
  ['EMIRATES_ID_CHECKSUM', ({ emiratesIdOk }) => !emiratesIdOk],
]
const HIGH: readonly ReviewReason[] = [
  'SANCTIONS_NAME_MATCH',
  'POLITICALLY_EXPOSED',
  'DUPLICATE_DOCUMENT',
  'SPECIMEN_DOCUMENT',
]

/** The rule itself: from inputs alone, so that a stored decision can be made again. */
export function evaluate(inputs: RuleInputs): Pick<Assessment, 'outcome' | 'risk' | 'reasons'> {
  const reasons = REASONS.flatMap(([reason, applies]) => (applies(inputs) ? [reason] : []))
  if (reasons.length === 0) return { outcome: 'approve', risk: 'low', reasons }
  const risk = reasons.some((reason) => HIGH.includes(reason)) ? 'high' : 'medium'
  return { outcome: 'review', risk, reasons }
}

function inputsOf(evidence: Evidence): RuleInputs {
  const { profile, reading, hits, today } = evidence
  const { fields, failures } = reading
  return {
    listDate: evidence.listDate,
    strongHits: hits.filter(({ quality }) => quality !== 'low').length,
    weakHits: hits.filter(({ quality }) => quality === 'low').length,
    nameMatch: compareNames(profile.fullName, documentNameOf(reading)),
    // A birth that cannot be read is a fault of the lines, which `fieldsOk` tells.
    birthDateMatches: fields.birthDate === null || fields.birthDate === profile.dateOfBirth,
    nationalityMatches: isSameNationality(profile.nationality, fields.nationality),
    issuingStateMatches: fields.issuingState === evidence.issuingCountry,
    specimen: reading.specimen,
    // The day of expiry itself still counts.
    expired: fields.expiryDate !== null && fields.expiryDate < today,
    checkDigitsOk: !failures.some(({ checkDigit }) => checkDigit),
    fieldsOk:
      !failures.some(({ checkDigit }) => !checkDigit) && fields.birthDate !== null && fields.expiryDate !== null,
    adult: fields.birthDate === null || ageYears(fields.birthDate, today) >= ADULT_YEARS,
    politicallyExposed: evidence.politicallyExposed,
    emiratesIdOk: evidence.documentType !== 'emirates_id' || isEmiratesIdNumber(fields.optional),
    duplicateDocument: evidence.duplicateDocument,
  }
}

export const documentNameOf = ({ fields }: MrzReading): string => `${fields.firstName} ${fields.lastName}`.trim()

function ageYears(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}
