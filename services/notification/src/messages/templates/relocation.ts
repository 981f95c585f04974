import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { EndedRelocationMessage, Mail, Reader, RelocationMessage } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment } from './words.js'

/** Renders the message that all shares of an investor are at another blockchain address of theirs. */
export function renderRelocation(reader: Reader, message: RelocationMessage & { publicUrl: string }): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { kind, address, at, publicUrl } = message
  return layOut(
    {
      subject: t(`email.relocation.${kind}.subject`),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(`email.relocation.${kind}.intro`) },
        {
          kind: 'rows',
          rows: [
            [t('email.relocation.address'), address],
            [t('email.relocation.at'), moment(at, language)],
          ],
        },
        { kind: 'text', text: t(`email.relocation.${kind}.next`) },
        { kind: 'link', label: t('email.order.open'), url: pageUrl(publicUrl, '/investor-dashboard', language) },
      ],
    },
    language,
  )
}

/** Renders the message that a move of shares was declined before it began, or cancelled because it could not go on. */
export function renderEndedRelocation(reader: Reader, message: EndedRelocationMessage & { publicUrl: string }): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { template, kind, address, at, publicUrl } = message
  const ended = template === 'relocation-declined' ? 'Declined' : 'Cancelled'
  return layOut(
    {
      subject: t(`email.relocation${ended}.subject`),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t(`email.relocation${ended}.${kind}`) },
        {
          kind: 'rows',
          rows: [
            ...(address === undefined ? [] : [[t('email.relocation.address'), address] as const]),
            [t(`email.relocation${ended}.at`), moment(at, language)],
          ],
        },
        { kind: 'text', text: t(`email.relocation${ended}.next`) },
        { kind: 'link', label: t('email.relocation.open'), url: pageUrl(publicUrl, '/wallet', language) },
      ],
    },
    language,
  )
}
