import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, Reader, SecurityMessage } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment } from './words.js'

/** What each notice is about, and the page where its reader can act. */
const NOTICES = {
  'password-changed': { about: 'password', page: '/forgot-password' },
  'email-changed': { about: 'email', page: '/contact' },
} as const

/** Renders the notice that the password or the address of an account was changed. */
export function renderSecurityNotice(reader: Reader, message: SecurityMessage & { publicUrl: string }): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { about, page } = NOTICES[message.template]
  return layOut(
    {
      subject: t(`email.security.${about}.subject`),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(`email.security.${about}.intro`) },
        { kind: 'rows', rows: [[t('email.security.at'), moment(message.at, language)]] },
        { kind: 'text', text: t(`email.security.${about}.next`) },
        { kind: 'link', label: t(`email.security.${about}.open`), url: pageUrl(message.publicUrl, page, language) },
      ],
    },
    language,
  )
}
