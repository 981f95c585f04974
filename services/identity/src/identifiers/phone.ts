import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The number in E.164 form. Without a leading plus the digits are kept and `+1` is prefixed. Undefined when no telephone
 * network has numbers of that shape.
 */
export function normalisePhone(typed: string): string | undefined {
  const text = typed.trim()
  const international = text.startsWith('+') ? text : `+1${text.replace(/\D/g, '')}`
  const parsed = parsePhoneNumberFromString(international)
  return parsed?.isPossible() ? parsed.number : undefined
}
