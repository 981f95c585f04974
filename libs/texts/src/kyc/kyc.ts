import { DecisionReason, disclosedReasons, type DisclosedReason } from '@hissa/contracts/kyc'
import type { Language } from '../languages.js'
import { readTexts } from '../server.js'
import type english from './en/kyc.json'

/** Returns the texts that an applicant reads about a case, on the site and in emails alike, in a language. */
export const kycTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'kyc')

type Fixable = Exclude<DisclosedReason, 'UNDER_AGE' | 'DECLINED'>
const isFixable = (reason: DisclosedReason): reason is Fixable => reason !== 'UNDER_AGE' && reason !== 'DECLINED'

const REASONS: readonly string[] = DecisionReason.options.flatMap((reason) => disclosedReasons([reason]))

/** Returns whether a code is a reason that this release shows to applicants. */
export const isKnownReason = (code: string): code is DisclosedReason => REASONS.includes(code)

/** Returns the text of a decision's reason, and what the applicant can do about it (null: nothing). */
export function reasonText(language: Language, reason: DisclosedReason): { text: string; fix: string | null } {
  const t = kycTexts(language)
  return { text: t(`kyc.reason.${reason}.text`), fix: isFixable(reason) ? t(`kyc.reason.${reason}.fix`) : null }
}
