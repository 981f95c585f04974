import type { Output } from '@hissa/contracts'
import type { GetWaitlistEntry } from '@hissa/contracts/identity'
import { languageFor } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail } from '../message.js'
import { layOut } from './layout.js'
import { pageUrl } from './links.js'
import { moment } from './words.js'

type Entry = Output<typeof GetWaitlistEntry> & { publicUrl: string }

/**
 * Renders the email that follows a request for a place: with the link that confirms it or, if it is confirmed, with the
 * news that it is. Tokens are in the fragment, which browsers don't send to servers.
 */
export function renderWaitlistRequested(entry: Entry): Mail {
  if (entry.isConfirmed) return renderWaitlistConfirmed(entry)
  const t = emailTexts(languageFor(entry.language))
  return render(entry, 'requested', [
    {
      kind: 'text',
      text: t('email.waitlist.requested.until', {
        at: moment(new Date(entry.confirmBefore), languageFor(entry.language)),
      }),
    },
    { kind: 'link', label: t('email.waitlist.requested.open'), url: linkOf(entry, `confirm=${entry.confirmToken}`) },
    { kind: 'text', text: t('email.waitlist.requested.ignore') },
  ])
}

/** Renders the email that a place is confirmed, with the link that deletes it. */
export function renderWaitlistConfirmed(entry: Entry): Mail {
  const t = emailTexts(languageFor(entry.language))
  return render(entry, 'confirmed', [
    { kind: 'text', text: t('email.waitlist.confirmed.next') },
    { kind: 'text', text: t('email.waitlist.confirmed.leave') },
    { kind: 'link', label: t('email.waitlist.confirmed.open'), url: linkOf(entry, `leave=${entry.leaveToken}`) },
  ])
}

function render(entry: Entry, about: 'requested' | 'confirmed', blocks: Parameters<typeof layOut>[0]['blocks']): Mail {
  const language = languageFor(entry.language)
  const t = emailTexts(language)
  const intro = { kind: 'text', text: t(`email.waitlist.${about}.intro`) } as const
  return layOut(
    {
      subject: t(`email.waitlist.${about}.subject`),
      greeting: t('email.greeting'),
      blocks: [intro, ...blocks],
      footer: t('email.footerOfForms'),
    },
    language,
  )
}

const linkOf = ({ publicUrl, language }: Entry, fragment: string) =>
  `${pageUrl(publicUrl, '/early-access', languageFor(language))}#${fragment}`
