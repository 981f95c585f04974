import { DEFAULT_LANGUAGE, type Language } from '@hissa/texts'

/** Screens that require sign-in have the same address in every language. */
const SIGNED_IN = ['/onboarding', '/investor-dashboard', '/wallet']

/**
 * Returns the address of a page in the reader's language. Public pages have it in their path. Other pages are linked
 * through the sign-in page in that language, which redirects signed-in readers immediately.
 */
export function pageUrl(publicUrl: string, path: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return `${publicUrl}${path}`
  const signedIn = SIGNED_IN.some((screen) => path === screen || path.startsWith(`${screen}?`))
  if (signedIn) return `${publicUrl}/${language}/signin?next=${encodeURIComponent(path)}`
  return `${publicUrl}/${language}${path === '/' ? '' : path}`
}
