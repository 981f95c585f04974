import { isFinal, stepToCorrect, type DisclosedReason } from '@hissa/contracts/kyc'
import type { Language } from '../languages.js'
import { isKnownReason, kycTexts, reasonText } from './kyc.js'

/** A part of the email about a decision. `path` is a page of the site, without its language. */
type DecisionMailBlock =
  { kind: 'text'; text: string } | { kind: 'list'; items: string[] } | { kind: 'link'; label: string; path: string }

interface DecisionMail {
  subject: string
  blocks: DecisionMailBlock[]
}

/**
 * Returns the email about a decision, without its greeting. `reasonCodes` are those that an applicant may see; unknown
 * ones, of another release, are omitted. Texts that the site also shows have the same wording there.
 */
export function decisionMail(
  decision: 'approve' | 'reject' | 'resubmit',
  reasonCodes: readonly string[],
  language: Language,
): DecisionMail {
  const t = kycTexts(language)
  const mail = (title: string, blocks: DecisionMailBlock[]) => ({ subject: t('kyc.email.subject', { title }), blocks })
  if (decision === 'approve')
    return mail(t('kyc.email.approved.title'), [
      { kind: 'text', text: t('kyc.action.invest') },
      { kind: 'link', label: t('kyc.email.approved.open'), path: '/properties' },
    ])
  const step = `/onboarding?step=${stepToCorrect(reasonCodes)}`
  if (decision === 'resubmit')
    return mail(t('kyc.email.resubmission.title'), [
      { kind: 'text', text: t('kyc.email.resubmission.intro') },
      ...reasons(reasonCodes, language),
      { kind: 'text', text: t('kyc.action.fix') },
      { kind: 'link', label: t('kyc.email.resubmission.open'), path: step },
    ])
  const final = reasonCodes.some(isFinal)
  return mail(t('kyc.email.rejected.title'), [
    { kind: 'text', text: t('kyc.email.rejected.intro') },
    ...reasons(reasonCodes, language),
    { kind: 'text', text: t(`kyc.action.${final ? 'contact_support' : 'start_again'}`) },
    final
      ? { kind: 'link', label: t('kyc.email.rejected.openFinal'), path: '/onboarding' }
      : { kind: 'link', label: t('kyc.email.rejected.open'), path: step },
  ])
}

/** Renders each reason once, with what can be done about it. */
function reasons(codes: readonly string[], language: Language): DecisionMailBlock[] {
  const items = [...new Set(codes)].filter(isKnownReason).map((code: DisclosedReason) => {
    const { text, fix } = reasonText(language, code)
    return fix ? `${text} ${fix}` : text
  })
  if (items.length === 0) return []
  return [
    { kind: 'text', text: kycTexts(language)('kyc.email.reasons') },
    { kind: 'list', items },
  ]
}
