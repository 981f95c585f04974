import { describe, expect, it } from '@jest/globals'
import { codePrefixOf } from './property-code.js'

describe('the code of a property', () => {
  it.each([
    ['its project', { community: 'Damac Avenue', district: 'Yas Island', city: 'Abu Dhabi' }, 'HS-DAM'],
    ['its area without a project', { community: null, district: 'Yas Island', city: 'Abu Dhabi' }, 'HS-YAS'],
    ['its city without an area', { community: null, district: null, city: 'Dubai' }, 'HS-DUB'],
    ['a word that other places lack', { community: 'Al Bahia Park', district: null, city: null }, 'HS-BAH'],
    ['plain letters', { community: 'Ṣaʿdīyāt', district: null, city: null }, 'HS-SAX'],
    ['three letters of a shorter name', { community: 'J1', district: null, city: null }, 'HS-JXX'],
    ['the country without Latin letters', { community: 'الريف', district: null, city: null }, 'HS-UAE'],
  ])('begins with %s', (_, listing, prefix) => {
    expect(codePrefixOf(listing)).toBe(prefix)
  })
})
