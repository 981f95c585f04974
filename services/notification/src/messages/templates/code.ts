import type { CodePurpose } from '@hissa/contracts/identity'
import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment } from './words.js'

/** The page on which the code is entered. */
const PAGES: Record<CodePurpose, string> = {
  attribute: '/',
  'sign-up': '/email-confirmation',
  reset: '/forgot-password',
}

/** Renders the message with a one-time code. */
export function renderCode(
  reader: Reader,
  values: { code: string; purpose: CodePurpose; expiresAt: Date; publicUrl: string },
): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { purpose } = values
  const until = t('email.code.until', { at: moment(values.expiresAt, language) })
  const url = pageUrl(values.publicUrl, PAGES[purpose], language)
  return layOut(
    {
      subject: t(`email.code.${purpose}.subject`),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(`email.code.${purpose}.intro`) },
        { kind: 'code', code: values.code },
        { kind: 'text', text: `${t(`email.code.${purpose}.use`)} ${until}` },
        { kind: 'text', text: t('email.code.ignore') },
        { kind: 'link', label: t(`email.code.${purpose}.open`), url },
      ],
    },
    language,
  )
}
