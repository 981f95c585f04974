import { formatCount as formatIn } from '@hissa/texts'
import { DEFAULT_LOCALE, type AppLocale } from './locale.js'

let shown: AppLocale = DEFAULT_LOCALE

/**
 * Sets the language of `formatCount`. A page shows one language at a time; the server sets it before each rendering,
 * which nothing interrupts.
 */
export function countIn(locale: AppLocale): void {
  shown = locale
}

/** Returns the decimal sign of the shown language. */
export const decimalSign = (): '.' | ',' => (shown === 'fr' || shown === 'es' ? ',' : '.')

/** Formats a whole number with the thousands separators of the shown language: `12,500`, in French `12 500`. */
export const formatCount = (value: number): string => formatIn(value, shown)
