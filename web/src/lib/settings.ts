import { isLocale, type AppLocale } from './locale.js'

/** The key and the shape are the product's own (`userSettings`); the server's copy follows it. */
const KEY = 'userSettings'
const LANGUAGE_KEY = 'visibleLanguage'
export type Theme = 'light' | 'dark' | 'system'

export interface UserSettings {
  language?: AppLocale
  theme: Theme
  investmentNotifications: boolean
  twoFactorAuth: boolean
}

const DEFAULTS: UserSettings = { theme: 'system', investmentNotifications: true, twoFactorAuth: false }
const listeners = new Set<() => void>()

/** Reads the stored settings; what is missing or unreadable is the default. */
export function readSettings(storage: Storage | undefined = safeStorage()): UserSettings {
  try {
    const stored = JSON.parse(storage?.getItem(KEY) ?? '{}') as Record<string, unknown>
    return {
      ...DEFAULTS,
      ...stored,
      language: isLocale(stored['language']) ? stored['language'] : undefined,
      theme: stored['theme'] === 'light' || stored['theme'] === 'dark' ? stored['theme'] : 'system',
    }
  } catch {
    return DEFAULTS // somebody else's value under our key
  }
}

/** Stores a change and tells the page. Other fields of the stored object are kept as they are. */
export function writeSettings(change: Partial<UserSettings>, storage: Storage | undefined = safeStorage()): void {
  storage?.setItem(KEY, JSON.stringify({ ...readSettings(storage), ...change }))
  listeners.forEach((listener) => listener())
}

/** The language this tab shows. Another tab may show another one, and a payment page returns to the tab that it left. */
export function tabLanguage(storage: Storage | undefined = safeStorage('sessionStorage')): AppLocale | undefined {
  const stored = storage?.getItem(LANGUAGE_KEY)
  return isLocale(stored) ? stored : undefined
}

/** Stores the visible language, for this tab and as the preference of those that are opened from now on. */
export function rememberLanguage(language: AppLocale): void {
  safeStorage('sessionStorage')?.setItem(LANGUAGE_KEY, language)
  if (readSettings().language !== language) writeSettings({ language })
}

export function onSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets `data-theme` on the root: explicit choice only; `system` leaves it to the style sheet. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === 'system') root.removeAttribute('data-theme')
  else root.setAttribute('data-theme', theme)
}

function safeStorage(kind: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | undefined {
  try {
    return globalThis[kind]
  } catch {
    return undefined // storage blocked by the browser
  }
}
