import { plain } from '../identifiers/username.js'
import { isCommon, isDemonstration } from './common-passwords.js'
import { bare, fold, undecorated } from './decoration.js'

/** The names and address of a password's owner. */
export interface PasswordOwner {
  email?: string
  name?: string
  given_name?: string
  family_name?: string
  middle_name?: string
  nickname?: string
}

const MIN_LENGTH = 8
/** Of what was typed and of what is checked, because one character can fold into 18 and the checks take the square. */
const MAX_LENGTH = 256
/** Shorter parts of a name occur in too many words, so they are rejected only as the whole undecorated password. */
const MIN_PART_LENGTH = 4
const MIN_NAME_LENGTH = 2

/** Rules in order of precedence: the first broken one is reported. */
const RULES: readonly (readonly [string, (password: string, owner: PasswordOwner) => boolean])[] = [
  ['Password not long enough', (password) => password.length < MIN_LENGTH],
  ['Password too long', (password) => Math.max(password.length, fold(password).length) > MAX_LENGTH],
  ['Password must not contain spaces', (password) => /\s/.test(password)],
  ['Password must not be the demonstration password or the name of this service', isDemonstration],
  ['Password must not contain your name or email address', containsOwner],
  ['Password is one of the most common and easily guessed, also with digits or symbols added', isCommon],
  ['Password must have uppercase characters', (password) => !/\p{Lu}/u.test(password)],
  ['Password must have lowercase characters', (password) => !/\p{Ll}/u.test(password)],
  ['Password must have numeric characters', (password) => !/\p{Nd}/u.test(password)],
]

/**
 * Returns why a password is rejected, to follow "Password did not conform with policy: ", or undefined if it is
 * accepted. A password has at least 8 characters with upper case, lower case and a digit. It is neither a common
 * password, however decorated, nor the demonstration password. It doesn't contain its owner's name or address; a part
 * shorter than four characters is rejected only as the whole undecorated password.
 */
export function passwordFault(password: string, owner: PasswordOwner = {}): string | undefined {
  return RULES.find(([, breaks]) => breaks(password, owner))?.[0]
}

function containsOwner(password: string, owner: PasswordOwner): boolean {
  const parts = partsOf(owner)
  const written = bare(password)
  const long = parts.filter((part) => part.length >= MIN_PART_LENGTH)
  return (
    long.some((part) => written.some((form) => form.includes(part))) ||
    undecorated(password).some((form) => parts.includes(form))
  )
}

/** Returns the address, its local part, the names and their parts, without other characters. */
function partsOf({ email = '', ...names }: PasswordOwner): string[] {
  const address = plain(email)
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@')))
  const parts = [local, ...Object.values(names)].flatMap((text: string | undefined) =>
    text ? [text, ...text.split(/[^\p{L}\p{N}]+/u)] : [],
  )
  return [...new Set([...parts, ...(local ? [address] : [])].flatMap(bare))].filter(
    (part) => part.length >= MIN_NAME_LENGTH,
  )
}
