import { COUNTRIES, DEFAULT_COUNTRY, countryByCode } from './countries.js'

export interface PhoneParts {
  /** ISO alpha-2 code of the selected country. */
  country: string
  /** The number as typed after the dialling code. */
  national: string
}

/** Converts Arabic-Indic and Persian digits to 0-9. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

/**
 * Returns the international form, always with a plus. A number typed with a plus or 00 keeps its code; any other gets
 * the selected country's code and loses its trunk zero. Returns an empty string if there are no digits.
 */
export function internationalPhone({ country, national }: PhoneParts): string {
  const typed = latinDigits(national).trim().replace(/^00/, '+')
  const digits = typed.replace(/\D/g, '')
  if (!digits) return ''
  if (typed.startsWith('+')) return `+${digits}`
  const dial = countryByCode(country)?.dial ?? ''
  return `+${dial}${dial === '39' ? digits : digits.replace(/^0/, '')}`
}

/**
 * Splits a stored number into country and national number by the longest matching code. Without a number, returns
 * `country`.
 */
export function splitPhone(phone: string | null | undefined, country = DEFAULT_COUNTRY): PhoneParts {
  const digits = phone?.replace(/\D/g, '') ?? ''
  if (!digits) return { country, national: '' }
  const fits = COUNTRIES.filter(({ dial }) => digits.startsWith(dial))
  const longest = Math.max(0, ...fits.map(({ dial }) => dial.length))
  const best = fits.filter(({ dial }) => dial.length === longest)
  const chosen = best.find(({ code }) => code === country || code === 'US' || code === 'GB') ?? best[0]
  return chosen
    ? { country: chosen.code, national: digits.slice(chosen.dial.length) }
    : { country, national: `+${digits}` }
}

/** Returns whether a number is valid E.164: a plus and 7 to 15 digits. */
export function isInternationalPhone(phone: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(phone)
}
