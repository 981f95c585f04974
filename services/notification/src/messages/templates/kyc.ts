import { isFinal, stepToMend, type ToldReason } from '@hissa/contracts/kyc'
import { ACTION_TEXTS, REASON_TEXTS } from '@hissa/contracts/kyc-texts'
import type { Mail, Reader } from '../message.js'
import { layOut, mailLanguage, type Block, type MailLanguage } from './layout.js'
import { pageUrl } from './links.js'
import { greeting } from './words.js'

// What the site says too is worded as there.
const WORDS = {
  en: {
    subject: (title: string) => `Your identity check: ${title}`,
    approved: 'You are verified',
    rejected: 'We could not verify you',
    resubmission: 'We need something again',
    refused: 'We have looked at your documents and could not verify you, so you cannot invest.',
    asked: 'We have looked at your documents and need something again. Until then you cannot invest.',
    why: 'Why:',
    properties: 'See the properties',
    startAgain: 'Begin again',
    fix: 'Correct and submit again',
    see: 'See your identity check',
  },
  ar: {
    subject: (title: string) => `التحقق من هويتك: ${title}`,
    approved: 'تم التحقق من هويتك',
    rejected: 'لم نتمكن من التحقق من هويتك',
    resubmission: 'نحتاج إلى شيء من جديد',
    refused: 'راجعنا وثائقك ولم نتمكن من التحقق من هويتك، لذلك لا يمكنك الاستثمار.',
    asked: 'راجعنا وثائقك ونحتاج إلى شيء من جديد. لا يمكنك الاستثمار قبل ذلك.',
    why: 'السبب:',
    properties: 'شاهد العقارات',
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

/** The identity check passed. */
export function renderKycApproved(reader: Reader, { publicUrl }: { publicUrl: string }): Mail {
  const language = mailLanguage(reader)
  const words = WORDS[language]
  return letter(reader, language, words.approved, [
    { kind: 'text', text: ACTION_TEXTS[language].invest },
    { kind: 'link', label: words.properties, url: pageUrl(publicUrl, '/properties', language) },
  ])
}

/** The identity check was refused: why, and whether one may begin again. */
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

/** Something has to be handed in again: what, and where it is corrected. */
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
