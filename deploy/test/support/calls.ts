export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** A body that is accepted, for calls that take one. */
  good?: Record<string, unknown>
  signedIn: boolean
}

/** Every call of the journey that the product's own API answers. */
export const CALLS: Call[] = [
  { method: 'GET', path: '/profile', signedIn: true },
  {
    method: 'PUT',
    path: '/profile',
    signedIn: true,
    good: {
      fullName: 'Alice Haddad',
      phoneNumber: '+971501234567',
      dateOfBirth: '1990-02-03',
      nationality: 'AE',
      countryOfResidence: 'AE',
      address: { line1: '1 Corniche', city: 'Abu Dhabi' },
    },
  },
  { method: 'GET', path: '/users/me', signedIn: true },
  { method: 'GET', path: '/auth/session', signedIn: true },
  { method: 'POST', path: '/disclosures/acceptances', signedIn: true, good: {} },
  { method: 'POST', path: '/create-checkout-session', signedIn: true, good: {} },
  { method: 'POST', path: '/payment/create-session', signedIn: true, good: {} },
  { method: 'GET', path: '/payment/status?session_id=cs_test_none', signedIn: true },
  { method: 'GET', path: '/orders', signedIn: true },
  { method: 'GET', path: '/orders/requirements?propertyId=none', signedIn: true },
  { method: 'GET', path: '/orders/none', signedIn: true },
  { method: 'POST', path: '/orders/none/release', signedIn: true },
  { method: 'GET', path: '/investments', signedIn: true },
  { method: 'GET', path: '/payments', signedIn: true },
  { method: 'GET', path: '/dashboard', signedIn: true },
  { method: 'GET', path: '/finance/suspense', signedIn: true },
  { method: 'GET', path: '/finance/rejected-work', signedIn: true },
  { method: 'POST', path: '/finance/resolutions', signedIn: true, good: {} },
  { method: 'POST', path: '/finance/resolutions/none/decision', signedIn: true, good: {} },
  { method: 'POST', path: '/finance/resolutions/none/withdrawal', signedIn: true, good: {} },
  { method: 'POST', path: '/finance/retries', signedIn: true, good: {} },
  { method: 'POST', path: '/kyc/start', signedIn: true, good: {} },
  { method: 'POST', path: '/kyc/process', signedIn: true, good: {} },
  { method: 'GET', path: '/kyc/status', signedIn: true },
  { method: 'GET', path: '/kyc/tickets', signedIn: true },
  { method: 'GET', path: '/kyc/tickets/none', signedIn: true },
  { method: 'POST', path: '/kyc/tickets/none/reveal', signedIn: true, good: {} },
  { method: 'POST', path: '/kyc/tickets/none/take-over', signedIn: true, good: {} },
  { method: 'POST', path: '/kyc/tickets/none/claim', signedIn: true, good: {} },
  { method: 'POST', path: '/kyc/tickets/none/decision', signedIn: true, good: {} },
  { method: 'POST', path: '/kyc/tickets/none/proposal/decision', signedIn: true, good: {} },
  { method: 'POST', path: '/kyc/tickets/none/proposal/withdrawal', signedIn: true, good: {} },
  { method: 'GET', path: '/kyc/tickets/none/documents/none', signedIn: true },
  { method: 'POST', path: '/kyc/tickets/none/documents/none/reveal', signedIn: true, good: {} },
  { method: 'GET', path: '/publications', signedIn: true },
  { method: 'POST', path: '/publications', signedIn: true, good: {} },
  { method: 'POST', path: '/publications/none/decision', signedIn: true, good: {} },
  { method: 'POST', path: '/publications/none/withdrawal', signedIn: true, good: {} },
]
