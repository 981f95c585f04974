import { isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

/** Why the pool said no, as far as a screen has something different to say. */
export type Refusal =
  | 'credentials'
  | 'unconfirmed'
  | 'exists'
  | 'passwordCommon'
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
export type SignUpOutcome = { kind: 'created' } | { kind: 'refused'; refusal: Refusal }
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
  ServiceUnavailable: 'service',
  NetworkError: 'unreachable',
}

/** Reads an error of the user-pool library by its modelled code; the texts of the pool are only looked at where one code means two things. */
export function refusalOf(error: unknown): Refusal {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string }
  const known = BY_CODE[code] ?? BY_CODE[name]
  if (known === 'passwordPolicy' && /common/i.test(message)) return 'passwordCommon'
  if (known === 'credentials' && /status is confirmed/i.test(message)) return 'confirmed'
  if (known) return known
  return isConnectionLost(error) || /network/i.test(`${name} ${message}`) ? 'unreachable' : 'unknown'
}

/** The seed's sentence for a sign-in that did not succeed: every identity error has the same one. */
export function signInError(outcome: Exclude<SignInOutcome, { kind: 'signedIn' | 'unconfirmed' }>): MessageId {
  if (outcome.kind === 'challenge') return CHALLENGE_TEXT[outcome.challenge]
  if (outcome.refusal === 'unreachable') return 'ui.connectionLost'
  if (outcome.refusal === 'service') return 'auth.error.service'
  if (outcome.refusal === 'unknown') return 'auth.error.unexpected'
  return 'auth.error.credentials'
}

const CHALLENGE_TEXT: Record<Challenge, MessageId> = {
  mfa: 'auth.error.mfaRequired',
  mfaSetup: 'auth.error.mfaSetup',
  mfaType: 'auth.error.mfaType',
  other: 'auth.error.mfaOther',
}

/** What a refused sign-up says, and beside which field. */
export function signUpError(refusal: Refusal): { field?: 'email' | 'password' | 'phone'; text: MessageId } {
  switch (refusal) {
    case 'exists':
      return { field: 'email', text: 'auth.error.exists' }
    case 'passwordCommon':
      return { field: 'password', text: 'auth.error.passwordCommon' }
    case 'passwordPolicy':
      return { field: 'password', text: 'auth.error.passwordKinds' }
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
    case 'unreachable':
      return 'ui.connectionLost'
    case 'service':
      return 'auth.error.service'
    default:
      return 'auth.error.unexpected'
  }
}
