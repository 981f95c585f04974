import type { PoolErrorType } from '@hissa/contracts/pool'

/** An error of the user pool API: `type` is the exception name without `Exception`; clients show the message. */
export class PoolError extends Error {
  constructor(
    readonly type: PoolErrorType,
    message: string,
    readonly status: 400 | 500 = 400,
    /** Whether to close the connection after the response, because the client sent too much. */
    readonly closesConnection = false,
  ) {
    super(message)
    this.name = `${type}Exception`
  }
}

export const notAuthorized = (message: string) => new PoolError('NotAuthorized', message)
export const invalidParameter = (message: string) => new PoolError('InvalidParameter', message)
export const invalidPassword = (fault: string) =>
  new PoolError('InvalidPassword', `Password did not conform with policy: ${fault}`)

/**
 * Returns one message for a wrong password, unknown user, invalid proof and invalid challenge: they must be
 * indistinguishable.
 */
export const badCredentials = () => notAuthorized('Incorrect username or password.')
export const tooManyPasswords = () => notAuthorized('Password attempts exceeded')
/** Returns whether the error is about a password: a wrong one or a lockout. */
export const isWrongPassword = (error: unknown) =>
  error instanceof PoolError && [badCredentials, tooManyPasswords].some((make) => make().message === error.message)
export const userDisabled = () => notAuthorized('User is disabled.')
export const notConfirmed = () => new PoolError('UserNotConfirmed', 'User is not confirmed.')
export const unauthorizedAttribute = () => notAuthorized('A client attempted to write unauthorized attribute')
export const codeMismatch = () => new PoolError('CodeMismatch', 'Invalid verification code provided, please try again.')
export const expiredCode = () => new PoolError('ExpiredCode', 'Invalid code provided, please request a code again.')
export const limitExceeded = () => new PoolError('LimitExceeded', 'Attempt limit exceeded, please try after some time.')
export const tooManyRequests = () => new PoolError('TooManyRequests', 'Too many requests, please try after some time.')
export const tooManyAttempts = () =>
  new PoolError('TooManyFailedAttempts', 'Too many wrong codes, please request a code again.')
export const userExists = () => new PoolError('UsernameExists', 'User already exists')
export const aliasExists = () => new PoolError('AliasExists', 'An account with the email already exists.')
export const unknownDevice = () => new PoolError('ResourceNotFound', 'Device does not exist.')
