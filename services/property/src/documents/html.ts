import { escapeHtml } from '@hissa/brand'

/** Amounts and dates, which would be reordered between Arabic words. */
const FIGURE = /(−?)AED(\u00a0[\d,]+(?:\.\d+)?)|\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?/g

/** Escapes a value, and keeps the order within its amounts and dates. The currency is small. */
const valueOf = (text: string): string =>
  escapeHtml(text).replace(FIGURE, (figure, sign: string, number?: string) =>
    number ? `<bdi dir="ltr">${sign}<small>AED</small>${number}</bdi>` : `<bdi dir="ltr">${figure}</bdi>`,
  )

/** Renders a heading. */
export const heading = (text: string) => `<h2>${escapeHtml(text)}</h2>`
/** Renders a paragraph. */
export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

/** Renders terms and their values as a definition list. */
export const facts = (rows: readonly (readonly [string, string])[]) =>
  `<dl>${rows.map(([term, value]) => `<dt>${escapeHtml(term)}</dt><dd>${valueOf(value)}</dd>`).join('')}</dl>`

/** Renders a table with a caption; the first cell of each row is its header. */
export const table = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first = '', ...cells]) =>
        `<tr><th scope="row">${escapeHtml(first)}</th>${cells.map((cell) => `<td>${valueOf(cell)}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`
