import { latinDigits } from './phone.js'

/** A date as the values of three fields, while it is typed. */
export interface DateParts {
  day: string
  month: string
  year: string
}

/** Splits `1990-02-28` into its parts, without leading zeros; missing parts are empty. */
export function splitDate(iso: string | null | undefined): DateParts {
  const match = /^(\d*)-(\d*)-(\d*)$/.exec(iso ?? '')
  return { year: match?.[1] ?? '', month: trimZero(match?.[2]), day: trimZero(match?.[3]) }
}

/** Joins the parts to `1990-02-28`. Missing parts stay empty (`1990--28`), so that a half-typed date is kept. */
export function joinDate({ day, month, year }: DateParts): string {
  const two = (text: string) => (text ? latinDigits(text).padStart(2, '0') : '')
  return day || month || year ? `${latinDigits(year)}-${two(month)}-${two(day)}` : ''
}

/** Returns whether the day exists. */
export function isCalendarDate(iso: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return false
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
}

/** Returns the age in whole years on `today` (both `YYYY-MM-DD`). */
export function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) < birth.slice(5) ? years - 1 : years
}

const trimZero = (text: string | undefined) => (text ?? '').replace(/^0/, '')
