import { html, page as brandPage, type Html } from '@hissa/brand'

export { escapeHtml, html, Html } from '@hissa/brand'

interface ToolPage {
  /** The width of a form instead of that of tables. */
  narrow?: boolean
  lang?: 'en' | 'ar'
  /** Where the mark leads, if anywhere. */
  home?: string
  /** Path under which the tool serves its pages and their style. */
  prefix?: string
  /** The content at the other end of the header. */
  aside?: Html
  /** Path of a script. */
  script?: string
}

/** Returns a complete page of a local tool: the product's mark, the shared style, and the body. */
export function page(title: string, body: Html, options: ToolPage = {}): string {
  const { narrow, lang = 'en', home, prefix = '', aside, script } = options
  return brandPage({
    ...{ title, lang, dir: lang === 'ar' ? 'rtl' : 'ltr', brand: 'Hissa', width: narrow ? 'narrow' : 'broad', body },
    style: { href: `${prefix}/style.css` },
    head: html`<meta name="robots" content="noindex" />
      <link rel="icon" href="${prefix}/mark.png" />
      ${script !== undefined && html`<script type="module" src="${script}"></script>`}`,
    ...(home !== undefined && { home }),
    ...(aside && { aside }),
  })
}
