import { describe, expect, it } from '@jest/globals'
import { compareHolder } from './compare-holder.js'

const fields = {
  ...{ lastName: 'AL HADDAD', firstName: 'LAYLA NOOR', documentNumber: 'X1', issuingState: 'JOR', nationality: 'JOR' },
  ...{ birthDate: '1990-05-01', expiryDate: '2030-01-31', sex: null, optional: '' },
}
const evidence = {
  profileName: 'Layla Haddad',
  reading: { format: 'TD3' as const, fields, failures: [], specimen: false },
}

describe('the holder of a bank account', () => {
  it.each(['Layla Haddad', 'HADDAD, LAYLA', 'Layla Noor Al-Haddad', 'layla haddad'])(
    'is the verified person if named %s',
    (name) => expect(compareHolder(name, evidence)).toBe('match'),
  )

  it.each(['Layla Khoury', 'Omar Haddad', 'Haddad', 'Layla Haddad and Omar Haddad', 'ليلى حداد'])(
    'is not shown to be the verified person if named %s',
    (name) => expect(compareHolder(name, evidence)).toBe('mismatch'),
  )

  it('is unverified while nothing is verified', () => {
    expect(compareHolder('Layla Haddad', null)).toBe('unverified')
  })
})
