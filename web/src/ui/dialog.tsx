import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useT } from '../i18n/i18n.js'
import { IconButton } from './button.js'
import { Icon } from './icons.js'
import { rememberFocus } from './return-focus.js'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot, the least drastic first. */
  actions?: ReactNode
}

/**
 * Renders the browser's own modal dialog: it traps the focus, and Escape closes it. Afterwards the focus is where it was
 * before, or near it. The content scrolls between the title and the buttons, which stay visible.
 */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const t = useT()
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the browser paints, and before the dialog is removed, because many are rendered only while they are open.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!open || !dialog) return
    const returnFocus = rememberFocus()
    dialog.showModal()
    return () => {
      dialog.close()
      // React itself focuses what was focused before a commit, after this.
      queueMicrotask(returnFocus)
    }
  }, [open])
  return (
    <dialog
      ref={box}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
      className="m-auto max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] max-w-[520px] flex-col rounded-l border border-line bg-surface p-0 text-start text-ink shadow-float open:flex"
    >
      <header className="flex items-start justify-between gap-4 px-6 pt-6 pb-2">
        <h2 id={titleId} className="text-22">
          {title}
        </h2>
        <IconButton label={t('ui.close')} onClick={onClose} className="-me-3 -mt-2 shrink-0">
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className="min-h-0 overflow-y-auto overscroll-contain px-6 pt-2 pb-6 text-15 text-ink-2">{children}</div>
      {actions && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 max-md:*:flex-auto">
          {actions}
        </div>
      )}
    </dialog>
  )
}
