const TOLERANCE_YEARS = 2

/** First and last year that a listed birth date allows; null when it cannot be read. */
function yearsOf(listed: string): [number, number] | null {
  const range = /^(\d{4})?\/(\d{4})?$/.exec(listed)
  if (range) return [range[1] ? Number(range[1]) : -Infinity, range[2] ? Number(range[2]) : Infinity]
  const year = /^(\d{4})(-\d{2}(-\d{2})?)?~?$/.exec(listed)?.[1]
  return year ? [Number(year), Number(year)] : null
}

/**
 * Whether every listed birth is more than two years away from every one of `births` (ISO dates). False while either
 * side states none, and when a listed date cannot be read.
 */
export function areBornYearsApart(listed: readonly string[], births: readonly string[]): boolean {
  if (listed.length === 0 || births.length === 0) return false
  return births.every((birth) => {
    const year = Number(birth.slice(0, 4))
    return listed.every((each) => {
      const years = yearsOf(each)
      return years !== null && (year < years[0] - TOLERANCE_YEARS || year > years[1] + TOLERANCE_YEARS)
    })
  })
}

/**
 * Whether no listed birth can be one of `births`: another day where the list has a day, another year where it has a year,
 * outside where it has a range, more than two years away where it says "about". False while either side states none.
 */
export function hasOtherBirth(listed: readonly string[], births: readonly string[]): boolean {
  if (listed.length === 0 || births.length === 0) return false
  return births.every((birth) => listed.every((each) => !isSameBirth(each, birth)))
}

function isSameBirth(listed: string, birth: string): boolean {
  const years = yearsOf(listed)
  if (years === null) return true
  const year = Number(birth.slice(0, 4))
  if (listed.endsWith('~')) return Math.abs(year - years[0]) <= TOLERANCE_YEARS
  if (/^\d{4}-\d{2}-\d{2}$/.test(listed)) return listed === birth
  return year >= years[0] && year <= years[1]
}
