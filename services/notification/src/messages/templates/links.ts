import { DEFAULT_LANGUAGE, type Language } from '@hissa/texts'

/** Screens behind sign-in have one address in every language. */
const SIGNED_IN = ['/onboarding', '/investor-dashboard']

/**
 * The address of a page, in the reader's language: public pages carry it, and to the others a reader is led by the
 * sign-in in their language, which lets through at once who is signed in.
 */
export function pageUrl(publicUrl: string, path: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return `${publicUrl}${path}`
  const signedIn = SIGNED_IN.some((screen) => path === screen || path.startsWith(`${screen}?`))
  if (signedIn) return `${publicUrl}/${language}/signin?next=${encodeURIComponent(path)}`
  return `${publicUrl}/${language}${path === '/' ? '' : path}`
}
