// Imports the user-pool library, so it is itself only ever imported lazily, when a form is sent.
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  type ISignUpResult,
} from 'amazon-cognito-identity-js'
import type { AppConfig } from '../../api/config.js'
import { userPool } from '../../api/user-pool.js'
import { refusalOf, type SignInOutcome, type SignUpOutcome, type CodeOutcome } from './outcomes.js'
import type { SignUpValues } from './rules.js'

type Idp = AppConfig['idp']

function userOf(idp: Idp, email: string): CognitoUser {
  return new CognitoUser({ Username: email, Pool: userPool(idp, localStorage), Storage: localStorage })
}

/** Signs in by SRP: the password does not leave this machine. The library stores the tokens. Never rejects. */
export function signIn(idp: Idp, email: string, password: string): Promise<SignInOutcome> {
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

/** Makes an account. `locale` becomes the language of the mails, the first of which carries the code. Never rejects. */
export function signUp(idp: Idp, values: SignUpValues, locale: string): Promise<SignUpOutcome> {
  const attributes = Object.entries({ email: values.email, name: values.fullName, phone_number: values.phone, locale })
    .filter(([, value]) => value !== '')
    .map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }))
  return new Promise((resolve) => {
    const done = (error?: Error, result?: ISignUpResult) =>
      resolve(result ? { kind: 'created', userId: result.userSub } : { kind: 'refused', refusal: refusalOf(error) })
    userPool(idp, localStorage).signUp(values.email, values.password, attributes, [], done, { locale })
  })
}

/** Submits the code from the mail, for the attempt `userId` alone when it is known. Never rejects. */
export function confirmSignUp(idp: Idp, email: string, code: string, userId?: string): Promise<CodeOutcome> {
  return new Promise((resolve) => {
    const done = (error: unknown) => resolve(codeOutcome(error))
    userOf(idp, email).confirmRegistration(code, false, done, attemptOf(userId))
  })
}

/** Asks for a new code, mailed in the language `locale`; the old one is void from then on. Never rejects. */
export function resendCode(idp: Idp, email: string, locale: string, userId?: string): Promise<CodeOutcome> {
  const metadata = { ...attemptOf(userId), locale }
  return new Promise((resolve) => {
    userOf(idp, email).resendConfirmationCode((error: unknown) => resolve(codeOutcome(error)), metadata)
  })
}

/** Asks for the code that replaces a forgotten password, mailed in the language `locale`. Never rejects. */
export function forgotPassword(idp: Idp, email: string, locale: string): Promise<CodeOutcome> {
  return new Promise((resolve) => {
    const onSuccess = () => resolve({ kind: 'done' })
    const onFailure = (error: unknown) => resolve(codeOutcome(error))
    userOf(idp, email).forgotPassword({ onSuccess, onFailure, inputVerificationCode: onSuccess }, { locale })
  })
}

/** Replaces a forgotten password. Never rejects. */
export function resetPassword(idp: Idp, email: string, code: string, password: string): Promise<CodeOutcome> {
  return new Promise((resolve) => {
    const onFailure = (error: unknown) => resolve(codeOutcome(error))
    userOf(idp, email).confirmPassword(code, password, { onSuccess: () => resolve({ kind: 'done' }), onFailure })
  })
}

/** Other people may have tried to sign up with the same address: each attempt has its own code. */
const attemptOf = (userId?: string) => (userId ? { sub: userId } : undefined)

const codeOutcome = (error: unknown): CodeOutcome =>
  error ? { kind: 'refused', refusal: refusalOf(error) } : { kind: 'done' }
