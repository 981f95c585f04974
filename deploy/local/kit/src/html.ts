/** Text that is already safe HTML. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

type Piece = string | number | null | undefined | false | Html | Html[]

/**
 * Renders a template whose values are escaped; nested templates and lists of them are not escaped again. Empty values
 * vanish.
 */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  const render = (value: Piece): string => {
    if (value === null || value === undefined || value === false) return ''
    if (Array.isArray(value)) return value.map((item) => item.text).join('')
    return value instanceof Html ? value.text : escapeHtml(String(value))
  }
  return new Html(strings.reduce((text, piece, index) => text + render(values[index - 1]) + piece))
}

/** The shared stylesheet of the local tools: the product's design tokens, light or dark as the system prefers. */
export const STYLESHEET = `
:root { color-scheme: light dark;
  --ground: #f2f5f3; --surface: #fff; --sunken: #e6ece8; --line: #d3dbd6; --field: #74827b; --ink: #16211d; --ink-2: #4d5a54;
  --ink-3: #5c6761; --primary: #0e5a48; --primary-hover: #0a4437; --on-primary: #fff; --primary-soft: #e0ece6; --good: #1c7044;
  --bad: #ab2420; --warn: #805300; --info: #1d578a; --focus: #1d578a; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #0d1412; --surface: #141d1a; --sunken: #0a100e; --line: #27342f; --field: #6c7f76; --ink: #ebf0eb; --ink-2: #b3c0b9;
  --ink-3: #8d9b94; --primary: #63c6a8; --primary-hover: #85d6bd; --on-primary: #04231a; --primary-soft: #14332a; --good: #6cc78f;
  --bad: #ff8f86; --warn: #e3b259; --info: #8bbdf0; --focus: #8bbdf0; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.6 "Readex Pro Variable", system-ui, sans-serif;
  font-variant-numeric: tabular-nums lining-nums; overflow-wrap: anywhere }
main { max-width: 1200px; margin: 0 auto; padding: 32px 16px 64px }
main.narrow { max-width: 480px }
h1 { font-size: 26px; font-weight: 400; letter-spacing: -.02em; line-height: 1.15; margin: 0 0 8px }
h2 { font-size: 18px; font-weight: 450; margin: 32px 0 12px }
p { margin: 0 0 12px } .quiet { color: var(--ink-2) } .small { font-size: 13px }
a { color: var(--primary) } a:hover { color: var(--primary-hover) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.amount { font-size: 40px; font-weight: 380; letter-spacing: -.035em; line-height: 1.1; margin: 4px 0 16px }
.amount small { font-size: 18px; letter-spacing: 0; color: var(--ink-3) }
.sheet { background: var(--surface); border: 1px solid var(--line); border-radius: 18px; padding: 24px }
label { display: block; font-size: 13px; color: var(--ink-2); margin: 16px 0 4px }
input { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: var(--ink); background: var(--surface);
  border: 1px solid var(--field); border-radius: 10px }
input[aria-invalid=true] { border-color: var(--bad) }
.error { color: var(--bad); font-size: 13px; margin: 4px 0 0 } .error::before { content: "\\25B2  " }
.notice { border: 1px solid currentColor; border-radius: 10px; padding: 12px; color: var(--bad); margin: 0 0 16px }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px }
button, .button { font: inherit; min-height: 44px; padding: 8px 20px; border-radius: 10px; border: 1px solid var(--field);
  background: transparent; color: var(--ink); cursor: pointer; text-decoration: none; display: inline-block }
button.primary { background: var(--primary); border-color: var(--primary); color: var(--on-primary) }
button.primary:hover { background: var(--primary-hover) }
button.wide { width: 100%; margin-top: 24px } button.small { min-height: 32px; padding: 2px 12px; font-size: 13px }
table { border-collapse: collapse; width: 100%; font-size: 13px } th, td { text-align: start; padding: 8px 12px 8px 0; vertical-align: top;
  border-bottom: 1px solid var(--line) } th { color: var(--ink-2); font-weight: 400 } .scroll { overflow-x: auto } .scroll td, .scroll th { white-space: nowrap; padding-inline-end: 16px }
td.end, th.end { text-align: end; white-space: nowrap } code { font: 12px/1.5 ui-monospace, monospace }
ul.list { list-style: none; margin: 0; padding: 0 } ul.list li { border-bottom: 1px solid var(--line) }
ul.list a { display: block; padding: 12px 4px; text-decoration: none; color: inherit } ul.list a:hover { background: var(--sunken) }
.row { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; align-items: baseline }
.ok { color: var(--good) } .no { color: var(--bad) }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 10px }
pre { white-space: pre-wrap; font: 13px/1.6 ui-monospace, monospace; background: var(--surface); border: 1px solid var(--line);
  border-radius: 10px; padding: 16px; margin: 0 } pre.scroll { white-space: pre } nav { display: flex; gap: 16px; margin: 16px 0 }
nav [aria-current] { color: var(--ink); text-decoration: none; border-bottom: 2px solid var(--primary) }
`

/** Returns a complete page: title, the shared stylesheet at `/style.css`, and the body inside `main`. */
export function page(
  title: string,
  body: Html,
  options: { narrow?: boolean; refreshS?: number; lang?: 'en' | 'ar' } = {},
): string {
  return html`<!doctype html>
    <html lang="${options.lang ?? 'en'}" dir="${options.lang === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${options.refreshS !== undefined && html`<meta http-equiv="refresh" content="${options.refreshS}" />`}
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main class="${options.narrow ? 'narrow' : 'broad'}">${body}</main>
      </body>
    </html> `.text
}
