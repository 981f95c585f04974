import type { MailLanguage } from './layout.js'

/** Screens behind sign-in have one address in every language. */
const SIGNED_IN = ['/onboarding', '/investor-dashboard']

/**
 * The address of a page, in the reader's language: public pages carry it, and to the others an Arabic reader is led by
 * the Arabic sign-in, which lets through at once who is signed in.
 */
export function pageUrl(publicUrl: string, path: string, language: MailLanguage): string {
  if (language === 'en') return `${publicUrl}${path}`
  const signedIn = SIGNED_IN.some((screen) => path === screen || path.startsWith(`${screen}?`))
  if (signedIn) return `${publicUrl}/${language}/signin?next=${encodeURIComponent(path)}`
  return `${publicUrl}/${language}${path === '/' ? '' : path}`
}
