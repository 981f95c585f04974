/** Returns the text of each page of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const { getDocument } = await loadPdfjs()
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  await task.destroy()
  return pages
}

/**
 * Loads the library. It writes to a `navigator` without a language, which fails in a process where another test has defined
 * one that is read-only.
 */
async function loadPdfjs() {
  const defined = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { value: { language: 'en-US' }, configurable: true })
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } finally {
    if (defined) Object.defineProperty(globalThis, 'navigator', defined)
    else delete (globalThis as { navigator?: unknown }).navigator
  }
}

/**
 * Returns the characters of a text, sorted, to compare a page with its PDF: a PDF has the parts of an Arabic line in visual
 * order, and the characters of its ligatures reversed.
 */
export const charactersOf = (text: string): string =>
  [...text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '')].sort().join('')

/** Returns the text of a page. */
export const textOfPage = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")
