import { COUNTRIES, DEFAULT_COUNTRY, countryByCode } from './countries.js'

export interface PhoneParts {
  /** ISO alpha-2 of the country whose code is chosen. */
  country: string
  /** What is typed after the code. */
  national: string
}

/** Arabic-Indic and Persian digits to 0-9. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

/**
 * The international form of what was typed, always with a plus: a number that already has one stays as it is, any
 * other gets the chosen country's code and loses its trunk zero. Nothing typed is the empty text.
 */
export function internationalPhone({ country, national }: PhoneParts): string {
  const typed = latinDigits(national).trim().replace(/^00/, '+')
  const digits = typed.replace(/\D/g, '')
  if (!digits) return ''
  if (typed.startsWith('+')) return `+${digits}`
  const dial = countryByCode(country)?.dial ?? ''
  return `+${dial}${dial === '39' ? digits : digits.replace(/^0/, '')}`
}

/** Splits a stored number into country and rest; the longest code that fits wins, the UAE when there is no number. */
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

/** E.164: a plus and 7 to 15 digits. */
export function isInternationalPhone(phone: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(phone)
}
