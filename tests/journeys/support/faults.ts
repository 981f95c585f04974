import type { Page } from 'playwright-core'

/**
 * Returns the defects that axe doesn't check: horizontal scrolling, texts that are cut off, wrong text direction and
 * untranslated texts. A text that ends in an ellipsis or scrolls isn't cut off.
 */
export function faults(page: Page, language: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > window.innerWidth) found.push(`scrolls sideways: ${root.scrollWidth} > ${window.innerWidth}`)
    if (root.lang !== wanted || root.dir !== (wanted === 'ar' ? 'rtl' : 'ltr'))
      found.push(`is ${root.lang} ${root.dir}`)
    // Codes of ledger transfers, such as card.receive, are shown as they are.
    const ids =
      /\b(ui|shell|home|company|auth|invest|onboarding|dashboard|staff|content|finance|property|properties|tokens|wallet|shareholders|knowledge|income|rent|valuations|payouts|cash|notices|rewards|card|statements)\.(?!receive|refund|suspense)[a-z]\w+/.exec(
        document.body.innerText,
      )
    if (ids) found.push(`shows the id ${ids[0]}`)
    const ancestors = (element: Element): Element[] =>
      element.parentElement ? [element, ...ancestors(element.parentElement)] : [element]
    const isCut = (text: Text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0 || !text.parentElement!.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false
      for (const element of ancestors(text.parentElement!)) {
        const { overflowX, textOverflow } = getComputedStyle(element)
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return false
        const box = element.getBoundingClientRect()
        if (overflowX !== 'visible' && (box.width <= 1 || element.closest('[aria-hidden=true], [inert]'))) return false
        if (overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)) return true
      }
      return left < -1 || right > window.innerWidth + 1
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.data.trim() !== '' && isCut(text)) found.push(`cuts off "${text.data.trim().slice(0, 40)}"`)
    }
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
