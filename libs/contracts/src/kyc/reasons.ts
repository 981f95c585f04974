import * as z from 'zod/mini'

/** What staff give as the reason of a decision other than approval. */
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

// Telling of a suspicion or a match would warn the wrong person, so both sound like an ordinary refusal of the house.
const CONFIDENTIAL = ['OUTSIDE_POLICY', 'SUSPECTED_FORGERY', 'SANCTIONS_MATCH'] as const

/** A reason as shown to the applicant and to everyone outside identity verification. */
export type ToldReason = Exclude<DecisionReason, (typeof CONFIDENTIAL)[number]> | 'DECLINED'

/** What is told of a decision's reasons: with a confidential one among them, only that it was declined. */
export const toldReasons = (reasons: readonly DecisionReason[]): ToldReason[] =>
  reasons.some(isConfidential) ? ['DECLINED'] : reasons.filter((reason) => !isConfidential(reason))

const isConfidential = (reason: DecisionReason): reason is (typeof CONFIDENTIAL)[number] =>
  CONFIDENTIAL.some((confidential) => confidential === reason)

const FINAL: readonly string[] = [...CONFIDENTIAL, 'DECLINED', 'UNDER_AGE']
/** Nobody begins again by themselves after such a reason, so it goes with a rejection only. */
export const isFinal = (reason: string): boolean => FINAL.includes(reason)

const IN_PROFILE: readonly string[] = ['NAME_MISMATCH', 'BIRTH_DATE_MISMATCH', 'NATIONALITY_MISMATCH']
/** Where an applicant mends what these reasons say: in the profile, if that is all, else with another document. */
export const stepToMend = (reasons: readonly string[]): 'profile' | 'identity' =>
  reasons.length > 0 && reasons.every((reason) => IN_PROFILE.includes(reason)) ? 'profile' : 'identity'
