import { readFileSync } from 'node:fs'
import { joined, undecorated } from './decoration.js'
import { remainingLength } from './remaining-length.js'

const MIN_LENGTH = 8
/** Shorter roots such as `abc` occur in too many passwords to be evidence of a common one. */
const MIN_ROOT_LENGTH = 5

// From zxcvbn's list of most used passwords (MIT, licence beside it), without those shorter than the minimum.
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.toLowerCase()),
)
/** Words that common passwords are built from, such as `welcome` in `welcome1`. */
const roots = new Set(
  [...common]
    .map((word) => /^[^\p{L}]*(\p{L}+)[^\p{L}]*$/u.exec(word)?.[1] ?? '')
    .filter((root) => root.length >= MIN_ROOT_LENGTH),
)
/** The password of the demonstration accounts, which is printed on every start, and the name in it. */
const demonstration = new Set(['hissa', 'hissa2026'])
const words = new Set([...common, ...roots, ...demonstration])

/** Returns whether a password is common, ignoring case, or little more than common words, sequences and repetitions. */
export const isCommon = (password: string): boolean =>
  undecorated(password).some((form) => (form.length >= MIN_LENGTH && common.has(form)) || roots.has(form)) ||
  isShortWithout(words, password)

/** Returns whether a password is that of the demonstration accounts or the product's name, or little more. */
export const isDemonstration = (password: string): boolean =>
  undecorated(password).some((form) => demonstration.has(form)) ||
  (hasAny(demonstration, password) && isShortWithout(demonstration, password))

/**
 * Returns whether a password is too short when words, sequences and repetitions count only for the guesses they add.
 */
function isShortWithout(known: ReadonlySet<string>, password: string): boolean {
  return joined(password).some(({ text, removed }) => {
    const { length, found } = remainingLength(text, known)
    return found && removed.reduce((sum, part) => sum + remainingLength(part, known).length, length) < MIN_LENGTH
  })
}

const hasAny = (known: ReadonlySet<string>, password: string) =>
  joined(password).some(({ text }) => [...known].some((word) => text.includes(word)))
