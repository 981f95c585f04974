import type { CurrentUser } from '@hissa/contracts/identity'

const on = { email: true }

/** Returns an account with default settings, at version 3. */
export const currentUser = (change: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 'user-1',
  email: 'sara@example.com',
  emailVerified: true,
  fullName: 'Sara Ahmed',
  firstName: 'Sara',
  lastName: 'Ahmed',
  phoneNumber: '+971501234567',
  phoneNumberVerified: false,
  kycStatus: 'pending',
  investorStatus: 'pending',
  userStatus: 'profile_complete',
  onboardingComplete: true,
  roles: ['investor'],
  language: 'en',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  profile: {
    dateOfBirth: '1990-02-03',
    nationality: 'AE',
    countryOfResidence: 'AE',
    address: { line1: 'Office 1, Corniche Road', city: 'Abu Dhabi' },
    taxResidence: null,
  },
  identityLock: 'none',
  settings: {
    language: 'en',
    theme: 'system',
    customCursor: false,
    hideAmounts: false,
    notices: { security: { ...on }, investments: { ...on }, verification: { ...on }, transfers: { ...on } },
  },
  version: 3,
  ...change,
})

/** Returns a copy, as a response of the server is one. jsdom has no `structuredClone`. */
export const copyOf = (user: CurrentUser): CurrentUser => JSON.parse(JSON.stringify(user)) as CurrentUser
