import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useServices } from '../api/services.js'
import { useLocale } from '../i18n/i18n.js'
import { log } from '../lib/log.js'
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

const SETTLED_AFTER_MS = 1_500

/**
 * Begins something once the page has settled, when its code comes, too, and ends it with the page. What does not come for
 * want of a connection is missed by nobody: the page works without it.
 */
function useOnceSettled(begin: () => Promise<() => void>, deps: readonly unknown[]): void {
  useEffect(() => {
    let end: (() => void) | undefined
    let left = false
    const timer = setTimeout(() => {
      begin().then(
        (stop) => (left ? stop() : (end = stop)),
        (error: unknown) => log('warn', 'Something that comes later did not come', error),
      )
    }, SETTLED_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      end?.()
    }
  }, deps) // eslint-disable-line react-hooks/exhaustive-deps -- they are the caller's
}

/** A tap leaves a ring: decoration. */
export function useRipple(): void {
  useOnceSettled(async () => (await import('./ripple.js')).followTaps(), [])
}

/** Opens the live socket. */
export function useLiveEvents(): void {
  const { store, session } = useServices()
  useOnceSettled(async () => (await import('../api/live.js')).connectLive(store, session), [store, session])
}
