import type { Language } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail } from '../message.js'
import type { Block, Email } from './email.js'
import { htmlOf } from './layout-html.js'

/** Lays out an email as a text part and an HTML part. */
export function layOut(email: Email, language: Language): Mail {
  const { unsubscribe } = email
  const foot = [
    email.footer ?? emailTexts(language)('email.footer'),
    ...(unsubscribe ? [textOf({ kind: 'link', ...unsubscribe })] : []),
  ]
  const text = [email.greeting, ...email.blocks.map(textOf), ...foot].join('\n\n')
  return { subject: email.subject, text: `${text}\n`, html: htmlOf(email, language) }
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'code':
      return block.code
    case 'rows':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'link':
      return `${block.label}: ${block.url}`
  }
}
