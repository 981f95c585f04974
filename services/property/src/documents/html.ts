const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for a page. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!)

/** Renders a heading. */
export const heading = (text: string) => `<h2>${escapeHtml(text)}</h2>`
/** Renders a paragraph. */
export const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`

/** Renders terms and their values as a definition list. */
export const facts = (rows: readonly (readonly [string, string])[]) =>
  `<dl>${rows.map(([term, value]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`

/** Renders a table with a caption; the first cell of each row is its header. */
export const table = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first = '', ...cells]) =>
        `<tr><th scope="row">${escapeHtml(first)}</th>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`
