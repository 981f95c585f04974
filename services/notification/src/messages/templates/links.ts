import { DEFAULT_LANGUAGE, type Language } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Reader } from '../message.js'

/** Screens that require sign-in have the same address in every language. */
const SIGNED_IN = ['/onboarding', '/investor-dashboard', '/wallet', '/cash']

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

/**
 * Returns the address that switches off emails about one topic for one reader: a page for people, and for mailboxes the
 * address of a one-click unsubscription (RFC 8058), which takes a POST there.
 */
export const unsubscribeUrl = (publicUrl: string, { token }: { token: string }, language?: Language): string =>
  pageUrl(publicUrl, `/email-preferences?token=${encodeURIComponent(token)}`, language ?? DEFAULT_LANGUAGE)

/** Returns the link in the footer of an email that can be switched off, or undefined for the others. */
export const unsubscribeLink = ({ unsubscribe }: Reader, publicUrl: string, language: Language) =>
  unsubscribe && {
    label: emailTexts(language)(`email.unsubscribe.${unsubscribe.topic}`),
    url: unsubscribeUrl(publicUrl, unsubscribe, language),
  }
