const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Remembers the focused element. The returned function focuses it again, or, if it is gone by then or removed later
 * without another one being focused, the nearest control or heading that is left around it.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  const around = ancestorsOf(opener)
  return () => {
    focusAgain(opener, around)
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) focusAgain(opener, around)
      else if (document.activeElement !== opener) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    // From then on the user chooses what is focused.
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, () => observer.disconnect(), { once: true, capture: true })
  }
}

function focusAgain(opener: Element | null, around: readonly Element[]): void {
  const target = opener?.isConnected && opener.matches(FOCUSABLE) ? opener : leftOf(around)
  if (!(target instanceof HTMLElement)) return
  if (!target.matches(FOCUSABLE)) target.tabIndex = -1
  target.focus()
}

/** Returns the first control, or else the heading, of the nearest ancestor that is left and has one. */
function leftOf(around: readonly Element[]): Element | null {
  for (const ancestor of around) {
    if (!ancestor.isConnected) continue
    const found = shownIn(ancestor, FOCUSABLE) ?? shownIn(ancestor, 'h1, h2, h3')
    if (found) return found
  }
  return null
}

const shownIn = (ancestor: Element, selector: string): Element | undefined =>
  [...ancestor.querySelectorAll(selector)].find(
    (element) => !element.closest('dialog:not([open])') && element.checkVisibility?.() !== false,
  )

function ancestorsOf(element: Element | null): Element[] {
  const parent = element?.parentElement
  return parent && parent !== document.body ? [parent, ...ancestorsOf(parent)] : []
}
