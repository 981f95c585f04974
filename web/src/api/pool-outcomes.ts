import { isConnectionLost } from './problem.js'
import type { MessageId } from '../i18n/i18n.js'

/** Reasons why the pool rejected a call, as far as the screens distinguish them. */
export type Refusal =
  | 'credentials'
  | 'suspended'
  | 'unconfirmed'
  | 'exists'
  | 'passwordCommon'
  | 'passwordPersonal'
  | 'passwordDemo'
  | 'passwordPolicy'
  | 'parameter'
  | 'codeWrong'
  | 'codeExpired'
  | 'codeAttempts'
  | 'confirmed'
  | 'limit'
  | 'unreachable'
  | 'service'
  | 'unknown'

export type Challenge = 'mfa' | 'mfaSetup' | 'mfaType' | 'other'
export type SignInOutcome =
  | { kind: 'signedIn' }
  | { kind: 'unconfirmed' }
  | { kind: 'challenge'; challenge: Challenge }
  | { kind: 'refused'; refusal: Refusal }
export type SignUpOutcome = { kind: 'created'; userId: string } | { kind: 'refused'; refusal: Refusal }
export type CodeOutcome = { kind: 'done' } | { kind: 'refused'; refusal: Refusal }

const BY_CODE: Record<string, Refusal> = {
  NotAuthorizedException: 'credentials',
  UserNotFoundException: 'credentials',
  ResourceNotFoundException: 'credentials',
  UserNotConfirmedException: 'unconfirmed',
  UsernameExistsException: 'exists',
  AliasExistsException: 'exists',
  InvalidPasswordException: 'passwordPolicy',
  InvalidParameterException: 'parameter',
  CodeMismatchException: 'codeWrong',
  ExpiredCodeException: 'codeExpired',
  TooManyFailedAttemptsException: 'codeAttempts',
  LimitExceededException: 'limit',
  TooManyRequestsException: 'limit',
  InternalErrorException: 'service',
  // Sent by the gateway when the pool does not respond.
  SERVICE_UNAVAILABLE: 'service',
  NetworkError: 'unreachable',
}

/** Message of the user-pool library for a call without a response, which has no code. */
const LIBRARY_OFFLINE = 'Network error'

/**
 * Returns the refusal for an error of the user-pool library by its code. The message is read only where one code has
 * several meanings.
 */
export function refusalOf(error: unknown): Refusal {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string }
  const known = BY_CODE[code] ?? BY_CODE[name]
  if (known === 'passwordPolicy') return passwordRefusal(message)
  if (known === 'credentials' && /status is confirmed/i.test(message)) return 'confirmed'
  if (known === 'credentials' && /user is disabled/i.test(message)) return 'suspended'
  if (known) return known
  return isConnectionLost(error) || message === LIBRARY_OFFLINE ? 'unreachable' : 'unknown'
}

/** Returns the password rule that the pool's message names. */
function passwordRefusal(message: string): Refusal {
  if (/common/i.test(message)) return 'passwordCommon'
  if (/name or email/i.test(message)) return 'passwordPersonal'
  return /demonstration/i.test(message) ? 'passwordDemo' : 'passwordPolicy'
}

/** Returns the message for a rejected new password; undefined for other refusals. */
export function passwordError(refusal: Refusal): MessageId | undefined {
  return PASSWORD_TEXT[refusal]
}

const PASSWORD_TEXT: Partial<Record<Refusal, MessageId>> = {
  passwordCommon: 'auth.error.passwordCommon',
  passwordPersonal: 'auth.error.passwordPersonal',
  passwordDemo: 'auth.error.passwordDemo',
  passwordPolicy: 'auth.error.passwordKinds',
}

/**
 * Returns the message for a failed sign-in. All credential errors share one. The distinct ones don't reveal whether an
 * account exists: `suspended` requires the right password, and `limit` applies to everyone alike.
 */
export function signInError(outcome: Exclude<SignInOutcome, { kind: 'signedIn' | 'unconfirmed' }>): MessageId {
  if (outcome.kind === 'challenge') return CHALLENGE_TEXT[outcome.challenge]
  return SIGN_IN_TEXT[outcome.refusal] ?? 'auth.error.credentials'
}

const SIGN_IN_TEXT: Partial<Record<Refusal, MessageId>> = {
  unreachable: 'ui.connectionLost',
  service: 'auth.error.service',
  suspended: 'auth.error.suspended',
  limit: 'auth.error.limit',
  unknown: 'auth.error.unexpected',
}

const CHALLENGE_TEXT: Record<Challenge, MessageId> = {
  mfa: 'auth.error.mfaRequired',
  mfaSetup: 'auth.error.mfaSetup',
  mfaType: 'auth.error.mfaType',
  other: 'auth.error.mfaOther',
}

/** Returns the message for a rejected sign-up and its field. */
export function signUpError(refusal: Refusal): { field?: 'email' | 'password' | 'phone'; text: MessageId } {
  const password = passwordError(refusal)
  if (password) return { field: 'password', text: password }
  switch (refusal) {
    case 'exists':
      return { field: 'email', text: 'auth.error.exists' }
    case 'parameter':
      return { text: 'auth.error.parameter' }
    case 'limit':
      return { text: 'auth.error.limit' }
    case 'unreachable':
      return { text: 'ui.connectionLost' }
    case 'service':
      return { text: 'auth.error.service' }
    default:
      return { text: 'auth.error.signUp' }
  }
}

/** Returns the message for a rejected code or a rejected request for one. */
export function codeError(refusal: Refusal): MessageId {
  switch (refusal) {
    case 'codeWrong':
    case 'parameter':
    case 'credentials':
      return 'auth.error.codeWrong'
    case 'codeExpired':
      return 'auth.error.codeExpired'
    case 'codeAttempts':
      return 'auth.error.codeAttempts'
    case 'limit':
      return 'auth.error.limit'
    case 'suspended':
      return 'auth.error.suspended'
    case 'unreachable':
      return 'ui.connectionLost'
    case 'service':
      return 'auth.error.service'
    default:
      return 'auth.error.unexpected'
  }
}

/** Returns the message for a rejected password reset and its field. */
export function resetError(refusal: Refusal): { field?: 'code' | 'password'; text: MessageId } {
  const password = passwordError(refusal)
  if (password) return { field: 'password', text: password }
  const text = codeError(refusal)
  return refusal === 'codeWrong' ? { field: 'code', text } : { text }
}
