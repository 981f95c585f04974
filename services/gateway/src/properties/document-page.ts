import { html, Html, page, stylesheet, type FontFile } from '@hissa/brand'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, languageFor, LANGUAGES, type Language } from '@hissa/texts'
import { createHash } from 'node:crypto'
import { pageTexts } from '../texts/pages.js'

/** Layout of a document's elements, which have no classes. On a phone, each row of a table is two or three lines. */
const CONTENT = `
main{padding-block-start:16px}
h1{margin-block-end:24px}
article>*+h2,table{margin-block-start:48px}
article>p:has(>strong:only-child){max-width:none;border:1px solid var(--line-strong);border-radius:10px;padding:12px 16px;margin-block-end:32px;color:var(--ink-2)}
article strong{font-weight:400}
article p{max-width:72ch;margin-block:12px}
dl+p{margin-block-start:24px}
dl{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);margin:24px 0 0;border-block-end:1px solid var(--line)}
dt,dd{margin:0;padding-block:12px;border-block-start:1px solid var(--line)}
dt{padding-inline-end:24px;color:var(--ink-2)}
bdi small{font-size:.75em;color:var(--ink-3)}
table{width:100%;border-collapse:collapse}
caption{text-align:start;padding-block-end:12px}
th,td{padding-block:12px;padding-inline:0 24px;border-block-end:1px solid var(--line);text-align:start;vertical-align:baseline;font-weight:400}
:is(th,td):last-child{padding-inline-end:0}
thead th{font-size:13px;color:var(--ink-2)}
tr>:nth-child(2){text-align:end;white-space:nowrap}
td:nth-child(n+3){font-size:13px;color:var(--ink-2)}
tbody tr:last-child>:nth-child(-n+2){font-weight:500}
tbody tr:last-child>*{border-block-end-color:var(--line-strong)}
tr,dt,dd{break-inside:avoid}h2,caption{break-after:avoid}
footer p{margin:0;padding-block-start:16px;border-block-start:1px solid var(--line)}
@media screen and (width<640px){
dl{display:block}dt{padding-block-end:0;font-size:13px}dd{padding-block-start:2px;border:0}
table,tbody,caption{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:minmax(0,1fr) auto;column-gap:16px;padding-block:12px;border-block-end:1px solid var(--line)}
tbody tr:first-child{border-block-start:1px solid var(--line)}
tbody :is(th,td){padding:0;border:0}
td:nth-child(n+3){grid-column:1/-1}
}
`

interface Document {
  title: string
  body: string
  locale: string
  version: number
  hash: string
  /** Where the same content is as PDF. */
  pdfHref: string
}

/** Renders documents of offerings as separate pages: without scripts, and with one style, allowed by its hash. */
export class DocumentPages {
  readonly policy: string
  private readonly style: string

  /** The font is loaded from the web's own files, which a reader who comes from the site has already. */
  constructor(webFiles: Iterable<string>) {
    const files = [...webFiles]
    this.style = stylesheet((font) => files.find((path) => path.startsWith(`/assets/${nameOf(font)}`)), CONTENT)
    const hash = createHash('sha256').update(this.style).digest('base64')
    this.policy = `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self'; frame-ancestors 'self'; base-uri 'none'`
  }

  render(document: Document): string {
    return documentPage(document, this.style)
  }
}

/** The build adds a hash to the name. */
const nameOf = (font: FontFile) => font.replace(/\.woff2$/, '')

function documentPage({ title, body, locale, version, hash, pdfHref }: Document, style: string): string {
  const lang = languageFor(locale)
  const others = LANGUAGE_CODES.filter((code) => code !== lang)
  return page({
    ...{ title, lang, dir: LANGUAGES[lang].dir, width: 'text', style: { text: style } },
    brand: pageTexts(lang)('page.brand'),
    home: lang === DEFAULT_LANGUAGE ? '/' : `/${lang}`,
    head: html`<link rel="icon" href="/favicon.svg" />`,
    aside: html`${others.map(linkTo)} <a href="${pdfHref}">PDF</a>`,
    body: html`<h1>${title}</h1>
      ${new Html(body)}`,
    footer: html`<p><bdi dir="ltr">v${version} · SHA-256 ${hash}</bdi></p>`,
  })
}

/** Links to the document in another language. */
const linkTo = (code: Language) =>
  html`<a href="?locale=${code}" lang="${code}" hreflang="${code}">${LANGUAGES[code].name}</a>`
