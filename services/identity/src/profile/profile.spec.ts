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

describe('a profile form', () => {
  it('is kept in its stored form, the names of the pool with it', () => {
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

  it('admits a person on the day they turn 18 and not the day before', () => {
    expect(faultsOf({ dateOfBirth: '2008-11-21' })).toEqual([])
    expect(faultsOf({ dateOfBirth: '2008-11-22' })).toEqual(['/dateOfBirth'])
  })

  it.each(['1990-02-30', '1890-01-01', '2030-01-01', '0000-00-00'])('refuses %s as a date of birth', (dateOfBirth) => {
    expect(faultsOf({ dateOfBirth })).toEqual(['/dateOfBirth'])
  })

  it('names every field that is wrong', () => {
    expect(
      faultsOf({ phoneNumber: '12', nationality: 'QX', countryOfResidence: 'EU', dateOfBirth: '2020-01-01' }),
    ).toEqual(['/phoneNumber', '/dateOfBirth', '/nationality', '/countryOfResidence'])
  })
})
