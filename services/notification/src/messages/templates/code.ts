import type { CodePurpose } from '@hissa/contracts/identity'
import type { Mail, Reader } from '../message.js'
import { layOut, mailLanguage, type MailLanguage } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment } from './words.js'

interface Words {
  subject: string
  intro: string
  use: string
}

const WORDS: Record<MailLanguage, Record<CodePurpose, Words>> = {
  en: {
    'sign-up': {
      subject: 'Your Hissa confirmation code',
      intro: 'This code confirms your email address:',
      use: 'Enter it on the page where you signed up.',
    },
    attribute: {
      subject: 'Confirm your new email address',
      intro: 'This code confirms the new email address of your account:',
      use: 'Enter it on the page where you changed the address.',
    },
    reset: {
      subject: 'Your Hissa password reset code',
      intro: 'This code lets you choose a new password:',
      use: 'Enter it on the page where you asked for it.',
    },
  },
  ar: {
    'sign-up': {
      subject: 'رمز تأكيد حسابك في حصة',
      intro: 'هذا الرمز يؤكد عنوان بريدك الإلكتروني:',
      use: 'أدخله في الصفحة التي سجّلت منها.',
    },
    attribute: {
      subject: 'أكّد عنوان بريدك الإلكتروني الجديد',
      intro: 'هذا الرمز يؤكد عنوان البريد الإلكتروني الجديد لحسابك:',
      use: 'أدخله في الصفحة التي غيّرت منها العنوان.',
    },
    reset: {
      subject: 'رمز إعادة تعيين كلمة المرور في حصة',
      intro: 'هذا الرمز يتيح لك اختيار كلمة مرور جديدة:',
      use: 'أدخله في الصفحة التي طلبته منها.',
    },
  },
}

const REST = {
  en: {
    until: (at: string) => `It works once, until ${at}, Gulf time. A newer code replaces it.`,
    ignore: "If you didn't ask for it, ignore this email. Never share this code.",
    attribute: { label: 'Open Hissa', path: '/' },
    'sign-up': { label: 'Confirm your email', path: '/email-confirmation' },
    reset: { label: 'Choose a new password', path: '/forgot-password' },
  },
  ar: {
    until: (at: string) => `يُستخدم مرة واحدة حتى ${at} بتوقيت الخليج. أي رمز أحدث يحل محله.`,
    ignore: 'إن لم تطلبه فتجاهل هذه الرسالة. لا تشارك الرمز مع أي شخص.',
    attribute: { label: 'افتح حصة', path: '/' },
    'sign-up': { label: 'أكّد بريدك الإلكتروني', path: '/email-confirmation' },
    reset: { label: 'اختر كلمة مرور جديدة', path: '/forgot-password' },
  },
}

/** The message that carries a one-time code. */
export function renderCode(
  reader: Reader,
  values: { code: string; purpose: CodePurpose; expiresAt: Date; publicUrl: string },
): Mail {
  const language = mailLanguage(reader)
  const words = WORDS[language][values.purpose]
  const rest = REST[language]
  const link = rest[values.purpose]
  return layOut(
    {
      subject: words.subject,
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: words.intro },
        { kind: 'code', code: values.code },
        { kind: 'text', text: `${words.use} ${rest.until(moment(values.expiresAt, language))}` },
        { kind: 'text', text: rest.ignore },
        {
          kind: 'link',
          label: link.label,
          url: pageUrl(values.publicUrl, link.path, language),
        },
      ],
    },
    language,
  )
}
