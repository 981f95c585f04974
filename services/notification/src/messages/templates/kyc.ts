import { isFinal, stepToMend, type ToldReason } from '@hissa/contracts/kyc'
import { ACTION_TEXTS, REASON_TEXTS } from '@hissa/contracts/kyc-texts'
import type { Mail, Reader } from '../message.js'
import { layOut, mailLanguage, type Block, type MailLanguage } from './layout.js'
import { pageUrl } from './links.js'
import { greeting } from './words.js'

// Texts that the site also shows have the same words as there.
const WORDS = {
  en: {
    subject: (title: string) => `Your identity verification: ${title}`,
    approved: "You're verified",
    rejected: "We couldn't verify your identity",
    resubmission: 'We need more information',
    refused: "We reviewed your documents but couldn't verify your identity, so you can't invest.",
    asked: 'We reviewed your documents and need more information before you can invest.',
    why: 'Why:',
    properties: 'Browse properties',
    startAgain: 'Start over',
    fix: 'Correct and submit again',
    see: 'See your identity verification',
  },
  ar: {
    subject: (title: string) => `التحقق من هويتك: ${title}`,
    approved: 'تم التحقق من هويتك',
    rejected: 'لم نتمكن من التحقق من هويتك',
    resubmission: 'نحتاج معلومات إضافية',
    refused: 'راجعنا وثائقك ولم نتمكن من التحقق من هويتك، لذلك لا يمكنك الاستثمار.',
    asked: 'راجعنا وثائقك ونحتاج معلومات إضافية قبل أن تتمكن من الاستثمار.',
    why: 'السبب:',
    properties: 'تصفح العقارات',
    startAgain: 'ابدأ من جديد',
    fix: 'صحّح وأرسل من جديد',
    see: 'اطّلع على التحقق من هويتك',
  },
}

interface Decided {
  reasonCodes: readonly string[]
  publicUrl: string
}

/** Each reason once, with what can be done about it; a code of another release is left out. */
function reasons(codes: readonly string[], language: MailLanguage): Block[] {
  const items = [...new Set(codes)].flatMap((code) => {
    const pair = REASON_TEXTS[language][code as ToldReason]
    return pair ? [pair.fix ? `${pair.text} ${pair.fix}` : pair.text] : []
  })
  if (items.length === 0) return []
  return [
    { kind: 'text', text: WORDS[language].why },
    { kind: 'list', items },
  ]
}

const letter = (reader: Reader, language: MailLanguage, title: string, blocks: readonly Block[]): Mail =>
  layOut({ subject: WORDS[language].subject(title), greeting: greeting(reader, language), blocks }, language)

/** Renders the message that the applicant is verified. */
export function renderKycApproved(reader: Reader, { publicUrl }: { publicUrl: string }): Mail {
  const language = mailLanguage(reader)
  const words = WORDS[language]
  return letter(reader, language, words.approved, [
    { kind: 'text', text: ACTION_TEXTS[language].invest },
    { kind: 'link', label: words.properties, url: pageUrl(publicUrl, '/properties', language) },
  ])
}

/** Renders the message of a rejection: its reasons, and whether the applicant can start over. */
export function renderKycRejected(reader: Reader, { reasonCodes, publicUrl }: Decided): Mail {
  const language = mailLanguage(reader)
  const words = WORDS[language]
  const final = reasonCodes.some(isFinal)
  const path = final ? '/onboarding' : `/onboarding?step=${stepToMend(reasonCodes)}`
  return letter(reader, language, words.rejected, [
    { kind: 'text', text: words.refused },
    ...reasons(reasonCodes, language),
    { kind: 'text', text: ACTION_TEXTS[language][final ? 'contact_support' : 'start_again'] },
    { kind: 'link', label: final ? words.see : words.startAgain, url: pageUrl(publicUrl, path, language) },
  ])
}

/** Renders the message that asks for a new submission: what to correct, and where. */
export function renderKycResubmission(reader: Reader, { reasonCodes, publicUrl }: Decided): Mail {
  const language = mailLanguage(reader)
  const words = WORDS[language]
  const path = `/onboarding?step=${stepToMend(reasonCodes)}`
  return letter(reader, language, words.resubmission, [
    { kind: 'text', text: words.asked },
    ...reasons(reasonCodes, language),
    { kind: 'text', text: ACTION_TEXTS[language].fix },
    { kind: 'link', label: words.fix, url: pageUrl(publicUrl, path, language) },
  ])
}
