import * as z from 'zod/mini'

/** Staff's reasons for a decision other than approval. */
export const DecisionReason = z.enum([
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_INCOMPLETE',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_NOT_ACCEPTED',
  'NAME_MISMATCH',
  'BIRTH_DATE_MISMATCH',
  'NATIONALITY_MISMATCH',
  'MRZ_MISMATCH',
  'UNDER_AGE',
  'SPECIMEN_DOCUMENT',
  'OUTSIDE_POLICY',
  'SUSPECTED_FORGERY',
  'SANCTIONS_MATCH',
])
export type DecisionReason = z.infer<typeof DecisionReason>

// Disclosing a suspicion or a match would tip off the applicant, so these are shown as `DECLINED`.
const CONFIDENTIAL = ['OUTSIDE_POLICY', 'SUSPECTED_FORGERY', 'SANCTIONS_MATCH'] as const

/** A reason as shown to the applicant and to everyone outside identity verification. */
export type DisclosedReason = Exclude<DecisionReason, (typeof CONFIDENTIAL)[number]> | 'DECLINED'

/** Returns the reasons that the applicant may see: only `DECLINED` if one of them is confidential. */
export const disclosedReasons = (reasons: readonly DecisionReason[]): DisclosedReason[] =>
  reasons.some(isConfidential) ? ['DECLINED'] : reasons.filter((reason) => !isConfidential(reason))

const isConfidential = (reason: DecisionReason): reason is (typeof CONFIDENTIAL)[number] =>
  CONFIDENTIAL.some((confidential) => confidential === reason)

const FINAL: readonly string[] = [...CONFIDENTIAL, 'DECLINED', 'UNDER_AGE']
/** Returns whether the applicant cannot start over after this reason, so that it is allowed in a rejection only. */
export const isFinal = (reason: string): boolean => FINAL.includes(reason)

const IN_PROFILE: readonly string[] = ['NAME_MISMATCH', 'BIRTH_DATE_MISMATCH', 'NATIONALITY_MISMATCH']
/**
 * Returns where an applicant corrects these reasons: in the profile if that covers all of them, else with another
 * document.
 */
export const stepToCorrect = (reasons: readonly string[]): 'profile' | 'identity' =>
  reasons.length > 0 && reasons.every((reason) => IN_PROFILE.includes(reason)) ? 'profile' : 'identity'
