import type { Locale, Role } from '@hissa/contracts'
import { randomBytes, randomUUID } from 'node:crypto'
import { makeVerifier, SALT_BYTES, type Verifier } from '../srp/caldera.js'
import { newcomer } from './user-status.js'
import type { Personal, User } from './user.js'

/**
 * A new account and the verifier of its password. The id is a random UUID, not a time-ordered one: the ids that are made
 * up for unknown names must look the same.
 */
export function newUser(options: {
  poolName: string
  personal: Personal
  password: string
  language: Locale
  roles: readonly Role[]
  now: Date
}): { user: User; verifier: Verifier } {
  const userId = randomUUID()
  const user: User = {
    userId,
    confirmed: false,
    personal: options.personal,
    emailVerified: false,
    phoneVerified: false,
    groups: [...options.roles],
    language: options.language,
    profileVersion: 0,
    facts: newcomer,
    userStatus: 'registered',
    statusVersion: 0,
    codes: {},
    version: 1,
    createdAt: options.now,
    updatedAt: options.now,
  }
  return { user, verifier: makeVerifier(options.poolName, userId, options.password, randomBytes(SALT_BYTES)) }
}
