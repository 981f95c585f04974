import type { Mail, Reader } from '../message.js'
import { reasonTexts } from './kyc-reasons.js'
import { layOut, mailLanguage, type Block } from './layout.js'
import { greeting } from './words.js'

const WORDS = {
  en: {
    approved: {
      subject: 'Your identity check is complete',
      text: 'We have checked your identity. You can invest from now on.',
      link: 'See properties',
    },
    rejected: {
      subject: 'Your identity check was not approved',
      text: 'We have looked at your documents and cannot approve your identity check, so you cannot invest.',
      link: 'See your application',
    },
    resubmission: {
      subject: 'Your identity check needs another document',
      text: 'We have looked at your documents and need you to hand something in again. Until then you cannot invest.',
      link: 'Continue your application',
    },
    because: 'What we found:',
  },
  ar: {
    approved: {
      subject: 'اكتمل التحقق من هويتك',
      text: 'تحققنا من هويتك. يمكنك الاستثمار من الآن.',
      link: 'تصفح العقارات',
    },
    rejected: {
      subject: 'لم تتم الموافقة على التحقق من هويتك',
      text: 'راجعنا وثائقك ولا يمكننا الموافقة على التحقق من هويتك، لذلك لا يمكنك الاستثمار.',
      link: 'اطّلع على طلبك',
    },
    resubmission: {
      subject: 'التحقق من هويتك يحتاج إلى وثيقة أخرى',
      text: 'راجعنا وثائقك ونحتاج إلى أن تقدّم شيئًا منها من جديد. لا يمكنك الاستثمار قبل ذلك.',
      link: 'تابع طلبك',
    },
    because: 'ما وجدناه:',
  },
}

type Decision = 'approved' | 'rejected' | 'resubmission'

function render(reader: Reader, decision: Decision, reasonCodes: readonly string[], url: string): Mail {
  const language = mailLanguage(reader)
  const words = WORDS[language][decision]
  const items = reasonTexts(reasonCodes, language)
  const reasons: Block[] =
    items.length > 0
      ? [
          { kind: 'text', text: WORDS[language].because },
          { kind: 'list', items },
        ]
      : []
  const blocks: Block[] = [{ kind: 'text', text: words.text }, ...reasons, { kind: 'link', label: words.link, url }]
  return layOut({ subject: words.subject, greeting: greeting(reader, language), blocks }, language)
}

/** The identity check passed. */
export const renderKycApproved = (reader: Reader, values: { publicUrl: string }): Mail =>
  render(reader, 'approved', [], `${values.publicUrl}/properties`)

/** The identity check was refused for good. */
export const renderKycRejected = (
  reader: Reader,
  values: { reasonCodes: readonly string[]; publicUrl: string },
): Mail => render(reader, 'rejected', values.reasonCodes, `${values.publicUrl}/onboarding`)

/** Something has to be handed in again. */
export const renderKycResubmission = (
  reader: Reader,
  values: { reasonCodes: readonly string[]; publicUrl: string },
): Mail => render(reader, 'resubmission', values.reasonCodes, `${values.publicUrl}/onboarding`)
