import { isLocale, type AppLocale } from './locale.js'

/** The key and shape are defined by the product (`userSettings`); the server stores the same shape. */
const KEY = 'userSettings'
const LANGUAGE_KEY = 'visibleLanguage'
export type Theme = 'light' | 'dark' | 'system'

export interface UserSettings {
  language?: AppLocale
  theme: Theme
  investmentNotifications: boolean
  twoFactorAuth: boolean
  customCursor?: boolean
  /** What this device last read of the account's settings. A difference was made on another device. */
  account?: { userId: string; theme: Theme; language: string; hideAmounts: boolean }
}

const DEFAULTS: UserSettings = { theme: 'system', investmentNotifications: true, twoFactorAuth: false }
const listeners = new Set<() => void>()

/** Returns the stored settings, with defaults for missing or invalid values. */
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
    return DEFAULTS // a value of another application under the same key
  }
}

/** Stores a change and notifies the page. Other fields of the stored object are kept. */
export function writeSettings(change: Partial<UserSettings>, storage: Storage | undefined = safeStorage()): void {
  storage?.setItem(KEY, JSON.stringify({ ...readSettings(storage), ...change }))
  listeners.forEach((listener) => listener())
}

/** Returns this tab's language. Other tabs may show another, and a payment page returns to the tab that it left. */
export function tabLanguage(storage: Storage | undefined = safeStorage('sessionStorage')): AppLocale | undefined {
  const stored = storage?.getItem(LANGUAGE_KEY)
  return isLocale(stored) ? stored : undefined
}

/** Stores the visible language for this tab and as the preference for tabs opened later. */
export function rememberLanguage(language: AppLocale): void {
  safeStorage('sessionStorage')?.setItem(LANGUAGE_KEY, language)
  if (readSettings().language !== language) writeSettings({ language })
}

/** Calls `listener` when the settings change. Returns a function that stops it. */
export function onSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets `data-theme` on the root for an explicit choice; `system` leaves the theme to the style sheet. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === 'system') root.removeAttribute('data-theme')
  else root.setAttribute('data-theme', theme)
}

/** Marks the root for the pointer of the brand, which the style sheet shows only where the system allows it. */
export function applyCursor(isOn: boolean, root: HTMLElement = document.documentElement): void {
  root.toggleAttribute('data-cursor', isOn)
}

function safeStorage(kind: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | undefined {
  try {
    return globalThis[kind]
  } catch {
    return undefined // storage blocked by the browser
  }
}
