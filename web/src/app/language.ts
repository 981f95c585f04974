import { activateLanguage, type Language } from '../i18n/i18n.js'
import { directionOf, type AppLocale } from '../lib/locale.js'

/** Loads the language for every screen that was opened, then changes texts, `lang` and `dir` together. */
export async function switchLanguage(language: Language, locale: AppLocale): Promise<void> {
  await activateLanguage(language, locale, [])
  applyLanguage(locale)
}

/** Sets `lang` and `dir`, the only source of the text direction. */
export function applyLanguage(locale: AppLocale, root: HTMLElement = document.documentElement): void {
  // Setting an unchanged value would still recompute every style of the page.
  if (root.lang === locale) return
  root.lang = locale
  root.dir = directionOf(locale)
}
