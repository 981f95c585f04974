import { COLOURS, html, Html } from '@hissa/brand'
import { LANGUAGES, type Language } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import { MARK_CID } from '../mark.js'
import type { Block, Email } from './email.js'

type Colour = keyof typeof COLOURS

/** Clients that ignore style elements show the light colours, which are inline; the others follow the system. */
const light = (colour: Colour) => COLOURS[colour][0]
const ink = (colour: Colour) => `color:${light(colour)}`
const ground = (colour: Colour) => `background-color:${light(colour)}`
const border = (colour: Colour) => `border-color:${light(colour)}`

/** The classes of elements whose colour differs in the dark. */
const DARK: readonly (readonly [name: string, property: string, colour: Colour])[] = [
  ...(['ink', 'ink-2', 'ink-3', 'on-primary'] as const).map((colour) => [colour, 'color', colour] as const),
  ...(['ground', 'surface', 'sunken', 'primary'] as const).map(
    (colour) => [colour, 'background-color', colour] as const,
  ),
  ['line', 'border-color', 'line'],
]
const darkRules = DARK.map(([name, property, colour]) => `.m-${name}{${property}:${COLOURS[colour][1]}!important}`)
/** Outlook on Windows shows Times for an unknown font instead of the next one in the list. */
const HEAD = new Html(
  `<style>@media(prefers-color-scheme:dark){${darkRules.join('')}}</style>` +
    '<!--[if mso]><style>*{font-family:Arial,sans-serif!important}</style><![endif]-->',
)

const FONT = "font-family:'Readex Pro Variable','Readex Pro',system-ui,-apple-system,'Segoe UI',Tahoma,Arial,sans-serif"
const TABLE = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"')
const MARK_PX = 40

interface Reading {
  language: Language
  dir: 'ltr' | 'rtl'
  /** Sides as HTML names them, because some clients know no logical ones. */
  start: 'left' | 'right'
  end: 'left' | 'right'
  lineHeight: string
}

/**
 * Renders the HTML part: tables and inline styles, because clients ignore most else; the mark as a picture inside the
 * message; nothing that a client would load from a server.
 */
export function htmlOf(email: Email, language: Language): string {
  const { dir } = LANGUAGES[language]
  const rtl = dir === 'rtl'
  const reading: Reading = {
    ...{ language, dir, start: rtl ? 'right' : 'left', end: rtl ? 'left' : 'right' },
    lineHeight: rtl ? '1.75' : '1.6',
  }
  return html`<!doctype html>
    <html lang="${language}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${email.subject}</title>
        ${HEAD}
      </head>
      <body class="m-ground" style="margin:0;padding:0;${ground('ground')}">
        <div dir="${dir}" lang="${language}">
          <table ${TABLE} width="100%" class="m-ground" style="${ground('ground')}">
            <tr>
              <td align="center" style="padding:24px 12px 48px">
                <table ${TABLE} width="100%" style="max-width:560px;${FONT}">
                  ${[headRow(reading), bodyRow(email, reading), footRow(email, reading)]}
                </table>
              </td>
            </tr>
          </table>
        </div>
      </body>
    </html> `.text
}

function headRow({ language, start }: Reading): Html {
  const name = emailTexts(language)('email.brand')
  return html`<tr>
    <td align="${start}" style="padding:0 24px 24px">
      <table ${TABLE}>
        <tr>
          <td>
            <img src="cid:${MARK_CID}" width="${MARK_PX}" height="${MARK_PX}" alt="" style="display:block;border:0" />
          </td>
          <td class="m-ink" style="padding:0 12px;font-size:22px;line-height:1.2;${ink('ink')}">${name}</td>
        </tr>
      </table>
    </td>
  </tr>`
}

function bodyRow({ greeting, blocks }: Email, reading: Reading): Html {
  const { start, lineHeight } = reading
  const text = `font-size:15px;line-height:${lineHeight};text-align:${start}`
  return html`<tr>
    <td
      align="${start}"
      class="m-surface m-line m-ink"
      style="padding:32px 24px 16px;border:1px solid;border-radius:18px;${border('line')};${ground('surface')};${ink('ink')};${text}"
    >
      <p style="margin:0 0 16px">${greeting}</p>
      ${blocks.map((block) => blockOf(block, reading))}
    </td>
  </tr>`
}

function footRow({ footer, unsubscribe }: Email, { language, start, lineHeight }: Reading): Html {
  const link = unsubscribe
    ? html`<br /><a href="${unsubscribe.url}" class="m-ink-3" style="${ink('ink-3')}">${unsubscribe.label}</a>`
    : ''
  return html`<tr>
    <td
      align="${start}"
      class="m-ink-3"
      style="padding:24px 24px 0;font-size:12px;line-height:${lineHeight};text-align:${start};${ink('ink-3')}"
    >
      ${footer ?? emailTexts(language)('email.footer')} ${link}
    </td>
  </tr>`
}

function blockOf(block: Block, reading: Reading): Html {
  switch (block.kind) {
    case 'text':
      return html`<p style="margin:0 0 16px">${block.text}</p>`
    case 'code':
      return codeOf(block.code)
    case 'rows':
      return html`<table ${TABLE} width="100%" style="margin:8px 0 24px">
        ${block.rows.map((row) => rowOf(row, reading))}
      </table>`
    case 'list':
      return html`<ul style="margin:0 0 16px;padding:0;padding-${reading.start}:20px">
        ${block.items.map((item) => html`<li style="margin:0 0 8px">${item}</li>`)}
      </ul>`
    case 'link':
      return buttonOf(block)
  }
}

function codeOf(code: string): Html {
  return html`<table ${TABLE} style="margin:8px 0 24px">
    <tr>
      <td
        class="m-sunken m-ink"
        style="padding:12px 24px;border-radius:10px;font-size:34px;line-height:1.2;letter-spacing:4px;${ground('sunken')};${ink('ink')}"
      >
        <bdi dir="ltr">${code}</bdi>
      </td>
    </tr>
  </table>`
}

function rowOf([label, value]: readonly [string, string], { start, end }: Reading): Html {
  const cell = `padding:12px 0;border-top:1px solid ${light('line')};vertical-align:top;font-size:15px;line-height:1.5`
  return html`<tr>
    <td align="${start}" width="40%" class="m-line m-ink-2" style="${cell};padding-${end}:16px;${ink('ink-2')}">
      ${label}
    </td>
    <td align="${end}" class="m-line m-ink" style="${cell};text-align:${end};${ink('ink')}"><bdi>${value}</bdi></td>
  </tr>`
}

function buttonOf({ label, url }: { label: string; url: string }): Html {
  return html`<table ${TABLE} style="margin:24px 0 16px">
    <tr>
      <td class="m-primary" style="border-radius:10px;${ground('primary')}">
        <a
          href="${url}"
          class="m-on-primary"
          style="display:inline-block;padding:12px 24px;font-size:15px;line-height:1.5;text-decoration:none;${ink('on-primary')}"
          >${label}</a
        >
      </td>
    </tr>
  </table>`
}
