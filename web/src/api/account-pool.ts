// Imports the user-pool library, so this file must only be imported lazily, when a form is sent.
import { CognitoUserAttribute, type CognitoUser } from 'amazon-cognito-identity-js'
import { refusalOf, type CodeOutcome } from './pool-outcomes.js'
import type { AppServices } from './services.js'
import { userPool } from './user-pool.js'

type Done = (error?: unknown) => void

/** Runs an action of the pool for the signed-in user, with a fresh access token. Never rejects. */
async function act(
  { config, session }: AppServices,
  run: (user: CognitoUser, done: Done) => void,
): Promise<CodeOutcome> {
  try {
    // The page refreshes tokens itself, once for all its parts.
    await session?.idToken()
    await new Promise<void>((resolve, reject) => {
      const user = userPool(config.idp, localStorage).getCurrentUser()
      const done: Done = (error) => (error ? reject(error) : resolve())
      if (!user) return done(Object.assign(new Error('No session'), { code: 'NotAuthorizedException' }))
      user.getSession((error: Error | null) => (error ? done(error) : run(user, done)))
    })
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'refused', refusal: refusalOf(error) }
  }
}

const ends = (done: Done) => ({ onSuccess: () => done(), onFailure: done })

/** Replaces the password, which ends every other session. */
export const changePassword = (services: AppServices, from: string, to: string) =>
  act(services, (user, done) => user.changePassword(from, to, done))

/** Ends every session of the user. */
export const signOutEverywhere = (services: AppServices) =>
  act(services, (user, done) => user.globalSignOut(ends(done)))

/** States a new email address, to which a code is sent. The old one signs in until the new one is verified. */
export const changeEmail = (services: AppServices, email: string) =>
  act(services, (user, done) =>
    user.updateAttributes([new CognitoUserAttribute({ Name: 'email', Value: email })], done),
  )

/** Sends another code to the new email address. */
export const resendEmailCode = (services: AppServices) =>
  act(services, (user, done) => user.getAttributeVerificationCode('email', ends(done)))

/** Verifies the new email address, and refreshes the token, which carries it. */
export async function verifyEmail(services: AppServices, code: string): Promise<CodeOutcome> {
  const outcome = await act(services, (user, done) => user.verifyAttribute('email', code, ends(done)))
  if (outcome.kind === 'done') await services.session?.refresh().catch(() => undefined)
  return outcome
}
