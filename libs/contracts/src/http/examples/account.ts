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
