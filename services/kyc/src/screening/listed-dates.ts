const TOLERANCE_YEARS = 2

/** Returns the first and last year of a listed birth date; null if it cannot be parsed. */
function yearsOf(listed: string): [number, number] | null {
  const range = /^(\d{4})?\/(\d{4})?$/.exec(listed)
  if (range) return [range[1] ? Number(range[1]) : -Infinity, range[2] ? Number(range[2]) : Infinity]
  const year = /^(\d{4})(-\d{2}(-\d{2})?)?~?$/.exec(listed)?.[1]
  return year ? [Number(year), Number(year)] : null
}

/** Returns whether a birth date has one of the formats of the lists. */
export const isListedBirth = (listed: string): boolean => yearsOf(listed) !== null

/**
 * Returns whether every listed birth date is more than two years from every given one (ISO dates). Returns false if
 * either list is empty or a listed date cannot be parsed.
 */
export function areBornYearsApart(listed: readonly string[], birthDates: readonly string[]): boolean {
  if (listed.length === 0 || birthDates.length === 0) return false
  return birthDates.every((birth) => {
    const year = Number(birth.slice(0, 4))
    return listed.every((each) => {
      const years = yearsOf(each)
      return years !== null && (year < years[0] - TOLERANCE_YEARS || year > years[1] + TOLERANCE_YEARS)
    })
  })
}

/**
 * Returns whether no listed birth date can equal a given one (ISO dates). Listed days and years must differ, the given
 * date must be outside a range, and more than two years from an approximate year. Returns false if either list is empty
 * or a listed date cannot be parsed.
 */
export function hasOtherBirth(listed: readonly string[], birthDates: readonly string[]): boolean {
  if (listed.length === 0 || birthDates.length === 0) return false
  return birthDates.every((birth) => listed.every((each) => !isSameBirth(each, birth)))
}

function isSameBirth(listed: string, birth: string): boolean {
  const years = yearsOf(listed)
  if (years === null) return true
  const year = Number(birth.slice(0, 4))
  if (listed.endsWith('~')) return Math.abs(year - years[0]) <= TOLERANCE_YEARS
  if (/^\d{4}-\d{2}-\d{2}$/.test(listed)) return listed === birth
  return year >= years[0] && year <= years[1]
}
