import { describe, expect, it } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanText } from './clean-text.js'
import { readListings, UnknownLayoutError } from './read-listings.js'

const KIT =
  'listing_id,district,community,listing_type,property_type,bedrooms,bathrooms,size_sqm,price_aed,furnished,amenities,latitude,longitude,listed_date,status'
const kit = (changes: Record<string, string> = {}) => {
  const row: Record<string, string> = {
    listing_id: 'L1',
    district: 'Yas Island',
    community: 'Yas Island Park',
    listing_type: 'sale',
    property_type: 'villa',
    bedrooms: '3',
    bathrooms: '2',
    size_sqm: '210',
    price_aed: '2500000',
    furnished: 'true',
    amenities: 'gym;pool',
    latitude: '24.4',
    longitude: '54.6',
    listed_date: '2026-01-31',
    status: 'available',
    ...changes,
  }
  return KIT.split(',')
    .map((name) => row[name])
    .join(',')
}
const PORTAL = 'title,Address,bathrooms,bedrooms,Date,price,verified,sold or not,size sqft,furnishing'

describe('readListings', () => {
  it('reads the kit’s layout', () => {
    const { listings, dropped, read } = readListings(`${KIT}\n${kit()}\n`)
    expect({ read, dropped }).toEqual({ read: 1, dropped: [] })
    expect(listings).toEqual([
      {
        sourceId: 'L1',
        title: null,
        propertyType: 'villa',
        address: 'Yas Island Park, Abu Dhabi',
        community: 'Yas Island Park',
        district: 'Yas Island',
        city: 'Abu Dhabi',
        country: 'UAE',
        latitude: 24.4,
        longitude: 54.6,
        bedrooms: 3,
        bathrooms: 2,
        areaSqm: 210,
        priceFils: 250_000_000,
        furnished: true,
        amenities: ['gym', 'pool'],
        listedOn: '2026-01-31',
        availability: 'available',
      },
    ])
  })

  it('reads a portal’s layout with byte-order mark, entities, hard spaces and open-ended rooms', () => {
    const csv = `\ufeff${PORTAL}\r\n"Pool &amp; Park |\u00a0Corner","Noor, Town Square, Dubai",7+,7+,2/29/2024,"1,250,000",TRUE,sell,1000,PARTLY\r\n`
    expect(readListings(csv).listings).toMatchObject([
      {
        title: 'Pool & Park | Corner',
        address: 'Noor, Town Square, Dubai',
        community: 'Noor',
        district: 'Town Square',
        city: 'Dubai',
        bedrooms: 7,
        bathrooms: 7,
        listedOn: '2024-02-29',
        priceFils: 125_000_000,
        areaSqm: 92.9,
        furnished: null,
        propertyType: null,
        latitude: null,
      },
    ])
  })

  it.each<[string, string, string, string]>([
    ['a rental', kit({ listing_type: 'rent' }), 'not_for_sale', 'listing_type'],
    ['an unknown type', kit({ property_type: 'castle' }), 'unknown_type', 'castle'],
    ['a price in words', kit({ price_aed: 'call us' }), 'bad_number', 'price_aed'],
    ['a negative price', kit({ price_aed: '-5' }), 'bad_number', '-5'],
    ['no price', kit({ price_aed: '' }), 'missing_value', 'price_aed'],
    ['a size of zero', kit({ size_sqm: '0' }), 'bad_number', 'size_sqm'],
    ['a latitude off the globe', kit({ latitude: '124.4' }), 'bad_number', 'latitude'],
    ['a day that does not exist', kit({ listed_date: '2026-02-30' }), 'bad_date', '2026-02-30'],
    ['an incomplete line', 'L9,Yas', 'wrong_number_of_columns', '2 columns'],
    ['no number', kit({ listing_id: '' }), 'missing_value', 'listing_id'],
  ])('rejects %s and reports it', (_, row, reason, words) => {
    const { listings, dropped } = readListings(`${KIT}\n${kit({ listing_id: 'first' })}\n${row}\n`)
    expect(listings).toHaveLength(1)
    expect(dropped).toEqual([{ line: 3, reason, detail: expect.stringContaining(words) }])
  })

  it('names the line that a duplicate repeats', () => {
    const csv = [KIT, kit(), kit({ listing_id: 'L2' }), kit(), kit({ price_aed: '7' })].join('\n')
    expect(readListings(csv).dropped).toEqual([
      { line: 4, reason: 'duplicate_row', detail: 'the same as line 2' },
      { line: 5, reason: 'duplicate_id', detail: 'the number L1 is that of line 2' },
    ])
  })

  it('rejects a file with a different layout', () => {
    expect(() => readListings('a,b\n1,2\n')).toThrow(UnknownLayoutError)
    expect(() => readListings('')).toThrow(UnknownLayoutError)
  })
})

describe('cleanText', () => {
  it.each([
    ['Pool &amp; Park', 'Pool & Park'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['a\u00a0 b\n c', 'a b c'],
    ['&bogus; &#65;', '&bogus; A'],
    ['\u200fشقة\u200e', 'شقة'],
  ])('%p becomes %p', (cell, expected) => expect(cleanText(cell)).toBe(expected))
})

const data = process.env.HISSA_TEST_DATA
const real = (path: string) => (data && existsSync(join(data, path)) ? join(data, path) : '')
const withFile = (path: string) => (real(path) ? it : it.skip)

describe('real files (HISSA_TEST_DATA)', () => {
  const portal = 'listings-uae-2024/uae_real_estate_2024.csv'
  withFile(portal)('a portal’s export: 4,931 read, 4,928 accepted, 3 duplicates reported', () => {
    const { read, listings, dropped } = readListings(readFileSync(real(portal), 'utf8'))
    expect([read, listings.length]).toEqual([4_931, 4_928])
    expect(dropped.map(({ reason }) => reason)).toEqual(['duplicate_row', 'duplicate_row', 'duplicate_row'])
    const inDubai = listings.filter(
      ({ city, bedrooms, priceFils }) => city === 'Dubai' && bedrooms === 2 && priceFils <= 200_000_000,
    )
    const inAbuDhabi = listings.filter(({ city }) => city === 'Abu Dhabi')
    expect([inDubai.length, inAbuDhabi.length, inAbuDhabi.filter(({ bedrooms }) => bedrooms! >= 3).length]).toEqual([
      282, 355, 178,
    ])
    expect(listings.filter(({ priceFils }) => priceFils >= 200_000_000)).toHaveLength(2_783)
    expect(listings.filter(({ title }) => /&amp;|\u00a0/.test(title!))).toEqual([])
  })

  const kitFile = 'listings-abudhabi-synthetic/sample_listings.csv'
  withFile(kitFile)('the kit: 6,000 read, every rental dropped by name', () => {
    const { read, listings, dropped } = readListings(readFileSync(real(kitFile), 'utf8'))
    expect([read, listings.length, dropped.length]).toEqual([6_000, 2_442, 3_558])
    expect(new Set(dropped.map(({ reason }) => reason))).toEqual(new Set(['not_for_sale']))
    const offered = listings.filter(
      ({ bedrooms, priceFils, availability }) =>
        bedrooms === 2 && priceFils <= 200_000_000 && availability === 'available',
    )
    expect(offered).toHaveLength(110)
  })
})
