import type { PropertyPicture } from '@hissa/contracts/property'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type TouchEvent } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { captionOf } from '../../lib/property.js'
import { IconButton } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Picture } from '../../ui/picture.js'
import { rememberFocus } from '../../ui/return-focus.js'

/** A shorter movement of a finger is a tap or a scroll. */
const SWIPE_PX = 48

interface ViewerProps {
  pictures: readonly PropertyPicture[]
  title: string
  /** Index of the picture that is shown first. */
  first: number
  onClose: () => void
}

/**
 * Shows a property's pictures one at a time over the whole window. Arrow keys, buttons and swipes move in the reading
 * direction; Escape closes it and returns the focus.
 */
export default function GalleryViewer({ pictures, title, first, onClose }: ViewerProps) {
  const t = useT()
  const locale = useLocale()
  const [shown, setShown] = useState(first)
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const returnFocus = rememberFocus()
    const dialog = box.current
    dialog?.showModal()
    return () => {
      dialog?.close()
      queueMicrotask(returnFocus)
    }
  }, [])
  const move = (steps: number) => setShown((index) => (index + steps + pictures.length) % pictures.length)
  const swipe = useSwipe(move)
  const picture = pictures[shown]!
  const caption = captionOf(picture, locale)
  const name = caption ?? t(`property.gallery.${picture.kind}`)
  return (
    <dialog
      ref={box}
      aria-label={title}
      onClose={onClose}
      onKeyDown={(event) => moveByKey(event, move)}
      className="m-0 h-dvh max-h-none w-screen max-w-none grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden border-0 bg-ground p-0 text-ink open:grid"
    >
      <header className="flex items-center justify-between gap-4 py-2 ps-4 pe-2 md:ps-8 md:pe-6">
        <p className="min-w-0 truncate text-15">{title}</p>
        <IconButton label={t('ui.close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <div className="flex min-h-0 touch-pan-y items-center justify-center px-2 md:px-8" {...swipe}>
        <Picture
          key={picture.light}
          picture={picture}
          alt={caption ?? t(`ui.picture.${picture.kind}`, { title })}
          sizes="min(100vw, 133vh)"
          className={cx(picture.illustration && 'melting-around', 'max-h-full w-auto max-w-full')}
        />
      </div>
      <footer className="flex items-center justify-center gap-4 p-3">
        {pictures.length > 1 && (
          <IconButton label={t('property.gallery.previous')} onClick={() => move(-1)}>
            <Icon name="arrow-back" />
          </IconButton>
        )}
        <p className="min-w-40 text-center text-13 text-ink-2" aria-live="polite">
          {picture.illustration ? `${name} · ${t('ui.picture.illustration')}` : name}
          <span className="block">{t('property.gallery.count', { current: shown + 1, total: pictures.length })}</span>
        </p>
        {pictures.length > 1 && (
          <IconButton label={t('property.gallery.next')} onClick={() => move(1)}>
            <Icon name="arrow-end" />
          </IconButton>
        )}
      </footer>
    </dialog>
  )
}

const isRtl = () => document.documentElement.dir === 'rtl'

function moveByKey(event: KeyboardEvent, move: (steps: number) => void): void {
  const toEnd = isRtl() ? 'ArrowLeft' : 'ArrowRight'
  const toStart = isRtl() ? 'ArrowRight' : 'ArrowLeft'
  if (event.key !== toEnd && event.key !== toStart) return
  event.preventDefault()
  move(event.key === toEnd ? 1 : -1)
}

/** Returns handlers that call `move` after a horizontal swipe of one finger. */
function useSwipe(move: (steps: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const end = changedTouches[0]
      if (!start.current || !end) return
      const [x, y] = [end.clientX - start.current.x, end.clientY - start.current.y]
      start.current = null
      if (Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(y)) return
      move(x < 0 === isRtl() ? -1 : 1)
    },
  }
}
