import { describe, expect, it } from '@jest/globals'
import { COUNTRIES } from './countries.js'
import { internationalPhone, isInternationalPhone, splitPhone } from './phone.js'

describe('a phone number', () => {
  it.each([
    ['AE', '0501234567', '+971501234567'],
    ['AE', '50 123 4567', '+971501234567'],
    ['AE', '٠٥٠١٢٣٤٥٦٧', '+971501234567'],
    ['AE', '+44 20 7946 0018', '+442079460018'],
    ['AE', '0044 20 7946 0018', '+442079460018'],
    ['IT', '06 698 1234', '+39066981234'],
    ['AE', '  ', ''],
  ])('with country %s typed as %s becomes %s', (country, national, phone) => {
    expect(internationalPhone({ country, national })).toBe(phone)
  })

  it('is split after its country code', () => {
    expect(splitPhone('+971501234567')).toEqual({ country: 'AE', national: '501234567' })
    expect(splitPhone('+12125550123')).toEqual({ country: 'US', national: '2125550123' })
    expect(splitPhone(null)).toEqual({ country: 'AE', national: '' })
  })

  it('is complete with seven to fifteen digits', () => {
    expect(isInternationalPhone('+9715012')).toBe(true)
    expect(isInternationalPhone('+971501')).toBe(false)
    expect(isInternationalPhone(`+9${'1'.repeat(15)}`)).toBe(false)
  })
})

describe('COUNTRIES', () => {
  it('has unique codes of two and three characters and a dialling code for each country', () => {
    for (const { code, alpha3, dial } of COUNTRIES)
      expect(`${code} ${alpha3} ${dial}`).toMatch(/^[A-Z]{2} [A-Z]{3} \d{1,3}$/)
    expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length)
    expect(new Set(COUNTRIES.map(({ alpha3 }) => alpha3)).size).toBe(COUNTRIES.length)
  })
})
