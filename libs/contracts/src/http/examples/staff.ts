import { USER_ID } from './account.js'
import { INVESTOR_ID } from './investors.js'

export const AUDIT_HASH = '5d41402abc4b2a76b9719d911017c592ae2c1f0f3e3b0a9d8c7b6a5948372615'
export const AUDIT_ROW = {
  service: 'kyc',
  id: '0191b8c0-4444-7abc-8def-1234567890ab',
  at: '2026-11-22T08:58:30.000Z',
  actor: '0191b8c0-3333-7abc-8def-1234567890ab',
  roles: ['compliance'],
  action: 'case.approved',
  subject: INVESTOR_ID,
  detail: { caseId: '0191b8c0-5555-7abc-8def-1234567890ab' },
  seq: 812,
  hash: AUDIT_HASH,
}

export const LISTED_USER = {
  userId: USER_ID,
  name: 'F. A. M.',
  email: 'f***@e***',
  userStatus: 'investor_active',
  roles: ['investor'],
  verification: 'approved',
  joinedAt: '2026-11-01T08:00:00.000Z',
}
export const NOTE_ID = '0191b8c0-6666-7abc-8def-1234567890ab'
const BY = { by: '0191b8c0-3333-7abc-8def-1234567890ab', byName: 'Omar Haddad' }
export const STAFF_ACCOUNT = {
  ...LISTED_USER,
  name: 'Fatima Al Mansoori',
  email: 'fatima@example.com',
  phoneNumber: '+971501234567',
  caseId: '0191b8c0-5555-7abc-8def-1234567890ab',
  openSessions: 2,
  suspended: false,
  refusal: null,
  suspendedByCaller: false,
  acts: [
    {
      ...BY,
      action: 'user.reinstated',
      at: '2026-11-20T09:30:00.000Z',
      reasonCode: 'identity_confirmed',
      reason: 'Confirmed by telephone with two documents',
    },
  ],
  notes: [{ ...BY, noteId: NOTE_ID, at: '2026-11-20T09:31:00.000Z', text: 'Prefers to be called in the afternoon.' }],
}
