import { readFileSync } from 'node:fs'

// From zxcvbn's list of the passwords people use most (MIT, notice beside it): those that are long enough to be tried.
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.toLowerCase()),
)

/**
 * Why a password may not be chosen, in the words that follow "Password did not conform with policy: "; undefined when it
 * may. At least 8 characters, upper and lower case, a digit, none of the common ones in any case.
 */
export function passwordFault(password: string): string | undefined {
  if (password.length < 8) return 'Password not long enough'
  if (password.length > 256) return 'Password too long'
  if (/\s/.test(password)) return 'Password must not contain spaces'
  if (common.has(password.toLowerCase())) return 'Password is one of the most common and easily guessed'
  if (!/\p{Lu}/u.test(password)) return 'Password must have uppercase characters'
  if (!/\p{Ll}/u.test(password)) return 'Password must have lowercase characters'
  if (!/\p{Nd}/u.test(password)) return 'Password must have numeric characters'
  return undefined
}
