import type { Output } from '@hissa/contracts'
import type { GetEnquiry } from '@hissa/contracts/identity'
import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail, Reader } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { greeting, moment, nameOf } from './words.js'

type Enquiry = Output<typeof GetEnquiry>

/**
 * Renders the acknowledgement to the sender of a message. It doesn't repeat the message, because anyone can type any text
 * with another person's address.
 */
export function renderEnquiryReceived(reader: Reader, enquiry: Enquiry & { publicUrl: string }): Mail {
  const language = languageFor(reader.language)
  const t = emailTexts(language)
  const { reference } = enquiry
  return layOut(
    {
      subject: t('email.enquiry.received.subject', { reference }),
      greeting: greeting(reader, language),
      blocks: [
        { kind: 'text', text: t('email.enquiry.received.intro') },
        {
          kind: 'rows',
          rows: [
            [t('email.enquiry.reference'), reference],
            [t('email.enquiry.about'), t(`email.enquiry.topic.${enquiry.topic}`)],
            [t('email.enquiry.at'), moment(new Date(enquiry.receivedAt), language)],
          ],
        },
        { kind: 'text', text: t('email.enquiry.received.next') },
        { kind: 'text', text: t('email.enquiry.received.ignore') },
        {
          kind: 'link',
          label: t('email.enquiry.received.open'),
          url: pageUrl(enquiry.publicUrl, '/contact', language),
        },
      ],
      footer: t('email.footerOfForms'),
    },
    language,
  )
}

/** Renders the copy for the team, in English. A reply to it goes to the sender. */
export function renderEnquiryForTeam(enquiry: Enquiry): Mail {
  const t = emailTexts('en')
  const { reference, topic, language, message } = enquiry
  const name = nameOf({ fullName: enquiry.name, email: enquiry.email, language })
  return layOut(
    {
      subject: t('email.enquiry.team.subject', { reference, topic: t(`email.enquiry.topic.${topic}`) }),
      greeting: t('email.enquiry.team.intro'),
      blocks: [
        {
          kind: 'rows',
          rows: [
            [t('email.enquiry.reference'), reference],
            ...(name ? [[t('email.enquiry.team.name'), name] as const] : []),
            [t('email.enquiry.team.email'), enquiry.email],
            [t('email.enquiry.about'), t(`email.enquiry.topic.${topic}`)],
            [t('email.enquiry.team.language'), language],
            [t('email.enquiry.at'), moment(new Date(enquiry.receivedAt), 'en')],
          ],
        },
        ...message
          .split(/\n+/)
          .filter((line) => line.trim() !== '')
          .map((text) => ({ kind: 'text' as const, text })),
      ],
      footer: t('email.enquiry.team.footer'),
    },
    'en',
  )
}
