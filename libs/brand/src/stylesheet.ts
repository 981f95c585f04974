import { paletteCss } from './colours.js'
import { fontCss, type FontFile } from './fonts.js'

/** Text, headings, the header with the mark, and the widths of pages. */
const PAGE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.6 "Readex Pro Variable",system-ui,sans-serif;font-variant-numeric:tabular-nums lining-nums;overflow-wrap:anywhere}
:root[lang=ar] body{line-height:1.75}
h1,h2,h3,caption{font-weight:380;letter-spacing:-.035em;line-height:1.08;margin:0;text-wrap:balance}
h1{font-size:34px}h2,caption{font-size:22px}h3{font-size:18px}
:root[lang=ar] :is(h1,h2,h3,caption){font-weight:600;letter-spacing:0;line-height:1.35}
p{margin:0 0 12px}
a{color:var(--primary);text-underline-offset:3px}a:hover{color:var(--primary-hover)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:6px}
.top,main,footer{max-width:var(--width);margin:0 auto;padding-inline:max(16px,env(safe-area-inset-left))}
.broad{--width:1264px}.text{--width:824px}.narrow{--width:512px}
.top{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:64px;padding-block:8px}
.brand{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:var(--ink);font-size:22px;letter-spacing:-.03em;text-decoration:none}
.brand:hover{color:var(--ink)}:root[lang=ar] .brand{letter-spacing:0}
.brand svg{flex:none}
.aside{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:4px 16px;color:var(--ink-2);font-size:13px;text-align:end}
.aside a{display:inline-flex;align-items:center;min-height:44px;color:var(--ink-2);text-decoration:none}.aside a:hover{color:var(--ink);text-decoration:underline}
main{padding-block:32px 64px}
footer{padding-block:0 48px;color:var(--ink-3);font-size:12px}
@media (width>=720px){.top,main,footer{padding-inline:32px}h1{font-size:40px}main{padding-block:48px 96px}}
@media print{body{background:none;font-size:10.5pt}.top,main,footer{max-width:none;padding-inline:0}.aside{display:none}main{padding-block:16px}}
`

/** Returns the style of a page: colours, font and layout, and the rules of its content. */
export const stylesheet = (urlOf: (file: FontFile) => string | undefined, ...content: readonly string[]): string =>
  [fontCss(urlOf), paletteCss(), PAGE, ...content].join('')
