import type { AppConfig } from '../../api/config.js'
import { repeatableImport } from '../../lib/repeatable-import.js'
import { refusalOf, type CodeOutcome } from '../../api/pool-outcomes.js'
import { pendingUserId } from './pending.js'

type Idp = AppConfig['idp']

/** Loads the user-pool library with the calls of the forms. Rejects if the scripts cannot be loaded; can be repeated. */
export const loadPool = repeatableImport(() => import('./pool.js'))

/** Reports a library that could not be loaded like a pool that could not be reached. */
const unreached = (cause: unknown): CodeOutcome => ({ kind: 'refused', refusal: refusalOf(cause) })

/** Requests another confirmation code, emailed in the language `locale`. Never rejects. */
export const requestCode = (idp: Idp, email: string, locale: string) =>
  loadPool().then((pool) => pool.resendCode(idp, email, locale, pendingUserId(email)), unreached)

/** Submits a confirmation code. Never rejects. */
export const submitCode = (idp: Idp, email: string, code: string) =>
  loadPool().then((pool) => pool.confirmSignUp(idp, email, code, pendingUserId(email)), unreached)

/** Requests a code for a password reset, emailed in the language `locale`. Never rejects. */
export const requestResetCode = (idp: Idp, email: string, locale: string) =>
  loadPool().then((pool) => pool.forgotPassword(idp, email, locale), unreached)

/** Submits a reset code with a new password. Never rejects. */
export const submitReset = (idp: Idp, { email, code, password }: { email: string; code: string; password: string }) =>
  loadPool().then((pool) => pool.resetPassword(idp, email, code, password), unreached)

/** Loads the user-pool library and signs in. Rejects if the library cannot be loaded. */
export const signInQuietly = (idp: Idp, email: string, password: string) =>
  loadPool().then((pool) => pool.signIn(idp, email, password))
