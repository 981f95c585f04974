// Imports the user-pool library, so this file must only be imported lazily, when a form is sent.
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  DateHelper,
  type ISignUpResult,
} from 'amazon-cognito-identity-js'
import type { AppConfig } from '../../api/config.js'
import { askWallTime, wallNowMs } from '../../api/server-clock.js'
import { userPool } from '../../api/user-pool.js'
import { refusalOf, type SignInOutcome, type SignUpOutcome, type CodeOutcome } from '../../api/pool-outcomes.js'
import type { SignUpValues } from './rules.js'

declare module 'amazon-cognito-identity-js' {
  /** Exported by the library, but not part of its types. */
  export class DateHelper {
    getNowString(): string
  }
}

// The library signs the time of this machine, and the pool refuses a time that is minutes off as a wrong password.
DateHelper.prototype.getNowString = () => timestampOf(new Date(wallNowMs()))

/** Returns a time as the pool expects it, such as `Fri Nov 7 09:05:00 UTC 2026`. */
function timestampOf(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().split(/,? /)
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`
}

type Idp = AppConfig['idp']

function userOf(idp: Idp, email: string): CognitoUser {
  return new CognitoUser({ Username: email, Pool: userPool(idp, localStorage), Storage: localStorage })
}

/** Signs in by SRP, so the password never leaves this machine. The library stores the tokens. Never rejects. */
export async function signIn(idp: Idp, email: string, password: string): Promise<SignInOutcome> {
  await askWallTime()
  const user = userOf(idp, email)
  const details = new AuthenticationDetails({ Username: email, Password: password })
  return new Promise((resolve) => {
    user.authenticateUser(details, {
      onSuccess: () => resolve({ kind: 'signedIn' }),
      onFailure: (error: unknown) => {
        const refusal = refusalOf(error)
        resolve(refusal === 'unconfirmed' ? { kind: 'unconfirmed' } : { kind: 'refused', refusal })
      },
      mfaRequired: () => resolve({ kind: 'challenge', challenge: 'mfa' }),
      totpRequired: () => resolve({ kind: 'challenge', challenge: 'mfa' }),
      mfaSetup: () => resolve({ kind: 'challenge', challenge: 'mfaSetup' }),
      selectMFAType: () => resolve({ kind: 'challenge', challenge: 'mfaType' }),
      customChallenge: () => resolve({ kind: 'challenge', challenge: 'other' }),
      newPasswordRequired: () => resolve({ kind: 'challenge', challenge: 'other' }),
    })
  })
}

/**
 * Creates an account. `locale` becomes the mailing language; the first email carries the code. `referralCode` is that of
 * who invited the person. Never rejects.
 */
export function signUp(idp: Idp, values: SignUpValues, locale: string, referralCode?: string): Promise<SignUpOutcome> {
  const attributes = Object.entries({ email: values.email, name: values.fullName, phone_number: values.phone, locale })
    .filter(([, value]) => value !== '')
    .map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }))
  return new Promise((resolve) => {
    const done = (error?: Error, result?: ISignUpResult) =>
      resolve(result ? { kind: 'created', userId: result.userSub } : { kind: 'refused', refusal: refusalOf(error) })
    userPool(idp, localStorage).signUp(values.email, values.password, attributes, [], done, {
      locale,
      ...(referralCode ? { referralCode } : {}),
    })
  })
}

/** Submits the emailed code, only for the sign-up `userId` if it is known. Never rejects. */
export function confirmSignUp(idp: Idp, email: string, code: string, userId?: string): Promise<CodeOutcome> {
  return new Promise((resolve) => {
    const done = (error: unknown) => resolve(codeOutcome(error))
    userOf(idp, email).confirmRegistration(code, false, done, attemptOf(userId))
  })
}

/** Requests a new code, emailed in the language `locale`, which invalidates the old one. Never rejects. */
export function resendCode(idp: Idp, email: string, locale: string, userId?: string): Promise<CodeOutcome> {
  const metadata = { ...attemptOf(userId), locale }
  return new Promise((resolve) => {
    userOf(idp, email).resendConfirmationCode((error: unknown) => resolve(codeOutcome(error)), metadata)
  })
}

/** Requests a code for a password reset, emailed in the language `locale`. Never rejects. */
export function forgotPassword(idp: Idp, email: string, locale: string): Promise<CodeOutcome> {
  return new Promise((resolve) => {
    const onSuccess = () => resolve({ kind: 'done' })
    const onFailure = (error: unknown) => resolve(codeOutcome(error))
    userOf(idp, email).forgotPassword({ onSuccess, onFailure, inputVerificationCode: onSuccess }, { locale })
  })
}

/** Submits a reset code with a new password. Never rejects. */
export function resetPassword(idp: Idp, email: string, code: string, password: string): Promise<CodeOutcome> {
  return new Promise((resolve) => {
    const onFailure = (error: unknown) => resolve(codeOutcome(error))
    userOf(idp, email).confirmPassword(code, password, { onSuccess: () => resolve({ kind: 'done' }), onFailure })
  })
}

/** Names the sign-up, because other people may have tried the same address and each sign-up has a separate code. */
const attemptOf = (userId?: string) => (userId ? { sub: userId } : undefined)

const codeOutcome = (error: unknown): CodeOutcome =>
  error ? { kind: 'refused', refusal: refusalOf(error) } : { kind: 'done' }
