import type { Locale, UserStatus } from '@hissa/contracts'
import type { CodePurpose } from '@hissa/contracts/identity'
import type { CodeState } from '../codes/code.js'
import type { Verifier } from '../srp/caldera.js'
import type { StatusFacts } from './user-status.js'

/** Personal fields by name: the pool's attributes and the profile's. `address` is JSON. Sealed one by one at rest. */
export interface Personal {
  email: string
  /** The address that signs in, while `email` is a new one that has yet to be verified. */
  verifiedEmail?: string
  name?: string
  given_name?: string
  family_name?: string
  middle_name?: string
  nickname?: string
  phone_number?: string
  locale?: string
  zoneinfo?: string
  dateOfBirth?: string
  nationality?: string
  countryOfResidence?: string
  address?: string
}

/** An account, opened: the personal fields are readable and must not leave this service but through its contracts. */
export interface User {
  userId: string
  confirmed: boolean
  personal: Personal
  emailVerified: boolean
  phoneVerified: boolean
  groups: string[]
  language: Locale
  /** Of the profile's fields; 0 until they are saved for the first time. */
  profileVersion: number
  facts: StatusFacts
  /** While KYC submits a case on the identity that it has read. Wall time. */
  identityLockedUntil?: Date | null
  userStatus: UserStatus
  statusVersion: number
  /** Of a new account and of a changed address; those of a forgotten password are kept apart. */
  codes: Partial<Record<Exclude<CodePurpose, 'reset'>, CodeState>>
  /** When a sign-up attempt expires. Wall time. */
  pendingUntil?: Date
  version: number
  createdAt: Date
  updatedAt: Date
}

/** What a change may set. `alias` is the address that signs in, given in clear and stored as a keyed digest. */
export type UserChange = Partial<Omit<User, 'userId' | 'version' | 'createdAt' | 'personal' | 'pendingUntil'>> & {
  personal?: Personal
  alias?: string
  verifier?: Verifier
}
