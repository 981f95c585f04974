import { languageFor, LANGUAGES } from '@hissa/texts'
import { createHash } from 'node:crypto'

const STYLE = `body{margin:0 auto;max-width:44rem;padding:2rem 1rem;font:15px/1.6 system-ui,sans-serif;color:#16211d;background:#fff}
h1{font-weight:400;letter-spacing:-.02em;line-height:1.15}table{width:100%;border-collapse:collapse}td,th{padding:.4rem 0;border-bottom:1px solid #d3dbd6;text-align:start}
td:last-child,th:last-child{text-align:end;font-variant-numeric:tabular-nums}footer{margin-top:2rem;font-size:12px;color:#5c6761;overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#ebf0eb;background:#0d1412}td,th{border-color:#27342f}footer{color:#8d9b94}}`

/** Renders a document of an offering as a separate page: without scripts, and with one style, allowed by hash. */
export function documentPage(document: { title: string; body: string; locale: string; version: number; hash: string }) {
  const { dir } = LANGUAGES[languageFor(document.locale)]
  const html = `<!doctype html><html lang="${document.locale}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(document.title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(document.title)}</h1>${document.body}</main><footer><bdi dir="ltr">v${document.version} · SHA-256 ${document.hash}</bdi></footer></body></html>`
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'self'; base-uri 'none'`,
  }
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)
