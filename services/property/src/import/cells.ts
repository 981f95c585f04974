import type { PropertyType } from '@hissa/contracts/property'
import { type Fils, fils } from '@hissa/money'
import { cleanText } from './clean-text.js'
import { RowError, type Row } from './listing.js'

const TYPES: readonly string[] = ['apartment', 'studio', 'penthouse', 'townhouse', 'villa', 'residential']

/** Readers of one cell each; they throw a RowError that names the column for values they cannot read. */
export const text = (row: Row, column: string): string | null => cleanText(row[column] ?? '') || null

/** Returns the text of a cell. Throws RowError for an empty one. */
export function required(row: Row, column: string): string {
  const value = text(row, column)
  if (value === null) throw new RowError('missing_value', `${column} is empty`)
  return value
}

/** Reads a whole or decimal number within bounds, also with grouping: `1,250,000`. */
export function number(row: Row, column: string, bounds: { min: number; max: number }): number {
  const value = required(row, column)
  const parsed = /^-?\d{1,3}(,\d{3})+(\.\d+)?$|^-?\d+(\.\d+)?$/.test(value) ? Number(value.replaceAll(',', '')) : NaN
  if (!(parsed >= bounds.min && parsed <= bounds.max))
    throw new RowError('bad_number', `${column} is “${value.slice(0, 40)}”`)
  return parsed
}

/** Returns the number in a cell; null for an empty one. Throws RowError for anything but a number in bounds. */
export const optionalNumber = (row: Row, column: string, bounds: { min: number; max: number }): number | null =>
  text(row, column) === null ? null : number(row, column, bounds)

/** Reads a number of rooms: a whole number, `7+` as 7, `studio` as 0. */
export function rooms(row: Row, column: string): number | null {
  const value = text(row, column)
  if (value === null) return null
  if (value.toLowerCase() === 'studio') return 0
  const match = /^(\d{1,2})\+?$/.exec(value)
  if (!match) throw new RowError('bad_number', `${column} is “${value.slice(0, 40)}”`)
  return Number(match[1])
}

/** Converts AED to fils; the bounds reject fractions of a fil instead of rounding them. */
export function priceFils(row: Row, column: string): Fils {
  return fils(Math.round(number(row, column, { min: 1, max: 10_000_000_000 }) * 100))
}

/** Returns the property type in a cell. Throws RowError for an unknown one. */
export function type(row: Row, column: string): PropertyType {
  const value = required(row, column).toLowerCase()
  if (!TYPES.includes(value)) throw new RowError('unknown_type', `${column} is “${value.slice(0, 40)}”`)
  return value as PropertyType
}

/** Reads `2026-05-31` or, with `monthFirst`, `5/31/2026`, as an ISO date. */
export function date(row: Row, column: string, monthFirst = false): string | null {
  const value = text(row, column)
  if (value === null) return null
  const parts = monthFirst ? /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) : /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  const [year, month, day] = monthFirst ? [parts?.[3], parts?.[1], parts?.[2]] : [parts?.[1], parts?.[2], parts?.[3]]
  const iso = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const parsed = new Date(`${iso}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(iso))
    throw new RowError('bad_date', `${column} is “${value.slice(0, 40)}”`)
  return iso
}

/** Returns true, false, or null for any other value. */
export function flag(row: Row, column: string): boolean | null {
  const value = (text(row, column) ?? '').toLowerCase()
  if (['true', 'yes'].includes(value)) return true
  return ['false', 'no'].includes(value) ? false : null
}
