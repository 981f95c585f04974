import { LANGUAGES, type Language } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Mail } from '../message.js'

/** A part of a message. `rows` are label and value; a value is a figure or name and keeps its own direction. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'link'; label: string; url: string }

export interface Email {
  subject: string
  greeting: string
  blocks: readonly Block[]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/**
 * Lays out an email as a text part and an HTML part. The HTML has no tables, no images and no colours that break in
 * dark mode.
 */
export function layOut(email: Email, language: Language): Mail {
  const text = [email.greeting, ...email.blocks.map(textOf), emailTexts(language)('email.footer')].join('\n\n')
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

const FONT = "font-family:'Readex Pro',system-ui,-apple-system,'Segoe UI',Tahoma,sans-serif"
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#0e5a48;color:#ffffff;text-decoration:none'
const LINE = 'border-top:1px solid rgba(128,140,134,.45)'

function htmlOf(email: Email, language: Language): string {
  const { dir } = LANGUAGES[language]
  const t = emailTexts(language)
  const body = [`<p style="margin:0 0 16px">${escape(email.greeting)}</p>`, ...email.blocks.map(blockHtml)].join('\n')
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(email.subject)}</title>
</head>
<body style="margin:0;padding:24px">
<div dir="${dir}" lang="${language}" style="max-width:480px;margin:0 auto;${FONT};font-size:15px;line-height:${dir === 'rtl' ? '1.75' : '1.6'};text-align:${dir === 'rtl' ? 'right' : 'left'}">
<p style="margin:0 0 24px;font-size:18px"><strong>${escape(t('email.brand'))}</strong></p>
${body}
<p style="margin:32px 0 0;padding:16px 0 0;${LINE};font-size:12px">${escape(t('email.footer'))}</p>
</div>
</body>
</html>
`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escape(block.text)}</p>`
    case 'code':
      return `<p style="margin:0 0 16px;font-size:34px;letter-spacing:4px"><bdi dir="ltr">${escape(block.code)}</bdi></p>`
    case 'rows':
      return `<div style="margin:0 0 16px">${block.rows.map(rowHtml).join('')}</div>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding-inline-start:20px">${block.items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`
    case 'link':
      return `<p style="margin:24px 0"><a href="${escape(block.url)}" style="${BUTTON}">${escape(block.label)}</a></p>`
  }
}

const rowHtml = ([label, value]: readonly [string, string]): string =>
  `<p style="margin:0;padding:8px 0;${LINE}">${escape(label)}<br><strong><bdi>${escape(value)}</bdi></strong></p>`
