import type { Locale } from '@hissa/contracts'
import { isLanguage } from '@hissa/texts'

/** Returns the language of the page that sent a request, if emails are written in that language. */
export function pageLanguage(metadata: { locale?: Locale | undefined } | null | undefined): Locale | undefined {
  const locale = metadata?.locale
  return isLanguage(locale) ? locale : undefined
}
