import { describe, expect, it } from '@jest/globals'
import { compareNames } from './compare-names.js'
import { isSameNationality } from '../countries/compare-nationalities.js'

describe('compareNames', () => {
  it.each([
    ['Layla Haddad', 'LAYLA AMAL HADDAD'],
    ['HADDAD Layla', 'LAYLA HADDAD'],
    ['Jürgen Groß', 'JUERGEN GROSS'],
    ['José Nuñez', 'JOSE NUNEZ'],
    ['Abd al-Rahman Saleh', 'ABDALRAHMAN SALEH'],
    ['Alexandra Papadopoulou', 'ALEXANDRA PAPADOP'],
    ['Sukarno', 'SUKARNO'],
    ['Sara Almaktoum', 'AL MAKTOUM SARA'],
    ['Al Maktoum Sara', 'SARA ALMAKTOUM'],
  ])('matches %s and %s', (profile, document) => expect(compareNames(profile, document)).toBe('match'))
  it.each([
    ['Layla Haddad', 'LAYLA AMAL HADDAR'],
    ['Layla', 'LAYLA HADDAD'],
    ['Layla Layla', 'LAYLA HADDAD'],
    ['Layla Maria Haddad', 'LAYLA HADDAD'],
    ['', 'LAYLA HADDAD'],
    ['Anna Li', 'ANNA L'],
  ])('does not match %s and %s', (profile, document) => expect(compareNames(profile, document)).toBe('mismatch'))
})

describe('isSameNationality', () => {
  it.each([
    ['JO', 'JOR'],
    ['DE', 'DEU'],
    ['GB', 'GBR'],
    ['GB', 'GBD'],
    ['GB', 'GBN'],
    ['GB', 'GBO'],
    ['GB', 'GBP'],
    ['GB', 'GBS'],
    ['VA', 'VAT'],
    ['XK', 'RKS'],
  ])('returns true for %s and %s', (profile, document) => expect(isSameNationality(profile, document)).toBe(true))
  it.each([
    ['JO', 'JAM'],
    ['GB', 'GBX'],
    ['UT', 'UTO'],
    ['XX', 'XXA'],
    [null, 'JOR'],
    [null, 'UTO'],
    ['', ''],
  ])('returns false for %s and %s', (profile, document) => expect(isSameNationality(profile, document)).toBe(false))
  it('returns true for exactly one alpha-3 code per country', () => {
    const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const pairs = letters.flatMap((one) => letters.map((two) => one + two))
    const threes = letters
      .flatMap((one) => pairs.map((rest) => one + rest))
      .filter((code) => !code.startsWith('GB') || code === 'GBR')
    const known = threes.flatMap((document) => pairs.filter((profile) => isSameNationality(profile, document)))
    expect(known.length).toBe(250)
    expect(new Set(known).size).toBe(250)
    expect(known.filter((code) => regions.of(code) === undefined)).toEqual([])
  })
})
