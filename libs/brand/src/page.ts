import { html, Html } from './html.js'
import { mark } from './mark.js'

export interface PageOptions {
  title: string
  lang: string
  dir: 'ltr' | 'rtl'
  /** The product's name in the page's language. */
  brand: string
  /** Where the mark leads, if anywhere. */
  home?: string
  /** The page's style: a link, or the text of a style element. */
  style: { href: string } | { text: string }
  /** Further elements of the head. */
  head?: Html
  /** The content at the other end of the header, such as links. */
  aside?: Html
  /** The width of the content: `narrow` for a form, `text` for a document, `broad` for tables. */
  width: 'narrow' | 'text' | 'broad'
  body: Html
  footer?: Html
}

/** Renders a complete page with the product's mark. */
export function page({ title, lang, dir, brand, home, style, head, aside, width, body, footer }: PageOptions): string {
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${'href' in style ? html`<link rel="stylesheet" href="${style.href}" />` : styleElement(style.text)} ${head}
      </head>
      <body class="${width}">
        <header class="top">${brandOf(brand, home)} ${aside && html`<div class="aside">${aside}</div>`}</header>
        <main>${body}</main>
        ${footer && html`<footer>${footer}</footer>`}
      </body>
    </html> `.text
}

const styleElement = (text: string): Html => new Html(`<style>${text}</style>`)

function brandOf(brand: string, home: string | undefined): Html {
  const inside = html`${mark()}<span>${brand}</span>`
  return home === undefined
    ? html`<span class="brand">${inside}</span>`
    : html`<a class="brand" href="${home}">${inside}</a>`
}
