import type { PoolErrorType } from '@hissa/contracts/pool'

/** A refusal in the user pool's own terms: the modelled type without its `Exception`, and the message clients show. */
export class PoolError extends Error {
  constructor(
    readonly type: PoolErrorType,
    message: string,
    readonly status: 400 | 500 = 400,
    /** Whether the connection is closed with the answer: a client that sends this much gets no further. */
    readonly closes = false,
  ) {
    super(message)
    this.name = `${type}Exception`
  }
}

export const notAuthorized = (message: string) => new PoolError('NotAuthorized', message)
export const invalidParameter = (message: string) => new PoolError('InvalidParameter', message)
export const invalidPassword = (fault: string) =>
  new PoolError('InvalidPassword', `Password did not conform with policy: ${fault}`)

/** One text for a wrong password, an unknown user, a bad proof and a bad challenge: they must not be told apart. */
export const badCredentials = () => notAuthorized('Incorrect username or password.')
export const tooManyPasswords = () => notAuthorized('Password attempts exceeded')
/** Whether somebody was refused for a password, and not for who they are or for what they hold. */
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
