import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, Reader, TransferMessage } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl, unsubscribeLink } from './links.js'
import { greeting, moment } from './words.js'

export type Transfer = TransferMessage & { title: string; publicUrl: string }

/** Renders the message to the receiver or the sender of shares that staff have transferred. It doesn't name the other. */
export function renderTransfer(reader: Reader, transfer: Transfer): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { title, units, basis, at, publicUrl } = transfer
  const kind = transfer.template === 'shares-received' ? 'received' : 'sent'
  return layOut(
    {
      subject: t(`email.transfer.${kind}.subject`, { title }),
      greeting: greeting(reader, language),
      unsubscribe: unsubscribeLink(reader, publicUrl, language),
      blocks: [
        { kind: 'text', text: t(`email.transfer.${kind}.intro`) },
        {
          kind: 'rows',
          rows: [
            [t('email.order.property'), title],
            [t('email.order.shares'), String(units)],
            [t('email.transfer.reason'), t(`email.transfer.basis.${basis}`)],
            [t('email.transfer.at'), moment(at, language)],
          ],
        },
        { kind: 'text', text: t(`email.transfer.${kind}.next`) },
        { kind: 'link', label: t('email.order.open'), url: pageUrl(publicUrl, '/investor-dashboard', language) },
      ],
    },
    language,
  )
}
