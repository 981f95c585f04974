import { needsToken, operations } from '@hissa/contracts/http'

export interface Call {
  method: string
  /** The path below `/api`. */
  path: string
  /** A valid body, for calls that take JSON. */
  good?: unknown
}

/** Every call of the API that needs a token, with ids that do not exist. */
export const CALLS: readonly Call[] = operations.filter(needsToken).map(({ method, path, body }) => ({
  method: method.toUpperCase(),
  path: path.slice('/api'.length).replaceAll(/\{\w+\}/g, 'none'),
  ...(body && !body.contentType ? { good: body.example } : {}),
}))

/** A valid profile of a person without one. */
export const GOOD_PROFILE = {
  fullName: 'Alice Haddad',
  phoneNumber: '+971501234567',
  dateOfBirth: '1990-02-03',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: { line1: '1 Corniche', city: 'Abu Dhabi' },
}
