import * as z from 'zod/mini'
import { holdsOwner, newPassword } from '../../lib/password-rules.js'
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
