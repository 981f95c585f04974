import type { Harness } from './harness.js'

/** A complete profile. */
export const form = {
  fullName: 'Fatima Al Mansoori',
  phoneNumber: '+971 50 123 4567',
  dateOfBirth: '1990-02-28',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: { line1: '1 Corniche Road', city: 'Abu Dhabi' },
}

/** Signs in a confirmed user. */
export async function signedInAt(identity: Harness) {
  const { email, userId } = await identity.confirmed()
  const { user, session } = await identity.signIn(email)
  return { email, userId, user, session, token: session.getIdToken().getJwtToken() }
}

/** Returns `accepted`, or the status and code of the error. */
export const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  )
