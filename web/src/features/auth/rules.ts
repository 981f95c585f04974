import * as z from 'zod/mini'
import { isInternationalPhone } from '../../lib/phone.js'

/** A simple email pattern: something, an at sign, something with a dot. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const email = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.regex(EMAIL, 'auth.error.emailInvalid'))

/** Schema of the sign-in form. Errors are message ids. */
export const SignInRules = z.object({
  email: email('auth.error.emailRequired'),
  password: z.string().check(z.minLength(1, 'auth.error.passwordRequired')),
})
export type SignInValues = z.infer<typeof SignInRules>

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

const newPassword = z.string().check(
  z.minLength(1, { error: 'auth.error.passwordRequired', abort: true }),
  z.minLength(8, { error: 'auth.error.passwordShort', abort: true }),
  z.refine((password) => KINDS.every((kind) => kind.test(password)), { error: 'auth.error.passwordKinds' }),
)

const sixDigits = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'auth.error.codeRequired', abort: true }),
    z.regex(/^\d{6}$/, 'auth.error.codeForm'),
  )

/** Schema of the sign-up form. Errors are message ids. */
export const SignUpRules = z
  .object({
    email: email('auth.error.emailRequired'),
    password: newPassword,
    fullName: z.string().check(z.trim(), z.maxLength(200, 'auth.error.nameLong')),
    /** International form or empty. */
    phone: z
      .string()
      .check(z.refine((phone) => phone === '' || isInternationalPhone(phone), { error: 'auth.error.phone' })),
  })
  .check(
    z.refine(({ password, email, fullName }) => !holdsOwner(password, { email, name: fullName }), {
      error: 'auth.error.passwordPersonal',
      path: ['password'],
    }),
  )
export type SignUpValues = z.infer<typeof SignUpRules>

/** Schema of the email confirmation. */
export const ConfirmationRules = z.object({ email: email('auth.error.emailRequired'), code: sixDigits })
export type ConfirmationValues = z.infer<typeof ConfirmationRules>

/** Schema of the request for a password reset code. */
export const ForgotRules = z.object({ email: email('auth.error.emailRequired') })
export type ForgotValues = z.infer<typeof ForgotRules>

/** Schema of the password reset. */
export const ResetRules = z
  .object({ email: email('auth.error.emailRequired'), code: sixDigits, password: newPassword })
  .check(
    z.refine(({ password, email }) => !holdsOwner(password, { email }), {
      error: 'auth.error.passwordPersonal',
      path: ['password'],
    }),
  )
export type ResetValues = z.infer<typeof ResetRules>
