import type { DocumentType, ReviewReason, Risk } from '@hissa/contracts/kyc'
import { isEmiratesIdNumber, type MrzReading } from '../mrz/read-mrz.js'
import { oldestOf, type ListVersion } from '../screening/list-version.js'
import type { Hit } from '../screening/sanctions-list.js'
import { compareNames, type NameMatch } from './compare-names.js'
import { alpha3Of, countryOf, isSameNationality } from '../countries/compare-nationalities.js'
import { COUNTRY_LIST, countryRiskOf, type CountryRisk } from './high-risk-countries.js'

/** Increment the version with every change of the rule. Stored decisions contain the version that made them. */
export const RULE = { id: 'kyc.auto-approve', version: 7 } as const
const ADULT_YEARS = 18

/** The applicant's profile. The date of birth is an ISO date, countries are ISO 3166-1 alpha-2. */
export interface StatedProfile {
  fullName: string
  dateOfBirth: string | null
  nationality: string | null
  countryOfResidence: string | null
}

/** The evidence that an assessment is based on. */
export interface Evidence {
  documentType: DocumentType
  issuingCountry: string
  profile: StatedProfile
  reading: MrzReading
  politicallyExposed: boolean
  hits: readonly Hit[]
  /** A screened name has too many words to be compared in every way. */
  longName: boolean
  /** The loaded lists. */
  lists: readonly ListVersion[]
  /** Outside local mode: a loaded list of sanctions is older than allowed. */
  listOld: boolean
  /** Another applicant has submitted the same document. */
  duplicateDocument: boolean
  /** A document with this number was rejected for forgery, from any applicant. */
  forgedDocument: boolean
  /** The lines are as read from the picture. */
  pictureRead: boolean
  /** Local mode: a clean case is approved although its image was not read. */
  automaticApproval: boolean
  /** ISO date, Asia/Dubai. */
  today: string
}

/** The rule's inputs, without personal data, so that they can be stored and evaluated again. */
export interface RuleInputs extends Record<string, unknown> {
  /** Date of the oldest list of sanctions; null if none is loaded. */
  listDate: string | null
  /** Absent in inputs before version 4; without `kind` and `hash` before version 7. */
  lists?: (Pick<ListVersion, 'list' | 'date'> & Partial<ListVersion>)[]
  listOld?: boolean
  strongHits: number
  closeHits: number
  weakHits: number
  /** Hits on lists of politically exposed people, which the other counts leave out. Absent before version 7. */
  pepHits?: number
  /** Absent in inputs before version 5. */
  longName?: boolean
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
  forgedDocument: boolean
  countryRisk: CountryRisk
  /** Date of the country list. */
  countryListDate: string
  pictureRead: boolean
  automaticApproval: boolean
}

export interface Assessment {
  outcome: 'approve' | 'review'
  risk: Risk
  reasons: ReviewReason[]
  rule: { id: string; version: number; inputs: RuleInputs }
}

/** Assesses the evidence: a clean case is approved by rule, any other goes to review with the reasons. */
export function assess(evidence: Evidence): Assessment {
  const inputs = inputsOf(evidence)
  const { outcome, risk, reasons } = evaluate(inputs)
  return { outcome, risk, reasons, rule: { ...RULE, inputs } }
}

/** Returns an assessment with what a later screening has found, evaluated by the current rule. */
export function rescreened(
  { rule }: Assessment,
  { hits, longName, lists, listOld }: Pick<Evidence, 'hits' | 'longName' | 'lists' | 'listOld'>,
): Assessment {
  const inputs = { ...rule.inputs, ...listInputs({ lists, listOld }), ...countHits(hits), longName }
  return { ...evaluate(inputs), rule: { ...RULE, inputs } }
}

/** Returns whether a later assessment has another reason, or a long name that the earlier one didn't count. */
export const findsMore = (earlier: Assessment, later: Assessment): boolean =>
  later.reasons.some((reason) => !earlier.reasons.includes(reason)) ||
  (later.rule.inputs.longName ?? false) !== (earlier.rule.inputs.longName ?? false)

