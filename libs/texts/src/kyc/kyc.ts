import { DecisionReason, toldReasons, type ToldReason } from '@hissa/contracts/kyc'
import type { Language } from '../languages.js'
import { readTexts } from '../server.js'
import type english from './en/kyc.json'

/** Returns what an applicant reads about a case in a language, on the site and in emails alike. */
export const kycTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'kyc')

type Fixable = Exclude<ToldReason, 'UNDER_AGE' | 'DECLINED'>
const isFixable = (reason: ToldReason): reason is Fixable => reason !== 'UNDER_AGE' && reason !== 'DECLINED'

const REASONS: readonly string[] = DecisionReason.options.flatMap((reason) => toldReasons([reason]))

/** Returns whether a code is a reason that applicants are told in this release. */
export const isKnownReason = (code: string): code is ToldReason => REASONS.includes(code)

/** Returns the text of a decision's reason, and what the applicant can do about it. Null: nothing can be done. */
export function reasonText(language: Language, reason: ToldReason): { text: string; fix: string | null } {
  const t = kycTexts(language)
  return { text: t(`kyc.reason.${reason}.text`), fix: isFixable(reason) ? t(`kyc.reason.${reason}.fix`) : null }
}
