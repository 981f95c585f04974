import * as z from 'zod/mini'

/** The account's owner, as far as the form knows. */
export interface PasswordOwner {
  email: string
  name?: string
}

/** Shorter parts occur in too many words. */
const MIN_PART_LENGTH = 4

/** Returns whether a password contains the owner's name, the local part of the email address, or a part of either. */
export function holdsOwner(password: string, { email, name = '' }: PasswordOwner): boolean {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase()
  const local = fold(email)
    .trim()
    .replace(/@[^@]*$/, '')
  const parts = [local, ...local.split(/[^\p{L}\p{N}]+/u), ...fold(name).split(/[^\p{L}\p{N}]+/u)]
  return parts.some((part) => part.length >= MIN_PART_LENGTH && fold(password).includes(part))
}

/** The password requirements, shown while the password is typed. A special character is optional. */
export const PASSWORD_REQUIREMENTS = [
  { key: 'length', holds: (password: string) => password.length >= 8 },
  { key: 'uppercase', holds: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lowercase', holds: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'digit', holds: (password: string) => /\p{Nd}/u.test(password) },
  {
    key: 'personal',
    holds: (password: string, owner: PasswordOwner) => password !== '' && !holdsOwner(password, owner),
  },
] as const

const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u]

/** Schema of a new password. Errors are message ids. */
export const newPassword = z.string().check(
  z.minLength(1, { error: 'auth.error.passwordRequired', abort: true }),
  z.minLength(8, { error: 'auth.error.passwordShort', abort: true }),
  z.refine((password) => KINDS.every((kind) => kind.test(password)), { error: 'auth.error.passwordKinds' }),
)
