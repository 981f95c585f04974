import { languageFor } from '@hissa/texts'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useServices, useSignedInUser } from '../api/services.js'
import { useLocale } from '../i18n/i18n.js'
import { splitLocale } from '../lib/locale.js'
import { log } from '../lib/log.js'
import { readSettings, rememberLanguage } from '../lib/settings.js'
import { clearToastsExcept } from '../lib/toast.js'
import { applyLanguage } from './language.js'

/** Keeps the page's `lang` and `dir`, the stored preference and the account in the visible language. */
export function useDocumentLanguage(): void {
  const locale = useLocale()
  const services = useServices()
  const user = useSignedInUser()
  useEffect(() => applyLanguage(locale), [locale])
  // The visible language also applies to emails and to screens without a language in their address.
  useEffect(() => {
    rememberLanguage(locale)
    const known = readSettings().account
    // Chosen on another device, whose language this page is about to take over.
    const isNews = known?.userId === user?.id && known?.language !== user?.language
    if (!user || isNews || languageFor(user.language) === locale) return
    import('../api/account-language.js')
      .then((account) => account.saveAccountLanguage(services, locale))
      .catch((error: unknown) => log('warn', 'The language of the account was not saved', error))
  }, [locale, user?.id, services]) // eslint-disable-line react-hooks/exhaustive-deps -- once for each user and language
}

/** Closes toasts when their screen changes, including by a redirect. Another language or query is the same screen. */
export function useToastsOfScreen(): void {
  const path = splitLocale(useLocation().pathname)[1]
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) clearToastsExcept(path)
    shown.current = path
  }, [path])
}

/**
 * Moves the focus after a navigation: forward to the heading at the top, back to the link that was followed. Keeps the
 * focus on the first page and when only the query changes.
 */
export function useFocusOnNavigation(): void {
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
 * Starts an optional feature once the page has settled and its code has loaded, and stops it with the page. If the code
 * fails to load, the page works without the feature.
 */
export function useOnceSettled(begin: () => Promise<() => void>, deps: readonly unknown[]): void {
  useEffect(() => {
    let end: (() => void) | undefined
    let left = false
    const timer = setTimeout(() => {
      begin().then(
        (stop) => (left ? stop() : (end = stop)),
        (error: unknown) => log('warn', 'An optional feature failed to load', error),
      )
    }, SETTLED_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
      end?.()
    }
  }, deps) // eslint-disable-line react-hooks/exhaustive-deps -- the caller passes them
}

/** Draws a ring where the user taps, as decoration. */
export function useRipple(): void {
  useOnceSettled(async () => (await import('./ripple.js')).followTaps(), [])
}

/** Opens the live socket, and follows the settings of the account. */
export function useLiveEvents(): void {
  const services = useServices()
  useOnceSettled(async () => {
    const [{ connectLive }, { followSettings }] = await Promise.all([
      import('../api/live.js'),
      import('../api/follow-settings.js'),
    ])
    return connectLive(services.store, services.session, () => void followSettings(services))
  }, [services])
}

/**
 * Keeps the address of the screen in `data-ready` of the root element while the screen can be used and no query is
 * pending. Tests in a browser wait for it.
 */
export function useReadyMark(isLoading: boolean): void {
  const { store } = useServices()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const { dataset } = document.documentElement
    let timer: ReturnType<typeof setTimeout>
    const mark = () => {
      clearTimeout(timer)
      if (dataset['ready'] !== '') dataset['ready'] = ''
      // Later, because after a response the screen is rendered first, which may start the next query.
      timer = setTimeout(() => {
        const isPending = Object.values(store.getState().api.queries).some(
          (query) => query?.status === QueryStatus.pending,
        )
        if (!isLoading && !isPending) dataset['ready'] = pathname + search
      })
    }
    mark()
    const stop = store.subscribe(mark)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, isLoading, pathname, search])
}
