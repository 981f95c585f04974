import { cleanName } from '@hissa/contracts'

export interface Names {
  fullName: string
  firstName: string
  lastName: string
}

/** Splits a cleaned name at its first space. A single word is used as both names, and `User` if there is none. */
export function splitName(fullName: string): Names {
  const trimmed = cleanName(fullName)
  const space = trimmed.indexOf(' ')
  const first = (space < 0 ? trimmed : trimmed.slice(0, space)) || 'User'
  const last = space < 0 ? first : trimmed.slice(space + 1)
  return { fullName: trimmed, firstName: first, lastName: last }
}
