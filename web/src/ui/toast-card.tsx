import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { dismissToast, type ToastMessage } from '../lib/toast.js'
import { IconButton } from './button.js'
import { Icon } from './icons.js'

const DURATION_MS = 5_000
const CONTROLS = 'main :is(input, select, textarea, button, a[href])'

/** Whether the card covers a field, button or link. */
function covers(card: Element): boolean {
  const at = card.getBoundingClientRect()
  return [...document.querySelectorAll(CONTROLS)].some((control) => {
    const { top, bottom, left, right, width } = control.getBoundingClientRect()
    return width > 0 && top < at.bottom && bottom > at.top && left < at.right && right > at.left
  })
}

/** Returns the edge for the card: the foot of the screen, or the head if the card would cover a control there. */
function useFreeEdge(box: RefObject<HTMLDivElement | null>): 'foot' | 'head' {
  const [edge, setEdge] = useState<'foot' | 'head'>('foot')
  const current = useRef(edge)
  useLayoutEffect(() => {
    const look = () => {
      if (!box.current || !covers(box.current)) return
      current.current = current.current === 'foot' ? 'head' : 'foot'
      setEdge(current.current)
    }
    look()
    const events = ['scroll', 'resize', 'focusin'] as const
    events.forEach((name) => addEventListener(name, look, { passive: true }))
    return () => events.forEach((name) => removeEventListener(name, look))
  }, [box])
  return edge
}

/** Leaves after 5 s, but never under the pointer or the focus, nor while the page is hidden. Escape dismisses, F6 reaches it. */
export default function ToastCard({ toast }: { toast: ToastMessage }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => document.hidden || dismissToast(), DURATION_MS)
    const onVisible = () => !document.hidden && dismissToast()
    const late = setTimeout(
      () => document.hidden && document.addEventListener('visibilitychange', onVisible, { once: true }),
      DURATION_MS,
    )
    return () => {
      clearTimeout(timer)
      clearTimeout(late)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [held])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F6') box.current?.focus()
      if (event.key === 'Escape') dismissToast()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const edge = useFreeEdge(box)
  const bad = toast.kind === 'error'
  return (
    <div
      ref={box}
      tabIndex={-1}
      role={bad ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      data-edge={edge}
      className="pointer-events-auto flex w-full max-w-[440px] items-start gap-3 rounded-m border border-line bg-surface py-2 ps-4 pe-2 text-15 shadow-float"
    >
      <Icon
        name={bad ? 'alert' : toast.kind === 'success' ? 'check' : 'info'}
        className={cx('mt-3', bad ? 'text-bad' : toast.kind === 'success' ? 'text-good' : 'text-info')}
      />
      <div className="flex-1 py-2">
        {toast.title && <p className="font-medium">{toast.title}</p>}
        <p className={toast.title ? 'text-13 text-ink-2' : undefined}>{toast.text}</p>
      </div>
      <IconButton label={t('ui.dismiss')} onClick={dismissToast}>
        <Icon name="cross" size={18} />
      </IconButton>
    </div>
  )
}
