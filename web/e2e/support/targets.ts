import type { Page } from 'playwright-core'

/**
 * Names every visible target that is smaller than 44 by 44 CSS pixels (WCAG 2.5.5).
 *
 * One exception, WCAG's own "inline": a link or button in a sentence or block of text, whose height is that of the
 * line. It counts as one only when it is laid out inline, within a sentence of its block: a list of links is no sentence,
 * nor is a link that follows one. Where a label stands
 * for its control, as with tick boxes and chosen files, the label is part of the target; a control that is not shown
 * is no target, but its label then is.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 44
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
      // The end of a sentence before it, or the beginning of one after it, is another sentence.
      const before = text('before').replace(/.*[.?!\u061f:]$/s, '')
      const after = text('after').replace(/^[.?!\u061f].*/s, '')
      return /\p{L}{2}/u.test(before) || /\p{L}{2}/u.test(after)
    }
    /** A link that covers its card is as large as the card. */
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
        // Hidden for the eye, as a skip link is until it has the focus: no target for a finger.
        .filter(({ element, box }) => box.width > 1 && box.height > 1 && element.getBoundingClientRect().bottom > 0)
        .filter(({ box }) => Math.round(box.width) < LEAST_PX || Math.round(box.height) < LEAST_PX)
        .map(({ element, box }) => {
          const name = element.getAttribute('aria-label') ?? (words(element) || element.id || element.className)
          return `${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(box.width)}x${Math.round(box.height)}`
        })
    )
  })
}
