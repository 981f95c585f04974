import type { Locale, UserStatus } from '@hissa/contracts'
import type { AccountSettings, CodePurpose } from '@hissa/contracts/identity'
import type { CodeState } from '../codes/code.js'
import type { Verifier } from '../srp/caldera.js'
import type { StatusFacts } from './user-status.js'

/** Personal fields of the pool's attributes and of the profile. `address` is JSON. Each field is sealed at rest. */
export interface Personal {
  email: string
  /** The sign-in address, while `email` is a new address that isn't verified yet. */
  verifiedEmail?: string
  /** JSON: the addresses that were replaced lately, so that notices about their change reach them. */
  previousEmails?: string
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
  /** JSON. */
  taxResidence?: string
}

/** An account with decrypted personal fields, which must not leave this service except through its contracts. */
export interface User {
  userId: string
  confirmed: boolean
  personal: Personal
  emailVerified: boolean
  phoneVerified: boolean
  groups: string[]
  language: Locale
  /** Version of the profile's fields; 0 until they are first saved. */
  profileVersion: number
  /** The settings that were ever changed, except the language; absent in accounts of earlier releases. */
  settings?: Partial<Omit<AccountSettings, 'language'>>
  /** Counts the changes of settings, the language among them. */
  settingsVersion?: number
  facts: StatusFacts
  /** Until when the identity is locked, while KYC submits a case with the identity that it read. Wall time. */
  identityLockedUntil?: Date | null
  /** User id of the member of staff who suspended the account; absent if it isn't or the launcher did. */
  suspendedBy?: string | null
  userStatus: UserStatus
  statusVersion: number
  /** Codes for sign-up and for a changed address. `ResetCodeStore` keeps those for password resets. */
  codes: Partial<Record<Exclude<CodePurpose, 'reset'>, CodeState>>
  /** The referral code that the account was created with. It is not checked. */
  referralCode?: string
  /** When a sign-up attempt expires. Wall time. */
  pendingUntil?: Date
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Fields that a change may set. `alias` is the sign-in address in plain text, stored as a keyed digest. */
export type UserChange = Partial<Omit<User, 'userId' | 'version' | 'createdAt' | 'personal' | 'pendingUntil'>> & {
  personal?: Personal
  alias?: string
  verifier?: Verifier
}
