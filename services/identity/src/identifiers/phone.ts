import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Returns the number in E.164 form. Without a leading plus, `+1` is prefixed to the digits. Returns undefined if the
 * number is not possible in its numbering plan.
 */
export function normalisePhone(typed: string): string | undefined {
  const text = typed.trim()
  const international = text.startsWith('+') ? text : `+1${text.replace(/\D/g, '')}`
  const parsed = parsePhoneNumberFromString(international)
  return parsed?.isPossible() ? parsed.number : undefined
}
