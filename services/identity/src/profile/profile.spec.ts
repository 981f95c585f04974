import { describe, expect, it } from '@jest/globals'
import { readProfile } from './profile.js'

const today = new Date('2026-11-21T10:00:00Z')
const form = {
  fullName: ' Fatima  Al Mansoori',
  phoneNumber: '+971 50 123 4567',
  dateOfBirth: '1990-02-28',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: { line1: '1 Corniche Road', city: 'Abu Dhabi' },
}
const faultsOf = (change: Partial<typeof form>) => {
  const read = readProfile({ ...form, ...change }, today)
  return 'errors' in read ? read.errors.map((error) => error.path) : []
}

describe('readProfile', () => {
  it('returns the stored form with the split names', () => {
    expect(readProfile(form, today)).toEqual({
      personal: {
        name: 'Fatima Al Mansoori',
        given_name: 'Fatima',
        family_name: 'Al Mansoori',
        phone_number: '+971501234567',
        dateOfBirth: '1990-02-28',
        nationality: 'AE',
        countryOfResidence: 'AE',
        address: '{"line1":"1 Corniche Road","city":"Abu Dhabi"}',
      },
    })
  })

  it('accepts a person from their 18th birthday', () => {
    expect(faultsOf({ dateOfBirth: '2008-11-21' })).toEqual([])
    expect(faultsOf({ dateOfBirth: '2008-11-22' })).toEqual(['/dateOfBirth'])
  })

  it.each(['1990-02-30', '1890-01-01', '2030-01-01', '0000-00-00'])('rejects %s as a date of birth', (dateOfBirth) => {
    expect(faultsOf({ dateOfBirth })).toEqual(['/dateOfBirth'])
  })

  it('returns an error for each invalid field', () => {
    expect(
      faultsOf({ phoneNumber: '12', nationality: 'QX', countryOfResidence: 'EU', dateOfBirth: '2020-01-01' }),
    ).toEqual(['/phoneNumber', '/dateOfBirth', '/nationality', '/countryOfResidence'])
  })
})
