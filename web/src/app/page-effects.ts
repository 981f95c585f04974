import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useServices, useSignedInUser } from '../api/services.js'
import { useLocale } from '../i18n/i18n.js'
import { splitLocale } from '../lib/locale.js'
import { log } from '../lib/log.js'
import { rememberLanguage } from '../lib/settings.js'
import { clearToastsExcept } from '../lib/toast.js'
import { applyLanguage } from './language.js'

/** Keeps `lang` and `dir` of the page, the stored preference and the account on the language that is visible. */
export function useDocumentLanguage(): void {
  const locale = useLocale()
  const services = useServices()
  const user = useSignedInUser()
  useEffect(() => applyLanguage(locale), [locale])
  // The visible language also applies to screens without one in their address and to mail.
  useEffect(() => {
    rememberLanguage(locale)
    if (!user || user.language === locale) return
    import('../api/account-language.js')
      .then((account) => account.saveAccountLanguage(services, locale))
      .catch((error: unknown) => log('warn', 'The language of the account was not saved', error))
  }, [locale, user?.id, services]) // eslint-disable-line react-hooks/exhaustive-deps -- once for each reader and language
}

/** Closes toasts when their screen is left, also by a redirect. Another language or query is the same screen. */
export function useToastsOfScreen(): void {
  const path = splitLocale(useLocation().pathname)[1]
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) clearToastsExcept(path)
    shown.current = path
  }, [path])
}

/**
 * Where the reader is after a navigation: forward, at the top with the focus on the heading; back, at the link that
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
