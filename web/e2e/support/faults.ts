import type { BrowserContext, Page } from 'playwright-core'

/** What the pages of a context complain of in the console, but for the browser's own note of an expected status. */
export function complaintsOf(context: BrowserContext, status?: number): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    const expected = status !== undefined && message.text().includes(`status of ${status}`)
    if (!expected && ['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return complaints
}

/** What axe does not look for: sideways scrolling, a wrong text direction, texts without a translation. */
export function faults(page: Page, language: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > window.innerWidth) found.push(`scrolls sideways: ${root.scrollWidth} > ${window.innerWidth}`)
    if (root.lang !== wanted || root.dir !== (wanted === 'ar' ? 'rtl' : 'ltr'))
      found.push(`is ${root.lang} ${root.dir}`)
    const ids =
      /\b(ui|shell|home|company|auth|invest|onboarding|dashboard|staff|content|finance|property|properties)\.[a-z]\w+/.exec(
        document.body.innerText,
      )
    if (ids) found.push(`shows the id ${ids[0]}`)
    return found
  }, language)
}

/** Where the first element begins in the direction of reading, in pixels from the edge of the window. */
export function startOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return Math.round(document.dir === 'rtl' ? innerWidth - right : left)
    })
}
