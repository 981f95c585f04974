import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { dismissToast, type ToastMessage } from '../lib/toast.js'
import { IconButton } from './button.js'
import { freeTop, type Span } from './free-place.js'
import { Icon } from './icons.js'

const DURATION_MS = 5_000
const CONTROLS = ':is(main, [role=dialog]) :is(h1, input, select, textarea, button, a[href], label, .fixed)'
const MOVES = ['scroll', 'resize', 'focusin', 'transitionend'] as const

/** Returns the title and controls of the screen that the card must not cover, within the card's columns. */
function controlsBeside(card: DOMRect): Span[] {
  return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (control.closest('header, [inert]')) return [] // the header is never covered
    const { top, bottom, left, right, width } = control.getBoundingClientRect()
    return width > 0 && left < card.right && right > card.left ? [{ top, bottom }] : []
  })
}

function placeOf(card: HTMLElement, current: number | null): number {
  const box = card.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect()
  return freeTop({
    height: box.height,
    screenHeight: innerHeight,
    inset: parseFloat(getComputedStyle(card.parentElement!).paddingBottom) || 0,
    header: header && header.bottom > 0 ? header : undefined,
    taken: controlsBeside(box),
    current,
  })
}

/** Moves the card to where it covers no field, button, link or bar, and again when the screen scrolls or changes. */
function useFreePlace(box: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    let current: number | null = null
    const look = () => {
      if (!box.current) return
      current = placeOf(box.current, current)
      box.current.style.marginTop = `${current}px`
    }
    look()
    const content = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    content?.observe(document.body)
    MOVES.forEach((name) => addEventListener(name, look, { passive: true }))
    return () => {
      content?.disconnect()
      MOVES.forEach((name) => removeEventListener(name, look))
    }
  }, [box])
}

/**
 * Closes after 5 s, except under the pointer or focus or while the page is hidden. Escape dismisses it, F6 focuses it.
 */
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
  useFreePlace(box)
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
      className="pointer-events-auto flex w-full max-w-[440px] items-start gap-3 rounded-m border border-line bg-surface py-1 ps-4 pe-2 text-15 shadow-float"
    >
      <Icon
        name={bad ? 'alert' : toast.kind === 'success' ? 'check' : 'info'}
        className={cx('mt-3', bad ? 'text-bad' : toast.kind === 'success' ? 'text-good' : 'text-info')}
      />
      <div className="flex-1 py-1.5">
        {toast.title && <p className="font-medium">{toast.title}</p>}
        <p className={toast.title ? 'text-13 text-ink-2' : undefined}>{toast.text}</p>
      </div>
      <IconButton label={t('ui.dismiss')} onClick={dismissToast}>
        <Icon name="cross" size={18} />
      </IconButton>
    </div>
  )
}
