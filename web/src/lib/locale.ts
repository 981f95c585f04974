import { DEFAULT_LANGUAGE as DEFAULT_LOCALE, isLanguage as isLocale, LANGUAGES, type Language } from '@hissa/texts'

export type AppLocale = Language
export { DEFAULT_LANGUAGE as DEFAULT_LOCALE, isLanguage as isLocale, LANGUAGE_CODES as LOCALES } from '@hissa/texts'

/** Screens with one address that follow the stored preference; all others are public and have a language prefix. */
export const PREFERENCE_PATHS = [
  '/onboarding',
  '/investor-dashboard',
  '/dashboard/income',
  '/dashboard/statements',
  '/investment-flow',
  '/investment',
  '/payment-success',
  '/payment-cancel',
  '/payment',
  '/payments',
  '/orders',
  '/notifications',
  '/profile',
  '/profile-management',
  '/settings',
  '/add-payment-method',
  '/tokenization',
  '/wallet',
  '/cash',
  '/knowledge-avenue',
  '/marketplace',
  '/investor-digital-card',
  '/rewards-program',
  '/saved',
  '/legal/admin',
  '/staff',
  '/mae-knowledgebase-admin',
]

/** Returns the writing direction of a language. */
export function directionOf(locale: AppLocale): 'ltr' | 'rtl' {
  return LANGUAGES[locale].dir
}

/** Splits `/ar/properties?x` into its language and the path without it: `['ar', '/properties?x']`. */
export function splitLocale(path: string): [AppLocale, string] {
  const match = /^\/([a-z]{2})(?=\/|$|\?|#)(.*)$/.exec(path)
  if (!match || !isLocale(match[1]) || match[1] === DEFAULT_LOCALE) return [DEFAULT_LOCALE, path]
  const rest = match[2]!
  return [match[1], rest.startsWith('/') ? rest : `/${rest}`]
}

/** Returns whether a page is shown in the language of the preference, and has no language in its address. */
export function followsPreference(path: string): boolean {
  const bare = splitLocale(path)[1].split(/[?#]/)[0]!
  return PREFERENCE_PATHS.some((prefix) => bare === prefix || bare.startsWith(`${prefix}/`))
}

/** Returns the path in a language: `/properties` in Arabic is `/ar/properties`, `/investor-dashboard` is unchanged. */
export function localePath(path: string, locale: AppLocale): string {
  if (!path.startsWith('/')) return path
  const bare = splitLocale(path)[1]
  if (locale === DEFAULT_LOCALE || followsPreference(bare)) return bare
  return bare === '/' ? `/${locale}` : `/${locale}${bare}`
}
