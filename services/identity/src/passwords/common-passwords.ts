import { readFileSync } from 'node:fs'
import { joined, undecorated } from './decoration.js'
import { remainingLength } from './remaining-length.js'

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
const demonstration = new Set(['hissa', 'hissa2026'])
const words = new Set([...common, ...roots, ...demonstration])

/** Returns whether a password is a common one, in any case, or little more than common words, sequences and repetitions. */
export const isCommon = (password: string): boolean =>
  undecorated(password).some((form) => (form.length >= MIN_LENGTH && common.has(form)) || roots.has(form)) ||
  isShortWithout(words, password)

export const isDemonstration = (password: string): boolean =>
  undecorated(password).some((form) => demonstration.has(form)) ||
  (hasAny(demonstration, password) && isShortWithout(demonstration, password))

/** Whether a password is too short once words, sequences and repetitions count only for the guesses they add. */
function isShortWithout(known: ReadonlySet<string>, password: string): boolean {
  return joined(password).some(({ text, removed }) => {
    const { length, found } = remainingLength(text, known)
    return found && removed.reduce((sum, part) => sum + remainingLength(part, known).length, length) < MIN_LENGTH
  })
}

const hasAny = (known: ReadonlySet<string>, password: string) =>
  joined(password).some(({ text }) => [...known].some((word) => text.includes(word)))
