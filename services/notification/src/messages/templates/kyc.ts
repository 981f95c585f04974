import { languageFor } from '@hissa/texts'
import { decisionMail } from '@hissa/texts/kyc'
import type { Mail, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl, unsubscribeLink } from './links.js'
import { greeting } from './words.js'

interface Decided {
  reasonCodes: readonly string[]
  publicUrl: string
}

/** Renders each reason once, with what can be done about it. Unknown codes, of another release, are omitted. */
function reasons(codes: readonly string[], language: Language): Block[] {
  const items = [...new Set(codes)].filter(isKnownReason).map((code: DisclosedReason) => {
    const { text, fix } = reasonText(language, code)
    return fix ? `${text} ${fix}` : text
  })
  if (items.length === 0) return []
  return [
    { kind: 'text', text: emailTexts(language)('email.kyc.reasons') },
    { kind: 'list', items },
  ]
}

function emailOf(
  reader: Reader,
  { language, publicUrl }: { language: Language; publicUrl: string },
  title: string,
  blocks: readonly Block[],
): Mail {
  const subject = emailTexts(language)('email.kyc.subject', { title })
  const unsubscribe = unsubscribeLink(reader, publicUrl, language)
  return layOut({ subject, greeting: greeting(reader, language), blocks, unsubscribe }, language)
}

/** Renders the message that the applicant is verified. */
export function renderKycApproved(reader: Reader, { publicUrl }: { publicUrl: string }): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  return emailOf(reader, { language, publicUrl }, t('email.kyc.approved.title'), [
    { kind: 'text', text: kycTexts(language)('kyc.action.invest') },
    { kind: 'link', label: t('email.kyc.approved.open'), url: pageUrl(publicUrl, '/properties', language) },
  ])
}

/** Renders the message of a rejection: its reasons, and whether the applicant can start over. */
export function renderKycRejected(reader: Reader, { reasonCodes, publicUrl }: Decided): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const final = reasonCodes.some(isFinal)
  const path = final ? '/onboarding' : `/onboarding?step=${stepToCorrect(reasonCodes)}`
  const label = final ? t('email.kyc.rejected.openFinal') : t('email.kyc.rejected.open')
  return emailOf(reader, { language, publicUrl }, t('email.kyc.rejected.title'), [
    { kind: 'text', text: t('email.kyc.rejected.intro') },
    ...reasons(reasonCodes, language),
    { kind: 'text', text: kycTexts(language)(`kyc.action.${final ? 'contact_support' : 'start_again'}`) },
    { kind: 'link', label, url: pageUrl(publicUrl, path, language) },
  ])
}

/** Renders the request for a new submission: what to correct, and where. */
export function renderKycResubmission(reader: Reader, { reasonCodes, publicUrl }: Decided): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const path = `/onboarding?step=${stepToCorrect(reasonCodes)}`
  return emailOf(reader, { language, publicUrl }, t('email.kyc.resubmission.title'), [
    { kind: 'text', text: t('email.kyc.resubmission.intro') },
    ...reasons(reasonCodes, language),
    { kind: 'text', text: kycTexts(language)('kyc.action.fix') },
    { kind: 'link', label: t('email.kyc.resubmission.open'), url: pageUrl(publicUrl, path, language) },
  ])
}
function render(
  decision: Parameters<typeof decisionMail>[0],
  reader: Reader,
  { reasonCodes, publicUrl }: Decided,
): Mail {
  const language = languageFor(reader.language)
  const { subject, blocks } = decisionMail(decision, reasonCodes, language)
  const laid = blocks.map((block) =>
    block.kind === 'link'
      ? { kind: block.kind, label: block.label, url: pageUrl(publicUrl, block.path, language) }
      : block,
  )
  return layOut({ subject, greeting: greeting(reader, language), blocks: laid }, language)
}

/** Renders the message that the applicant is verified. */
export const renderKycApproved = (reader: Reader, { publicUrl }: { publicUrl: string }): Mail =>
  render('approve', reader, { reasonCodes: [], publicUrl })

/** Renders the message of a rejection: its reasons, and whether the applicant can start over. */
export const renderKycRejected = (reader: Reader, decided: Decided): Mail => render('reject', reader, decided)

/** Renders the request for a new submission: what to correct, and where. */
export const renderKycResubmission = (reader: Reader, decided: Decided): Mail => render('resubmit', reader, decided)
