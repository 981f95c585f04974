export interface Names {
  fullName: string
  firstName: string
  lastName: string
}

/** Splits at the first space; one word serves as both names, none gives `User` for each. */
export function splitName(fullName: string): Names {
  const trimmed = fullName.trim().replace(/\s+/g, ' ')
  const space = trimmed.indexOf(' ')
  const first = (space < 0 ? trimmed : trimmed.slice(0, space)) || 'User'
  const last = space < 0 ? first : trimmed.slice(space + 1)
  return { fullName: trimmed, firstName: first, lastName: last }
}