// Stored inputs of an earlier version lack later fields; a reason that needs such a field does not apply to them.
const REASONS: [ReviewReason, (inputs: RuleInputs) => boolean][] = [
  ['NO_SANCTIONS_LIST', ({ listDate, listOld }) => listDate === null || listOld === true],
  ['SANCTIONS_NAME_MATCH', ({ strongHits }) => strongHits > 0],
  ['SANCTIONS_CLOSE_NAME', ({ closeHits }) => closeHits > 0],
  ['SANCTIONS_WEAK_ALIAS', ({ weakHits }) => weakHits > 0],
  ['POLITICALLY_EXPOSED', ({ politicallyExposed, pepHits = 0 }) => politicallyExposed || pepHits > 0],
  ['FORGED_DOCUMENT', ({ forgedDocument }) => forgedDocument],
  ['HIGH_RISK_COUNTRY', ({ countryRisk }) => countryRisk === 'high'],
  ['MONITORED_COUNTRY', ({ countryRisk }) => countryRisk === 'monitored'],
  ['SPECIMEN_DOCUMENT', ({ specimen }) => specimen],
  ['DUPLICATE_DOCUMENT', ({ duplicateDocument }) => duplicateDocument],
  ['DOCUMENT_EXPIRED', ({ expired }) => expired],
  ['UNDER_AGE', ({ adult }) => !adult],
  ['NAME_MISMATCH', ({ nameMatch, longName }) => nameMatch === 'mismatch' || longName === true],
  ['NAME_SCRIPT_DIFFERS', ({ nameMatch }) => nameMatch === 'script_differs'],
  ['BIRTH_DATE_MISMATCH', ({ birthDateMatches }) => !birthDateMatches],
  ['NATIONALITY_MISMATCH', ({ nationalityMatches }) => !nationalityMatches],
  ['ISSUING_STATE_MISMATCH', ({ issuingStateMatches }) => !issuingStateMatches],
  ['MRZ_CHECK_DIGIT', ({ checkDigitsOk }) => !checkDigitsOk],
  ['MRZ_FIELD', ({ fieldsOk }) => !fieldsOk],
  ['EMIRATES_ID_CHECKSUM', ({ emiratesIdOk }) => !emiratesIdOk],
  // Whether or not the lines were read from the picture: that doesn't show that it is genuine, and names have no check digit.
  ['PICTURE_NOT_READ', ({ automaticApproval }) => automaticApproval === false],
]
const HIGH: readonly ReviewReason[] = [
  'SANCTIONS_NAME_MATCH',
  'POLITICALLY_EXPOSED',
  'FORGED_DOCUMENT',
  'HIGH_RISK_COUNTRY',
  'DUPLICATE_DOCUMENT',
  'SPECIMEN_DOCUMENT',
]

/** Evaluates the rule. It depends only on the inputs, so that a stored decision can be reproduced. */
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
    ...listInputs(evidence),
    ...countHits(hits),
    longName: evidence.longName,
    nameMatch: compareNames(profile.fullName, documentNameOf(reading)),
    // An unreadable date of birth is an error in the MRZ lines, which `fieldsOk` covers.
    birthDateMatches: fields.birthDate === null || fields.birthDate === profile.dateOfBirth,
    nationalityMatches: isSameNationality(profile.nationality, fields.nationality),
    issuingStateMatches: fields.issuingState === evidence.issuingCountry,
    specimen: reading.specimen,
    // The document is still valid on the day of expiry.
    expired: fields.expiryDate !== null && fields.expiryDate < today,
    checkDigitsOk: !failures.some(({ checkDigit }) => checkDigit),
    fieldsOk:
      !failures.some(({ checkDigit }) => !checkDigit) && fields.birthDate !== null && fields.expiryDate !== null,
    adult: fields.birthDate === null || ageYears(fields.birthDate, today) >= ADULT_YEARS,
    politicallyExposed: evidence.politicallyExposed,
    emiratesIdOk: evidence.documentType !== 'emirates_id' || isEmiratesIdNumber(fields.optional),
    duplicateDocument: evidence.duplicateDocument,
    forgedDocument: evidence.forgedDocument,
    countryRisk: countryRiskOf(countriesOf(evidence)),
    countryListDate: COUNTRY_LIST.date,
    pictureRead: evidence.pictureRead,
    automaticApproval: evidence.automaticApproval,
  }
}

const listInputs = ({ lists, listOld }: Pick<Evidence, 'lists' | 'listOld'>) => ({
  listDate: oldestOf(lists),
  lists: lists.map(({ list, date, kind, hash }) => ({ list, date, kind, hash })),
  listOld,
})

function countHits(hits: readonly Hit[]): Pick<RuleInputs, 'strongHits' | 'closeHits' | 'weakHits' | 'pepHits'> {
  const sanctioned = hits.filter(({ kind }) => kind !== 'pep')
  const strong = sanctioned.filter(({ quality }) => quality !== 'low')
  const closeHits = strong.filter(({ closeness }) => closeness === 'close').length
  return {
    ...{ strongHits: strong.length - closeHits, closeHits, weakHits: sanctioned.length - strong.length },
    pepHits: hits.length - sanctioned.length,
  }
}

/** Returns the countries of nationality, residence and issue, from the profile and from the document. */
function countriesOf({ profile, issuingCountry, reading }: Evidence): (string | null)[] {
  const stated = [profile.nationality, profile.countryOfResidence].map((alpha2) => alpha2 && alpha3Of(alpha2))
  return [...stated, issuingCountry, countryOf(reading.fields.issuingState), countryOf(reading.fields.nationality)]
}

/** Returns the full name in machine-readable lines. */
export const documentNameOf = ({ fields }: MrzReading): string => `${fields.firstName} ${fields.lastName}`.trim()

function ageYears(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}
