import type { Page } from 'playwright-core'

/**
 * Returns every visible target that is smaller than 44 by 44 CSS pixels (WCAG 2.5.5). Follows WCAG's "inline"
 * exception: a link or button within a sentence has the height of its line. An element counts as inline only if it is
 * laid out inline within a sentence of its block, so links in a list or after a sentence don't. A label that contains
 * its control, as with tick boxes and file fields, is part of the target.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MIN_PX = 44
    const TARGETS = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=link], label'
    const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('[inert]')
    const isInline = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false
      let block = element.parentElement!
      while (getComputedStyle(block).display === 'inline') block = block.parentElement!
      const text = (side: 'before' | 'after') => {
        const range = document.createRange()
        range.selectNodeContents(block)
        if (side === 'before') range.setEndBefore(element)
        else range.setStartAfter(element)
        const part = range.cloneContents()
        part.querySelectorAll(TARGETS).forEach((target) => target.remove())
        return (part.textContent ?? '').trim()
      }
      // Only the text of the same sentence counts.
      const before = text('before').replace(/.*[.?!\u061f:]$/s, '')
      const after = text('after').replace(/^[.?!\u061f].*/s, '')
      return /\p{L}{2}/u.test(before) || /\p{L}{2}/u.test(after)
    }
    /** Returns the card if the link's `::after` covers it, otherwise the element. */
    const coveredBy = (element: Element) => {
      const after = getComputedStyle(element, '::after')
      if (after.position !== 'absolute' || after.content === 'none') return element
      let card = element
      while (card.parentElement && getComputedStyle(card).position === 'static') card = card.parentElement
      return card
    }
    const boxOf = (element: Element) => {
      const rects = [element, ...((element as HTMLInputElement).labels ?? [])]
        .filter((part) => part === element || part.contains(element))
        .map((part) => coveredBy(part).getBoundingClientRect())
      const of = (edge: 'left' | 'right' | 'top' | 'bottom', most: boolean) =>
        Math[most ? 'max' : 'min'](...rects.map((rect) => rect[edge]))
      return { width: of('right', true) - of('left', false), height: of('bottom', true) - of('top', false) }
    }
    const isTarget = (element: Element) => {
      if (element instanceof HTMLLabelElement) return Boolean(element.control && element.contains(element.control))
      return !(element instanceof HTMLInputElement && element.type === 'hidden')
    }
    return (
      [...document.querySelectorAll(TARGETS)]
        .filter((element) => isTarget(element) && isShown(element) && !isInline(element))
        .map((element) => ({ element, box: boxOf(element) }))
        // Visually hidden elements, such as a skip link without the focus, are not targets.
        .filter(({ element, box }) => box.width > 1 && box.height > 1 && element.getBoundingClientRect().bottom > 0)
        .filter(({ box }) => Math.round(box.width) < MIN_PX || Math.round(box.height) < MIN_PX)
        .map(({ element, box }) => {
          const name = element.getAttribute('aria-label') ?? (words(element) || element.id || element.className)
          return `${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(box.width)}x${Math.round(box.height)}`
        })
    )
  })
}
