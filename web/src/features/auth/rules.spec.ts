import { describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { codeError, refusalOf, resetError, signInError, signUpError } from '../../api/pool-outcomes.js'
import { ConfirmationRules, ForgotRules, ResetRules, SignInRules, SignUpRules } from './rules.js'

const firstErrors = (schema: z.ZodMiniType, values: object) => {
  const { error } = z.safeParse(schema, values)
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

const signUp = { email: 'sara@hissa.test', password: 'Corniche9', fullName: ' Sara ', phone: '+971501234567' }

describe('the sign-up rules', () => {
  it('accept a full form and one without name and phone', () => {
    expect(firstErrors(SignUpRules, signUp)).toEqual({})
    expect(firstErrors(SignUpRules, { ...signUp, fullName: '', phone: '' })).toEqual({})
  })

  it.each([
    [
      { email: '', password: '' },
      { email: 'auth.error.emailRequired', password: 'auth.error.passwordRequired' },
    ],
    [{ email: 'sara@hissa' }, { email: 'auth.error.emailInvalid' }],
    [{ email: 'a b@hissa.test' }, { email: 'auth.error.emailInvalid' }],
    [{ password: 'Cornic9' }, { password: 'auth.error.passwordShort' }],
    [{ password: 'corniche9' }, { password: 'auth.error.passwordKinds' }],
    [{ password: 'CORNICHE9' }, { password: 'auth.error.passwordKinds' }],
    [{ password: 'Cornichee' }, { password: 'auth.error.passwordKinds' }],
    [{ email: 'corniche@hissa.test' }, { password: 'auth.error.passwordPersonal' }],
    [{ email: 'm.corniche.k@hissa.test' }, { password: 'auth.error.passwordPersonal' }],
    [{ fullName: 'Sara Corniche' }, { password: 'auth.error.passwordPersonal' }],
    [{ phone: '+97150' }, { phone: 'auth.error.phone' }],
  ])('reject %j', (change, errors) => {
    expect(firstErrors(SignUpRules, { ...signUp, ...change })).toEqual(errors)
  })

  it('require no special character', () => {
    expect(firstErrors(SignUpRules, { ...signUp, password: 'Abcdefg1' })).toEqual({})
  })

  it('show an error beside the field that caused it', () => {
    expect(signUpError(refusalOf({ code: 'UsernameExistsException' })).field).toBe('email')
    expect(signUpError(refusalOf({ code: 'InvalidPasswordException', message: 'one of the most common' }))).toEqual({
      field: 'password',
      text: 'auth.error.passwordCommon',
    })
    expect(signUpError(refusalOf(new Error('boom')))).toEqual({ text: 'auth.error.signUp' })
  })
})

describe('a rejected new password', () => {
  const refusal = (message: string) =>
    refusalOf({ code: 'InvalidPasswordException', message: `Password did not conform with policy: ${message}` })

  it.each([
    ['Password is one of the most common and easily guessed, also with digits or symbols added', 'passwordCommon'],
    ['Password must not contain your name or email address', 'passwordPersonal'],
    ['Password must not be the demonstration password or the name of this service', 'passwordDemo'],
    ['Password must have numeric characters', 'passwordKinds'],
  ])('is reported with the rule it breaks: %s', (message, text) => {
    const expected = { field: 'password', text: `auth.error.${text}` }
    expect([signUpError(refusal(message)), resetError(refusal(message))]).toEqual([expected, expected])
  })
})

describe('the password reset rules', () => {
  const reset = { email: 'sara@hissa.test', code: '123456', password: 'Corniche9' }

  it('accept a full form', () => {
    expect(firstErrors(ForgotRules, { email: ' sara@hissa.test ' })).toEqual({})
    expect(firstErrors(ResetRules, reset)).toEqual({})
  })

  it.each([
    [{ email: '' }, { email: 'auth.error.emailRequired' }],
    [{ code: '' }, { code: 'auth.error.codeRequired' }],
    [{ code: '12345' }, { code: 'auth.error.codeForm' }],
    [{ password: '' }, { password: 'auth.error.passwordRequired' }],
    [{ password: 'cornichee9' }, { password: 'auth.error.passwordKinds' }],
    [{ email: 'corniche@hissa.test' }, { password: 'auth.error.passwordPersonal' }],
  ])('reject %j', (change, errors) => {
    expect(firstErrors(ResetRules, { ...reset, ...change })).toEqual(errors)
  })

  it.each([
    ['CodeMismatchException', { field: 'code', text: 'auth.error.codeWrong' }],
    ['ExpiredCodeException', { text: 'auth.error.codeExpired' }],
    ['TooManyFailedAttemptsException', { text: 'auth.error.codeAttempts' }],
    ['LimitExceededException', { text: 'auth.error.limit' }],
    ['NetworkError', { text: 'ui.connectionLost' }],
  ])('report %s', (code, expected) => expect(resetError(refusalOf({ code }))).toEqual(expected))
})

describe('the sign-in rules', () => {
  it.each([
    [
      { email: '', password: '' },
      { email: 'auth.error.emailRequired', password: 'auth.error.passwordRequired' },
    ],
    [{ email: 'nobody', password: 'x' }, { email: 'auth.error.emailInvalid' }],
    [{ email: 'sara@hissa.test', password: 'x' }, {}],
  ])('check %j', (values, errors) => expect(firstErrors(SignInRules, values)).toEqual(errors))

  it.each(['NotAuthorizedException', 'UserNotFoundException', 'InvalidParameterException'])(
    'show the same text for every credential error: %s',
    (code) => expect(signInError({ kind: 'refused', refusal: refusalOf({ code }) })).toBe('auth.error.credentials'),
  )

  it.each([
    [{ code: 'NetworkError' }, 'ui.connectionLost'],
    [new Error('Network error'), 'ui.connectionLost'],
    [new TypeError('Failed to fetch dynamically imported module: /assets/pool.js'), 'ui.connectionLost'],
    [{ code: 'InternalErrorException' }, 'auth.error.service'],
    [{ code: 'SERVICE_UNAVAILABLE', name: 'SERVICE_UNAVAILABLE', message: '' }, 'auth.error.service'],
    [new TypeError('undefined is not a function'), 'auth.error.unexpected'],
    [new TypeError("Cannot read properties of undefined (reading 'network')"), 'auth.error.unexpected'],
  ])('distinguish a lost connection from a service failure: %s', (cause, text) => {
    expect(signInError({ kind: 'refused', refusal: refusalOf(cause) })).toBe(text)
  })

  it.each(['TooManyRequestsException', 'LimitExceededException'])('report too many attempts: %s', (code) => {
    expect(signInError({ kind: 'refused', refusal: refusalOf({ code }) })).toBe('auth.error.limit')
  })

  it('report a suspended account if the pool does', () => {
    const disabled = refusalOf({ code: 'NotAuthorizedException', message: 'User is disabled.' })
    expect(signInError({ kind: 'refused', refusal: disabled })).toBe('auth.error.suspended')
    expect(codeError(disabled)).toBe('auth.error.suspended')
  })

  it('have a text for each unsupported challenge', () => {
    const texts = (['mfa', 'mfaSetup', 'mfaType', 'other'] as const).map((challenge) =>
      signInError({ kind: 'challenge', challenge }),
    )
    expect(new Set(texts).size).toBe(4)
  })

  it('redirect an unconfirmed account to the confirmation', () => {
    expect(refusalOf({ code: 'UserNotConfirmedException' })).toBe('unconfirmed')
  })
})

describe('the confirmation code rules', () => {
  it.each([
    ['', 'auth.error.codeRequired'],
    ['12345', 'auth.error.codeForm'],
    ['12a456', 'auth.error.codeForm'],
  ])('reject %j', (code, error) => {
    expect(firstErrors(ConfirmationRules, { email: 'sara@hissa.test', code })).toEqual({ code: error })
  })

  it('treat an already confirmed account as confirmed', () => {
    expect(
      refusalOf({ code: 'NotAuthorizedException', message: 'User cannot be confirmed. Current status is CONFIRMED' }),
    ).toBe('confirmed')
  })
})
