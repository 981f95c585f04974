import type { AppLocale } from './locale.js'

const TIME_ZONE = 'Asia/Dubai'
// British order of the parts, so that "3 November 2026" reads the same on the server and in every browser.
const DATE_TAGS: Record<AppLocale, string> = { en: 'en-GB', ar: 'ar-AE-u-nu-latn' }

const MONTHS: Record<AppLocale, readonly string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
}
/** Dubai is four hours ahead all year. */
const DUBAI_OFFSET_MS = 4 * 3_600_000

/**
 * A date in words, in Dubai's time: `3 November 2026`. Takes an ISO date or date-time; throws a RangeError for another
 * text. Written by hand because the first format that ICU makes takes a phone a tenth of a second.
 */
export function formatDate(iso: string, locale: AppLocale): string {
  const local = new Date(new Date(iso).getTime() + DUBAI_OFFSET_MS)
  if (Number.isNaN(local.getTime())) throw new RangeError(`Not a date: ${iso}`)
  return `${local.getUTCDate()} ${MONTHS[locale][local.getUTCMonth()]!} ${local.getUTCFullYear()}`
}

/** Date and time of day in Dubai: `3 November 2026 at 14:05`. The page says once that times are Dubai's. */
export function formatDateTime(iso: string, locale: AppLocale): string {
  const options: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: TIME_ZONE }
  const time = new Intl.DateTimeFormat(DATE_TAGS[locale], options).format(new Date(iso))
  return `${formatDate(iso, locale)}، ${time}`.replace('، ', locale === 'ar' ? '، ' : ', ')
}

/** A date for a table: `3 Nov 2026`, in Dubai's time. */
export function formatShortDate(iso: string, locale: AppLocale): string {
  return new Intl.DateTimeFormat(DATE_TAGS[locale], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: TIME_ZONE,
  }).format(new Date(iso))
}

/** U+200E on both sides, as ICU writes it: the sign stays right of its number, whatever letters are next to it. */
const PERCENT_SIGNS: Record<AppLocale, string> = { en: '%', ar: '\u200e%\u200e' }

/**
 * A share as a percentage: 6,200 basis points is `62%`. At most `places` decimals, without trailing zeros. Written by
 * hand because ICU versions differ in the marks they put around the sign.
 */
export function formatPercent(basisPoints: number, locale: AppLocale, places = 2): string {
  const text = String(Number((basisPoints / 100).toFixed(places)))
  return `${text}${PERCENT_SIGNS[locale]}`
}

/** A holding's share of its company: three decimals, because 20 shares of 16,500 must not read as more than they are. */
export function formatShare(partsPerMillion: number, locale: AppLocale): string {
  return formatPercent(partsPerMillion / 100, locale, 3)
}

/** An offering's text in the reader's language, with percent signs in the form of our own figures. */
export function offeringText(text: Readonly<Record<AppLocale, string>>, locale: AppLocale): string {
  return text[locale].replace(/\u200e?[%\u066a]\u200e?/g, PERCENT_SIGNS[locale])
}

/** How much of an offering is paid, in whole percent: never rounded up to all, and never down to nothing. */
export function formatFunded(basisPoints: number, locale: AppLocale): string {
  if (basisPoints > 0 && basisPoints < 100) return locale === 'ar' ? `أقل من 1${PERCENT_SIGNS.ar}` : '<1%'
  return formatPercent(Math.floor(basisPoints / 100) * 100, locale, 0)
}

/** Whole days from `now` to a time, rounded up; 0 when it is today or past. */
export function daysUntil(iso: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(iso) - nowMs) / 86_400_000))
}
