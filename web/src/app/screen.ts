import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { AppServices } from '../api/services.js'
import type { Namespace } from '../i18n/catalogues.js'
import { DEFAULT_LOCALE, followsPreference, isLocale, splitLocale, type AppLocale } from '../lib/locale.js'
import { readSettings, tabLanguage } from '../lib/settings.js'

/** What the layout, the server and the hydration know about a route without loading it. */
export interface RouteHandle {
  /** Rendered by the server; otherwise the server sends the loading page. */
  ssr?: boolean
  /** Catalogues besides `shell` and `ui`. */
  namespaces: readonly Namespace[]
  /** The module's path in the build manifest, for preloading. */
  module?: string
}

export interface Screen {
  path: string
  /** `() => import('../features/…')`; the module's default export is the page. */
  load: () => Promise<{ default: ComponentType }>
  namespaces?: readonly Namespace[]
  ssr?: boolean
  module?: string
  /** Fetches the page's data: awaited on the server, only started in the browser. May return a redirect. */
  data?: (services: AppServices, args: LoaderFunctionArgs) => Promise<Response | null | void>
}

/** Returns the language of an address: its prefix, or the preferred language on screens without a prefix. */
export function localeOf(url: string): AppLocale {
  const { pathname } = new URL(url, 'http://local')
  return followsPreference(pathname) ? preferredLocale() : splitLocale(pathname)[0]
}

/**
 * Returns the tab's language, otherwise the stored preference, otherwise the first supported language of the browser.
 */
export function preferredLocale(): AppLocale {
  const browser = (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2))
  return [tabLanguage(), readSettings().language, ...browser].find(isLocale) ?? DEFAULT_LOCALE
}
