import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

/**
 * Focuses the first field after an element, once a dialog has opened, so that a form is filled in without the mouse. A
 * dialog without a field keeps the focus where the browser puts it.
 */
export function useFirstField(open: boolean): RefObject<HTMLParagraphElement | null> {
  const anchor = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!open) return
    anchor.current?.closest('form')?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [open])
  return anchor
}

/** Submits the form of an element on Ctrl+Enter or ⌘+Enter. */
export function submitOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  ;(event.target as HTMLElement).closest('form')?.requestSubmit()
}
