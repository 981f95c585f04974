import { useId, useRef, type ReactNode } from 'react'

interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** The visible content of the button. */
  trigger: ReactNode
  triggerClassName?: string
  /** Called when the panel has opened or closed. */
  onToggle?: (isOpen: boolean) => void
  children: (close: () => void) => ReactNode
}

/** Renders a button with a floating panel. The browser's popover closes it on Escape and on a press outside. */
export function Menu({ label, trigger, triggerClassName, onToggle, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const place = () => {
    const [at, box] = [button.current?.getBoundingClientRect(), panel.current]
    if (!at || !box) return
    const rtl = document.documentElement.dir === 'rtl'
    const viewport = document.documentElement.clientWidth
    box.style.insetBlockStart = `${at.bottom + 8}px`
    box.style.insetInlineEnd = `${Math.max(8, rtl ? at.left : viewport - at.right)}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        onToggle={({ newState }) => onToggle?.(newState === 'open')}
        className="menu-panel"
      >
        {children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
