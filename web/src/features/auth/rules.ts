import * as z from 'zod/mini'
import { isInternationalPhone } from '../../lib/phone.js'

/** The simple address pattern: something, an at sign, something with a dot. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const email = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.regex(EMAIL, 'auth.error.emailInvalid'))

/** Sign in. Errors are message ids. */
export const SignInRules = z.object({
  email: email('auth.error.emailRequired'),
  password: z.string().check(z.minLength(1, 'auth.error.passwordRequired')),
})
export type SignInValues = z.infer<typeof SignInRules>

/** The conditions of a new password, shown while it is typed. A special character is welcome and not asked for. */
export const PASSWORD_CONDITIONS = [
  { key: 'length', holds: (password: string) => password.length >= 8 },
  { key: 'uppercase', holds: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lowercase', holds: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'digit', holds: (password: string) => /\p{Nd}/u.test(password) },
] as const

const hasAllKinds = (password: string) =>
  PASSWORD_CONDITIONS.every(({ key, holds }) => key === 'length' || holds(password))

/** Sign up. Errors are message ids. */
export const SignUpRules = z.object({
  email: email('auth.error.emailRequired'),
  password: z
    .string()
    .check(
      z.minLength(1, { error: 'auth.error.passwordRequired', abort: true }),
      z.minLength(8, { error: 'auth.error.passwordShort', abort: true }),
      z.refine(hasAllKinds, { error: 'auth.error.passwordKinds' }),
    ),
  fullName: z.string().check(z.trim(), z.maxLength(200, 'auth.error.nameLong')),
  /** International form, or nothing. */
  phone: z
    .string()
    .check(z.refine((phone) => phone === '' || isInternationalPhone(phone), { error: 'auth.error.phone' })),
})
export type SignUpValues = z.infer<typeof SignUpRules>

/** Confirmation of an address. */
export const ConfirmationRules = z.object({
  email: email('auth.error.emailRequired'),
  code: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'auth.error.codeRequired', abort: true }),
      z.regex(/^\d{6}$/, 'auth.error.codeForm'),
    ),
})
export type ConfirmationValues = z.infer<typeof ConfirmationRules>
