export const USER_ID = '0191a2b3-7c4d-7e5f-8a9b-0c1d2e3f4a5b'

export const PROFILE_FORM = {
  fullName: 'Fatima Al Mansoori',
  phoneNumber: '+971501234567',
  dateOfBirth: '1990-02-03',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: { line1: 'Office 1, Corniche Road', city: 'Abu Dhabi' },
  language: 'en',
  version: 1,
}

const standing = {
  kycStatus: 'approved',
  investorStatus: 'active',
  userStatus: 'investor_active',
  onboardingComplete: true,
  language: 'en',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
}
const person = {
  email: 'fatima@example.com',
  emailVerified: true,
  fullName: 'Fatima Al Mansoori',
  firstName: 'Fatima',
  lastName: 'Al Mansoori',
  phoneNumber: '+971501234567',
  phoneNumberVerified: false,
}

export const PROFILE = {
  userId: USER_ID,
  ...person,
  dateOfBirth: '1990-02-03',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: { line1: 'Office 1, Corniche Road', city: 'Abu Dhabi' },
  ...standing,
  version: 2,
}

export const SESSION_USER = { id: USER_ID, ...person, roles: ['investor'], ...standing }

const on = { email: true }

export const CURRENT_USER = {
  ...SESSION_USER,
  profile: {
    dateOfBirth: PROFILE.dateOfBirth,
    nationality: PROFILE.nationality,
    countryOfResidence: PROFILE.countryOfResidence,
    address: PROFILE.address,
    taxResidence: { country: 'AE' },
  },
  identityLock: 'approved',
  settings: {
    language: 'en',
    theme: 'system',
    customCursor: false,
    hideAmounts: false,
    notices: { security: on, investments: on, verification: on, transfers: { email: false } },
  },
  version: 5,
}

export const CURRENT_USER_CHANGE = {
  taxResidence: { country: 'AE' },
  settings: { language: 'en', notices: { transfers: { email: false } } },
}

export const OPEN_SESSION = {
  sessionId: 'c0a8f1d2-3b4c-4d5e-8f6a-7b8c9d0e1f2a',
  device: { browser: 'Firefox', system: 'Linux' },
  signedInAt: '2026-11-20T09:30:00.000Z',
  lastUsedAt: '2026-11-21T08:00:00.000Z',
  isCurrent: true,
}
