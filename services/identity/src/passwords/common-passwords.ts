import { readFileSync } from 'node:fs'
import { undecorated } from './decoration.js'

const MIN_LENGTH = 8
/** A shorter root with digits around it says nothing: `abc` is in every second one. */
const MIN_ROOT_LENGTH = 5

// From zxcvbn's list of the passwords people use most (MIT, notice beside it): those that are long enough to be tried.
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.toLowerCase()),
)
/** The words that common passwords decorate: `welcome` of `welcome1`. */
const roots = new Set(
  [...common]
    .map((word) => /^[^\p{L}]*(\p{L}+)[^\p{L}]*$/u.exec(word)?.[1] ?? '')
    .filter((root) => root.length >= MIN_ROOT_LENGTH),
)
/** The password of the demonstration accounts, which is printed on every start, and the name that it decorates. */
const DEMONSTRATION = ['hissa', 'hissa2026']

/** Whether a password is a common one, in any case and however decorated. */
export const isCommon = (password: string): boolean =>
  undecorated(password).some((form) => (form.length >= MIN_LENGTH && common.has(form)) || roots.has(form))

export const isDemonstration = (password: string): boolean =>
  undecorated(password).some((form) => DEMONSTRATION.includes(form))
