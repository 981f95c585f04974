import { isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

/** Why the pool said no, as far as a screen has something different to say. */
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
  // The gateway's own, when the pool does not answer.
  SERVICE_UNAVAILABLE: 'service',
  NetworkError: 'unreachable',
}

/** What the user-pool library makes of a call without an answer, where it gives no code. */
const LIBRARY_OFFLINE = 'Network error'

/** Reads an error of the user-pool library by its modelled code; the texts of the pool are only looked at where one code means two things. */
export function refusalOf(error: unknown): Refusal {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string }
  const known = BY_CODE[code] ?? BY_CODE[name]
  if (known === 'passwordPolicy') return passwordRefusal(message)
  if (known === 'credentials' && /status is confirmed/i.test(message)) return 'confirmed'
  if (known === 'credentials' && /user is disabled/i.test(message)) return 'suspended'
  if (known) return known
  return isConnectionLost(error) || message === LIBRARY_OFFLINE ? 'unreachable' : 'unknown'
}

/** Which rule a new password breaks, by the pool's sentence about it. */
function passwordRefusal(message: string): Refusal {
  if (/common/i.test(message)) return 'passwordCommon'
  if (/name or email/i.test(message)) return 'passwordPersonal'
  return /demonstration/i.test(message) ? 'passwordDemo' : 'passwordPolicy'
}

/** The sentence for a new password that was refused; undefined for other refusals. */
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
 * The sentence for a sign-in that did not succeed: every identity error has the same one. What the pool says after
 * a right password (suspended), or to everybody alike (too many tries), tells nobody whose account it is.
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

/** What a refused sign-up says, and beside which field. */
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

/** What a refused code or a refused request for one says. */
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

/** What a refused new password says, and beside which field. */
export function resetError(refusal: Refusal): { field?: 'code' | 'password'; text: MessageId } {
  const password = passwordError(refusal)
  if (password) return { field: 'password', text: password }
  const text = codeError(refusal)
  return refusal === 'codeWrong' ? { field: 'code', text } : { text }
}
