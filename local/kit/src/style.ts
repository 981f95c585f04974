import { FONT_FILES, fontPath, readMarkPng, stylesheet } from '@hissa/brand'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'

export { fontCss } from '@hissa/brand'

/** The parts of the tools' pages. */
const TOOLS = `
h2{margin:48px 0 16px}.narrow h1{font-size:26px}.narrow .sheet{margin-block-start:24px}.narrow table{margin-block-end:12px}.lead+.list{margin-block-start:24px}code[dir=ltr]{white-space:nowrap}.quiet{color:var(--ink-2)}.small{font-size:13px}
.amount{font-size:40px;font-weight:380;letter-spacing:-.035em;line-height:1.1;margin:8px 0 16px}
.amount small{font-size:18px;letter-spacing:0;color:var(--ink-3)}
.lead{margin:8px 0 0;color:var(--ink-2);max-width:72ch}
.sheet{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:24px}
label{display:block;font-size:13px;color:var(--ink-2);margin:16px 0 4px}form>div:first-child>label{margin-block-start:0}
input{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--field);border-radius:10px}
input:is([type=radio],[type=checkbox]){width:20px;height:20px;min-height:0;margin:0;accent-color:var(--primary)}
label:has(>input){display:flex;align-items:center;gap:12px;min-height:44px;margin:0;font-size:15px;color:var(--ink)}
fieldset{border:0;margin:0 0 16px;padding:0}legend{padding:0;font-size:13px;color:var(--ink-2)}
input[aria-invalid=true]{border-color:var(--bad)}
.error{color:var(--bad);font-size:13px;margin:4px 0 0}.error::before{content:"\\25B2  "}
.notice{border:1px solid currentColor;border-radius:10px;padding:12px 16px;color:var(--bad);margin:0 0 16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
button,.button{font:inherit;min-height:44px;padding:8px 20px;border-radius:10px;border:1px solid var(--field);background:none;color:var(--ink);cursor:pointer}
button:hover{border-color:var(--ink-2)}
button.primary{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}button.primary:hover{background:var(--primary-hover)}
button.wide{width:100%;margin-top:24px}button.small{min-height:32px;padding:2px 12px;font-size:13px}
table{border-collapse:collapse;width:100%;font-size:13px}
th,td{text-align:start;padding:8px 0;padding-inline-end:24px;vertical-align:baseline;border-bottom:1px solid var(--line)}
:is(th,td):last-child{padding-inline-end:0}
th{color:var(--ink-2);font-weight:400}.scroll{overflow-x:auto}.scroll :is(td,th){white-space:nowrap}
td.end,th.end{text-align:end;white-space:nowrap}
.actions{display:flex;gap:8px}.actions form,td form{display:flex;gap:8px}td input{width:96px;min-height:32px;padding:2px 8px}
code,pre{font:12px/1.6 ui-monospace,monospace}
ul.list{list-style:none;margin:0;padding:0}ul.list li{border-bottom:1px solid var(--line)}
ul.list a{display:block;padding:12px 0;text-decoration:none;color:inherit}ul.list a:hover{color:var(--primary)}
.row{display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:space-between;align-items:baseline}
.ok{color:var(--good)}.no{color:var(--bad)}
iframe{display:block;width:100%;height:75vh;border:1px solid var(--line);border-radius:18px}
pre{white-space:pre-wrap;font-size:13px;background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:16px;margin:0}pre.scroll{white-space:pre}
nav{display:flex;gap:24px;margin:16px 0}nav a{display:inline-flex;align-items:center;min-height:44px;color:var(--ink-2);text-decoration:none}
nav [aria-current]{color:var(--ink);box-shadow:inset 0 -2px var(--primary)}
@media (width<480px){.sheet{padding:16px;border-radius:10px}}
`
const CACHED = 'max-age=300'

/** Serves what the pages under a path load: the style with further rules, the files of the font, and the icon. */
export function serveStyle(app: FastifyInstance, prefix = '', ...content: readonly string[]): void {
  const style = stylesheet((file) => `${prefix}/fonts/${file}`, TOOLS, ...content)
  const icon = readMarkPng()
  const serve = (path: string, type: string, body: string | Buffer): void => {
    app.get(`${prefix}${path}`, (_request, reply) => reply.header('cache-control', CACHED).type(type).send(body))
  }
  serve('/style.css', 'text/css; charset=utf-8', style)
  serve('/mark.png', 'image/png', icon)
  for (const file of FONT_FILES) serve(`/fonts/${file}`, 'font/woff2', readFileSync(fontPath(file)))
}
