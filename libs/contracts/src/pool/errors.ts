/** An error of the user pool, in the terms of a Cognito user pool. Clients decide by `type`. */
export interface PoolErrorContract {
  readonly type: string
  readonly status: 400 | 500
  /** When the error occurs, and what a client can do about it. */
  readonly description: string
}

const client = (description: string) => ({ status: 400 as const, description })

/** Every error of the user pool by its type, which is sent with the suffix `Exception`. */
export const poolErrors = {
  AliasExists: client('A confirmed account has this email address.'),
  CodeMismatch: client('The code is not correct, or the account does not exist.'),
  ExpiredCode: client('The code has expired or was replaced. Request another.'),
  InternalError: { status: 500 as const, description: 'A fault on our side. Try again.' },
  InvalidParameter: client('The request does not have the required form, or a value is not acceptable.'),
  InvalidPassword: client(
    'The password does not meet the password requirements. The message names the first unmet one.',
  ),
  LimitExceeded: client('Too many codes or attempts within the hour. Try again later.'),
  NotAuthorized: client('The credentials or the token are not accepted, or the account may not do this.'),
  ResourceNotFound: client('There is no such app client or device.'),
  Serialization: client('The body is not valid JSON, or it is larger than 64 KB.'),
  TooManyFailedAttempts: client('Too many wrong codes. Request another.'),
  TooManyRequests: client('Too many requests from this address or for this name. Try again in a few minutes.'),
  Unauthorized: client('The token belongs to another app client.'),
  UnknownOperation: client('`X-Amz-Target` names no action.'),
  UnsupportedOperation: client('The action exists in a user pool but is not offered here.'),
  UnsupportedTokenType: client('Only refresh tokens can be revoked.'),
  UserNotConfirmed: client('The email address has not been confirmed yet.'),
  UsernameExists: client('A confirmed account with this email address exists.'),
} as const satisfies Record<string, Omit<PoolErrorContract, 'type'>>

export type PoolErrorType = keyof typeof poolErrors

/** The errors that every action can end with. */
export const COMMON_POOL_ERRORS = [
  'InternalError',
  'InvalidParameter',
  'LimitExceeded',
  'ResourceNotFound',
  'Serialization',
  'TooManyRequests',
] as const satisfies readonly PoolErrorType[]

/** The errors of requests that name no action of this pool. */
export const TARGET_ERRORS = ['UnknownOperation', 'UnsupportedOperation'] as const satisfies readonly PoolErrorType[]

/** The body of every failure. */
export interface PoolFailure {
  __type: string
  message: string
}
