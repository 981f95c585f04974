import { type Fils, toDecimal } from './fils.js'

export type MoneyLocale = 'en' | 'ar' | 'fr' | 'es'

export interface MoneyFormat {
  /** Default `en`, which is en-AE. */
  locale?: MoneyLocale
  /**
   * `symbol` ⃃ 2,000 · `code` AED 2,000, in French and Spanish after the number (default; for plain text, mail, titles) ·
   * `name` 2,000 UAE dirhams.
   */
  style?: 'symbol' | 'code' | 'name'
  /**
   * 0 rounds half away from zero; `auto` (default) shows 2 decimal places only if the amount has odd fils, so that none
   * are hidden.
   */
  decimals?: 0 | 2 | 'auto'
  /** Default Latin, in every language. */
  digits?: 'latn' | 'arab'
}

export interface MoneyParts {
  /** U+2212 or empty; placed before the currency. */
  sign: '' | '−'
  /** `⃃`, always left of the number, or `AED`. */
  currency: string
  /** The grouped number without sign. */
  number: string
  /** For screen readers: the amount with the name of the currency in the language. */
  spoken: string
}

export const DIRHAM_SIGN = '\u20c3'
const TAGS: Record<MoneyLocale, string> = { en: 'en-AE', ar: 'ar-AE', fr: 'fr', es: 'es' }
/** The languages that write the code after the number: `2000 AED`. The sign is left of it in every language. */
const CODE_LAST: ReadonlySet<MoneyLocale> = new Set(['fr', 'es'])
/** `one` is of the amounts below 2 in French, and of exactly 1 elsewhere. */
const CURRENCY_NAMES: Record<MoneyLocale, Record<'minus' | 'one' | 'other', string>> = {
  en: { minus: '-', one: 'UAE dirham', other: 'UAE dirhams' },
  ar: { minus: '\u200e-', one: 'درهم إماراتي', other: 'درهم إماراتي' },
  fr: { minus: '-', one: 'dirham des Émirats arabes unis', other: 'dirhams des Émirats arabes unis' },
  es: { minus: '-', one: 'dírham de los Emiratos Árabes Unidos', other: 'dírhams de los Emiratos Árabes Unidos' },
}
const formats = new Map<string, Intl.NumberFormat>()

/**
 * Splits an amount for the Money component. The number is a decimal format, not a currency format: ICU puts the Arabic
 * abbreviation after the number and lacks U+20C3, while the Central Bank requires the sign on the left.
 */
export function moneyParts(amount: Fils, options: MoneyFormat = {}): MoneyParts {
  const { style = 'code' } = options
  const places = placesOf(amount, options.decimals ?? 'auto')
  const { number, spoken } = writtenByHand(amount, places, options) ?? writtenByIcu(amount, places, options)
  return {
    sign: amount < 0 && /[1-9١-٩]/.test(number) ? '−' : '',
    currency: style === 'symbol' ? DIRHAM_SIGN : 'AED',
    number,
    spoken,
  }
}

type Written = Pick<MoneyParts, 'number' | 'spoken'>

/**
 * Returns what ICU formats with Latin digits; null for other digits. Creating the first number format blocks a slow phone
 * for 65 ms, and every first screen shows an amount.
 */
function writtenByHand(amount: Fils, places: 0 | 2, { locale = 'en', digits = 'latn' }: MoneyFormat): Written | null {
  if (digits !== 'latn') return null
  const name = CURRENCY_NAMES[locale]
  const size = Math.abs(amount)
  // Half a dirham rounds away from zero.
  const dirhams = places === 0 ? Math.floor((size + 50) / 100) : Math.floor(size / 100)
  const fraction = places === 0 ? '' : `${CODE_LAST.has(locale) ? ',' : '.'}${String(size % 100).padStart(2, '0')}`
  const number = `${groupDigits(String(dirhams), locale)}${fraction}`
  const minus = amount < 0 ? name.minus : ''
  const isOne = locale === 'fr' ? dirhams < 2 : number === '1'
  return { number, spoken: `${minus}${number} ${isOne ? name.one : name.other}` }
}

function writtenByIcu(amount: Fils, places: 0 | 2, options: MoneyFormat): Written {
  const text = toDecimal(amount)
  const number = decimalFormat(options, places)
    .formatToParts(text)
    .filter((part) => part.type !== 'minusSign' && part.type !== 'literal')
    .map((part) => part.value)
    .join('')
  return { number, spoken: nameFormat(options, places).format(text) }
}

/**
 * Formats an amount as one line of text: `AED 2,000`, `−AED 30.50`, `⃃ 2,000` or `2,000 UAE dirhams`; in French
 * `2 000 AED`, in Spanish `2000 AED`. The space beside the currency is non-breaking.
 */
export function formatMoney(amount: Fils, options: MoneyFormat = {}): string {
  const parts = moneyParts(amount, options)
  if (options.style === 'name') return parts.spoken
  const isCodeLast = options.style !== 'symbol' && CODE_LAST.has(options.locale ?? 'en')
  const [first, last] = isCodeLast ? [parts.number, parts.currency] : [parts.currency, parts.number]
  return `${parts.sign}${first}\u00a0${last}`
}

/**
 * Separates the thousands of a whole number's digits as the language does: `12,500`, French `12 500` with a narrow
 * space, Spanish `12.500`, where four digits stay together. Source: CLDR.
 */
export function groupDigits(digits: string, locale: MoneyLocale): string {
  if (locale === 'es' && digits.length < 5) return digits
  return digits.replace(/\B(?=(\d{3})+$)/g, locale === 'fr' ? '\u202f' : locale === 'es' ? '.' : ',')
}

/** Formats basis points as a percentage in the language: 150 is `1.5%`. At most 2 decimal places. */
export function formatBasisPoints(basisPoints: number, options: Pick<MoneyFormat, 'locale' | 'digits'> = {}): string {
  return cached(`percent ${tag(options)}`, () => ({ style: 'percent', maximumFractionDigits: 2 }), tag(options)).format(
    basisPoints / 10_000,
  )
}

function placesOf(amount: Fils, decimals: 0 | 2 | 'auto'): 0 | 2 {
  return decimals === 'auto' ? (amount % 100 === 0 ? 0 : 2) : decimals
}

function tag({ locale = 'en', digits = 'latn' }: Pick<MoneyFormat, 'locale' | 'digits'>): string {
  return `${TAGS[locale]}-u-nu-${digits}`
}

function decimalFormat(options: MoneyFormat, places: 0 | 2): Intl.NumberFormat {
  return cached(`decimal ${tag(options)} ${places}`, () => fixed(places), tag(options))
}

function nameFormat(options: MoneyFormat, places: 0 | 2): Intl.NumberFormat {
  const named = () => ({ style: 'currency', currency: 'AED', currencyDisplay: 'name', ...fixed(places) }) as const
  return cached(`name ${tag(options)} ${places}`, named, tag(options))
}

function fixed(places: 0 | 2): Intl.NumberFormatOptions {
  return {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: 'auto',
    roundingMode: 'halfExpand',
  }
}

// Creating a format takes a thousand times as long as using it.
function cached(key: string, options: () => Intl.NumberFormatOptions, locale: string): Intl.NumberFormat {
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.NumberFormat(locale, options())))
  return format
}
