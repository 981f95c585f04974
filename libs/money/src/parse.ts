import type { MoneyLocale } from './format.js'
import { fils, type Fils, MoneyError, type MoneyErrorCode } from './fils.js'

export type ParseResult = { ok: true; fils: Fils } | { ok: false; code: MoneyErrorCode }

// Marks that keyboards and pasted Arabic text add: directional marks and isolates, and the byte order mark.
const INVISIBLE = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g
const CURRENCY = /AED|Dhs?\.?|\u20c3|د\.إ\.?|درهم/iu
const DECIMAL = { point: { group: ',٬، ', decimal: '.٫' }, comma: { group: '.٬ ', decimal: ',٫' } } as const

/**
 * Reads an AED amount as people write it: `2000`, `2,000`, `2000.5`, `٢٬٠٠٠`, `AED 2000`, `⃃ 2000`, `د.إ 2000`. Groups
 * must have three digits, so that `2,00` is rejected and never read as 200. In French and Spanish the comma is the
 * decimal sign. Returns the fils, or NOT_A_NUMBER, EXCESS_DECIMALS (more than 2 decimal places) or OUT_OF_RANGE.
 */
export function readAed(input: number | string, locale: MoneyLocale = 'en'): ParseResult {
  if (typeof input === 'number') return Number.isFinite(input) ? decimal(String(input)) : refuse('NOT_A_NUMBER')
  if (input.length > 64) return refuse('NOT_A_NUMBER')
  const plain = normalise(input, locale === 'fr' || locale === 'es' ? DECIMAL.comma : DECIMAL.point)
  return plain === undefined ? refuse('NOT_A_NUMBER') : decimal(plain)
}

/** Reads an amount like `readAed`, but throws. Errors: MoneyError NOT_A_NUMBER, EXCESS_DECIMALS, OUT_OF_RANGE. */
export function parseAed(input: number | string, locale: MoneyLocale = 'en'): Fils {
  const result = readAed(input, locale)
  if (result.ok) return result.fils
  throw new MoneyError(result.code, 'Not an amount of dirhams with at most 2 decimals')
}

function refuse(code: MoneyErrorCode): ParseResult {
  return { ok: false, code }
}

/** Normalises text to `-?digits[.digits]`; undefined if it is not one number with at most one currency token. */
function normalise(input: string, signs: { group: string; decimal: string }): string | undefined {
  const text = latinDigits(input.normalize('NFC').replace(INVISIBLE, ''))
    .replace(/[\u00a0\u202f\s]+/g, ' ')
    .replace(CURRENCY, ' ')
    .replace(/[−–]/g, '-')
    .trim()
    .replace(/^-\s+/, '-')
  const [group, decimalSign] = [`[${signs.group}]`, `[${signs.decimal}]`]
  const match = new RegExp(`^(-?)(\\d+|\\d{1,3}(?:(${group})\\d{3})(?:\\3\\d{3})*)(?:${decimalSign}(\\d+))?$`).exec(
    text,
  )
  if (!match) return undefined
  const whole = match[2]!.replace(/\D/g, '')
  return `${match[1]}${whole}${match[4] === undefined ? '' : `.${match[4]}`}`
}

/** Converts Arabic-Indic and extended (Persian) digits to 0-9. */
function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

function decimal(text: string): ParseResult {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return refuse(/e\+?\d/.test(text) ? 'OUT_OF_RANGE' : /e-/.test(text) ? 'EXCESS_DECIMALS' : 'NOT_A_NUMBER')
  const fraction = match[3] ?? ''
  if (fraction.length > 2) return refuse('EXCESS_DECIMALS')
  // Compared as text first: Number() would round 9007199254740993 into the safe range.
  const digits = `${match[2]}${fraction.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '')
  const value = Number(digits)
  if (!Number.isSafeInteger(value) || String(value) !== digits) return refuse('OUT_OF_RANGE')
  return { ok: true, fils: fils(match[1] ? -value : value) }
}
