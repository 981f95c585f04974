import type { Page } from 'playwright-core'

/** Returns the defects that axe doesn't check: horizontal scrolling, wrong text direction and untranslated texts. */
export function faults(page: Page, language: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > window.innerWidth) found.push(`scrolls sideways: ${root.scrollWidth} > ${window.innerWidth}`)
    if (root.lang !== wanted || root.dir !== (wanted === 'ar' ? 'rtl' : 'ltr'))
      found.push(`is ${root.lang} ${root.dir}`)
    const ids =
      /\b(ui|shell|home|company|auth|invest|onboarding|dashboard|staff|content|finance|property|properties|tokens|wallet|shareholders|knowledge)\.[a-z]\w+/.exec(
        document.body.innerText,
      )
    if (ids) found.push(`shows the id ${ids[0]}`)
    return found
  }, language)
}

/** Returns the distance of the first match's inline start from the window's start edge, in pixels. */
export function startOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return Math.round(document.dir === 'rtl' ? innerWidth - right : left)
    })
}
