import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useServices } from '../api/services.js'
import { useLocale } from '../i18n/i18n.js'
import { applyLanguage } from './language.js'

/** Keeps `lang` and `dir` of the page on the current language. */
export function useDocumentLanguage(): void {
  const locale = useLocale()
  useEffect(() => applyLanguage(locale), [locale])
}

/**
 * Where the reader is after a navigation (D11): forward, at the top with the focus on the heading; back, at the link that
 * was followed. The first page and a change of the query alone leave the focus where it is.
 */
export function useReadingPlace(): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const links = useRef(new Map<string, string>())
  const previous = useRef({ pathname, key })
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href]')
      if (link) links.current.set(previous.current.key, link.getAttribute('href')!)
    }
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])
  useEffect(() => {
    const moved = previous.current.pathname !== pathname
    previous.current = { pathname, key }
    if (!moved) return
    const href = type === NavigationType.Pop ? links.current.get(key) : undefined
    const followed = href ? document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`) : null
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content')
    ;(followed ?? heading)?.focus({ preventScroll: !followed })
  }, [pathname, key, type])
}

const LIVE_AFTER_MS = 1_500

/** Opens the live socket once the page has settled; its code comes then, too. */
export function useLiveEvents(): void {
  const { store, session } = useServices()
  useEffect(() => {
    if (!session || typeof WebSocket === 'undefined') return
    let end: (() => void) | undefined
    let left = false
    const open = async () => {
      const { connectLive } = await import('../api/live.js')
      if (!left) end = connectLive(store, session)
    }
    const timer = setTimeout(() => void open(), LIVE_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      end?.()
    }
  }, [store, session])
}

const RIPPLE_MS = 1_000
const RIPPLE_PX = 50

/** A tap leaves a ring for a second: decoration, not shown under reduced motion or forced colours. */
export function useRipple(): void {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce), (forced-colors: active)').matches) return
    const onPointer = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      const ring = document.createElement('span')
      ring.className = 'ripple'
      ring.setAttribute('aria-hidden', 'true')
      ring.style.insetBlockStart = `${event.clientY - RIPPLE_PX / 2}px`
      ring.style.setProperty('left', `${event.clientX - RIPPLE_PX / 2}px`)
      document.body.append(ring)
      setTimeout(() => ring.remove(), RIPPLE_MS)
    }
    addEventListener('pointerdown', onPointer, { passive: true })
    return () => removeEventListener('pointerdown', onPointer)
  }, [])
}
