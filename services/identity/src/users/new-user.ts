import type { Locale, Role } from '@hissa/contracts'
import { randomUUID } from 'node:crypto'
import { initialFacts } from './user-status.js'
import type { Personal, User } from './user.js'

/**
 * Returns a new, unconfirmed account. The id is a random UUID, not a time-ordered one: generated ids of unknown names
 * must look the same.
 */
export function newUser(options: { personal: Personal; language: Locale; roles: readonly Role[]; now: Date }): User {
  const userId = randomUUID()
  return {
    userId,
    confirmed: false,
    personal: options.personal,
    emailVerified: false,
    phoneVerified: false,
    groups: [...options.roles],
    language: options.language,
    profileVersion: 0,
    facts: initialFacts,
    userStatus: 'registered',
    statusVersion: 0,
    codes: {},
    version: 1,
    createdAt: options.now,
    updatedAt: options.now,
  }
}
