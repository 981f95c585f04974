import type { LocalText } from '@hissa/contracts/property'
import type { AppLocale } from './locale.js'

const TIME_ZONE = 'Asia/Dubai'
// British order of the parts, so that "3 November 2026" is the same on the server and in every browser.
const DATE_TAGS: Record<AppLocale, string> = { en: 'en-GB', ar: 'ar-AE-u-nu-latn', fr: 'fr', es: 'es' }

/** The names of the months, January first. */
export const MONTHS: Record<AppLocale, readonly string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
}
/** Dubai is four hours ahead of UTC all year. */
const DUBAI_OFFSET_MS = 4 * 3_600_000

/**
 * Formats a date in Dubai's time as `3 November 2026`. Accepts an ISO date or date-time. Implemented by hand because
 * creating the first ICU format takes a phone a tenth of a second. Errors: RangeError for any other text.
 */
export function formatDate(iso: string, locale: AppLocale): string {
  const local = inDubai(iso)
  const month = MONTHS[locale][local.getUTCMonth()]!
  return [local.getUTCDate(), month, local.getUTCFullYear()].join(locale === 'es' ? ' de ' : ' ')
}

/**
 * Formats a date and time of day in Dubai as `3 November 2026, 14:05`, in French `3 novembre 2026 à 14:05`, without ICU
 * like `formatDate`. The text around it names the time zone.
 */
export function formatDateTime(iso: string, locale: AppLocale): string {
  return `${formatDate(iso, locale)}${locale === 'fr' ? ' à' : COMMAS[locale]} ${formatTime(iso)}`
}

const COMMAS: Record<AppLocale, string> = { en: ',', ar: '،', fr: ',', es: ',' }

/** Formats a time of day in Dubai as `14:05`. The text around it names the time zone. */
export const formatTime = (iso: string): string => inDubai(iso).toISOString().slice(11, 16)

/** Returns the time whose parts in UTC are those of `iso` in Dubai. */
function inDubai(iso: string): Date {
  const local = new Date(new Date(iso).getTime() + DUBAI_OFFSET_MS)
  if (Number.isNaN(local.getTime())) throw new RangeError(`Not a date: ${iso}`)
  return local
}

/** Formats a date for a table in Dubai's time as `3 Nov 2026`. */
export function formatShortDate(iso: string, locale: AppLocale): string {
  return new Intl.DateTimeFormat(DATE_TAGS[locale], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: TIME_ZONE,
  }).format(new Date(iso))
}

/** Formats a date and time of day for a table in Dubai's time as `3 Nov 2026, 14:05`. */
export function formatShortDateTime(iso: string, locale: AppLocale): string {
  return `${formatShortDate(iso, locale)}${COMMAS[locale]} ${formatTime(iso)}`
}

/**
 * As ICU writes them. U+200E on both sides keeps the sign on the right of its number, whatever characters surround it.
 */
const PERCENT_SIGNS: Record<AppLocale, string> = { en: '%', ar: '\u200e%\u200e', fr: '\u00a0%', es: '\u00a0%' }

/**
 * Formats basis points as a percentage: 6,200 is `62%`. At most `places` decimals, without trailing zeros, and with
 * the minus sign of amounts. Implemented by hand because ICU versions differ in the marks they put around the sign.
 */
export function formatPercent(basisPoints: number, locale: AppLocale, places = 2): string {
  // The minus sign of amounts, not a hyphen; in Arabic with a mark that keeps it on the left of its number.
  const text = String(Number((basisPoints / 100).toFixed(places))).replace(
    '-',
    locale === 'ar' ? '\u200e\u2212' : '\u2212',
  )
  return `${locale === 'fr' || locale === 'es' ? text.replace('.', ',') : text}${PERCENT_SIGNS[locale]}`
}

/** Formats a holding's share of its company with three decimals, because 20 shares of 16,500 must not be overstated. */
export function formatShare(partsPerMillion: number, locale: AppLocale): string {
  return formatPercent(partsPerMillion / 100, locale, 3)
}

/** Returns an offering's text in the user's language, or else in English, with percent signs in the web's form. */
export function offeringText(text: LocalText, locale: AppLocale): string {
  const written = locale === 'ar' ? 'ar' : 'en'
  return text[written].replace(/\u200e?[%\u066a]\u200e?/g, PERCENT_SIGNS[written])
}

/** Formats how much of an offering is paid in whole percent, never rounded up to 100% or down to 0%. */
export function formatFunded(basisPoints: number, locale: AppLocale): string {
  if (basisPoints > 0 && basisPoints < 100) {
    const least = locale === 'ar' ? 'أقل من ' : locale === 'en' ? '<' : '<\u00a0'
    return `${least}1${PERCENT_SIGNS[locale]}`
  }
  return formatPercent(Math.floor(basisPoints / 100) * 100, locale, 0)
}

/** Returns the whole days from `now` to a time, rounded up; 0 if it is today or past. */
export function daysUntil(iso: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - nowMs) / 86_400_000))
}
