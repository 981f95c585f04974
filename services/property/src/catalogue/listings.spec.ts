import { ListProperties, PropertySort } from '@hissa/contracts/property'
import { fils, units, type Fils, type Units } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { readListings } from '../import/read-listings.js'
import { readDistricts } from '../offerings/read-districts.js'
import { samplePlan } from '../offerings/sample-plans.js'
import { sampleTerms } from '../offerings/terms.js'
import { describeListing } from './describe-listing.js'
import { SORTS } from './listing-order.js'
import { listOutput } from './list-output.js'
import { listingOf, Listings, positionOf, type Listing, type ListPosition } from './listings.js'
import { applyRaise, draftProperty, publish, type Property } from './property.js'
import { listedRowOf } from './property.store.js'

const sample = (name: string) => readFileSync(new URL(`../../sample/${name}`, import.meta.url), 'utf8')
const districts = readDistricts(sample('districts.csv'))
const AT = new Date('2026-11-21T08:00:00Z')
const properties = readListings(sample('listings.csv')).listings.map((listing, index): Property => {
  const texts = { en: describeListing(listing, 'en'), ar: describeListing(listing, 'ar') }
  const draft = draftProperty('kit', listing, texts, { sampleData: true, at: AT })
  const terms = sampleTerms(listing, districts.get(listing.district!)!, samplePlan(listing.sourceId, 'X', index, AT))
  return publish(draft, terms, [], `slug-${index}`, AT)
})
const prepared = properties.map((property) => listingOf(listedRowOf(property, AT)))

const indexOf = (listings: readonly Listing[]) => {
  const index = new Listings()
  for (const listing of listings) index.put(listing)
  return index
}
const idsOf = (listings: readonly Listing[]) => listings.map(({ id }) => id)

/** Returns every page in turn. */
function walk(index: Listings, sort: PropertySort, limit: number): string[] {
  const ids: string[] = []
  for (let after: ListPosition | undefined, more = true; more;) {
    const page = index.page({}, sort, limit, after)
    ids.push(...idsOf(page.listings))
    more = page.more
    after = page.listings.length > 0 ? positionOf(page.listings.at(-1)!, sort) : undefined
  }
  return ids
}

describe('Listings', () => {
  const value = fc.integer({ min: 0, max: 3 })
  const changes = fc.array(fc.tuple(fc.nat({ max: properties.length - 1 }), value), { maxLength: 60 })
  const sorts = fc.constantFrom(...PropertySort.options)

  it('keep every order through any changes, and return each property on one page', () => {
    fc.assert(
      fc.property(changes, sorts, fc.integer({ min: 1, max: 30 }), (list, sort, limit) => {
        const latest = new Map<string, Listing>()
        const index = new Listings()
        for (const [version, [at, priceFils]] of list.entries()) {
          const { sortValues, ...rest } = prepared[at]!
          // Few values, so that many properties have the same and are ordered by id.
          const next = { ...rest, version: version + 1, sortValues: { ...sortValues, priceFils, createdAt: priceFils } }
          latest.set(next.id, next)
          index.put(next)
        }
        const { field, direction } = SORTS[sort]
        const expected = [...latest.values()].sort(
          (a, b) => direction * (a.sortValues[field] - b.sortValues[field] || (a.id < b.id ? -1 : 1)),
        )
        expect(walk(index, sort, limit)).toEqual(idsOf(expected))
      }),
    )
  })

  it('ignore an older version', () => {
    const [first] = prepared
    const index = indexOf([{ ...first!, version: 5, status: 'funded' }])
    index.put({ ...first!, version: 4, status: 'active' })
    index.put({ ...first!, version: 5, status: 'active' })
    expect(index.matching({}).map(({ version, status }) => [version, status])).toEqual([[5, 'funded']])
  })

  it('continue after a property whose position has changed', () => {
    const index = indexOf(prepared)
    const first = index.page({}, 'price_low', 5).listings
    const last = first.at(-1)!
    index.put({ ...last, version: last.version + 1, sortValues: { ...last.sortValues, priceFils: fils(1) } })
    const rest = index.page({}, 'price_low', 100, positionOf(last, 'price_low')).listings
    expect([...idsOf(first), ...idsOf(rest)].sort()).toEqual(idsOf(prepared).sort())
  })

  it('count every match, also those of other pages', () => {
    const index = indexOf(prepared)
    const villas = prepared.filter(({ propertyType }) => propertyType === 'villa').length
    expect(index.page({ type: 'villa' }, 'newest', 2)).toMatchObject({ matches: villas, more: true })
    expect(index.page({ type: 'villa' }, 'newest', villas)).toMatchObject({ matches: villas, more: false })
  })

  it('find an offering of which less than its minimum is left by what is left', () => {
    const left = { state: 'active' as const, unitsPaid: units(1), investors: 1, version: 3 }
    const found = (unitsAvailable: Units, maxMinimumFils: Fils) => {
      const raised = applyRaise(properties[0]!, { ...left, unitsAvailable }, AT)
      return indexOf([listingOf(listedRowOf(raised, AT))]).matching({ maxMinimumFils }).length
    }
    const [ten, none, least] = [units(10), units(0), fils(100_000)]
    expect([found(ten, least), found(ten, fils(99_999)), found(none, least), found(none, fils(200_000))]).toEqual([
      1, 0, 0, 1,
    ])
  })
})

describe('a prepared list', () => {
  it('is what the contract returns for the same properties', () => {
    const raised = applyRaise(
      properties[0]!,
      { state: 'active', unitsAvailable: units(5), unitsPaid: units(1), investors: 1, version: 3 },
      AT,
    )
    const listings = [listingOf(listedRowOf(raised, AT)), ...prepared.slice(1, 3)]
    for (const some of [listings, listings.slice(0, 1), []]) {
      const rest = { scannedCount: 9, filters: { city: 'a"b', sort: 'newest' as const }, cursor: 'next' }
      const { json } = listOutput(some, rest)
      const parsed: unknown = JSON.parse(Buffer.concat(json).toString())
      expect(parsed).toEqual(z.parse(ListProperties.output, parsed))
      expect(parsed).toEqual({
        ...rest,
        count: some.length,
        properties: some.map((listing) => JSON.parse(listing.json().toString()) as unknown),
      })
    }
    expect(JSON.parse(listings[0]!.json().toString())).toMatchObject({
      status: 'active',
      offering: { unitsAvailable: 5 },
    })
  })

  it('fails only if it contains a property that breaks the contract', () => {
    const broken = { ...properties[0]!, drawing: { floors: 'many', bays: 1, seed: 1 } } as unknown as Property
    const listings = [listingOf(listedRowOf(broken, AT)), ...prepared.slice(1, 3)]
    const rest = { scannedCount: 3, filters: { sort: 'newest' as const } }
    for (let attempt = 0; attempt < 2; attempt += 1) expect(() => listOutput(listings, rest)).toThrow(/floors/)
    expect(() => listOutput(listings.slice(1), rest)).not.toThrow()
  })
})

describe('a search of the list', () => {
  const index = indexOf(prepared)
  const found = (words: string) => idsOf(index.matching({ words })).sort()
  const all = idsOf(index.matching({})).sort()

  it.each([
    ['الإمارات', 'امارات'],
    ['United Arab Emirates', 'UAE'],
    ['أبو ظبي', 'أبوظبي'],
    ['ابوظبى', 'أبوظبي'],
    ['alreef', 'Al Reef'],
    ['Al  Reef', 'al-reef'],
    ['studio alreef', 'studio Al Reef'],
    ['شقه ابو ظبى', 'شقة أبوظبي'],
  ])('finds the same for %p as for %p', (one, other) => {
    expect(found(one).length).toBeGreaterThan(0)
    expect(found(one)).toEqual(found(other))
  })

  it('finds everything by the country', () => expect(found('الإمارات')).toEqual(all))

  it.each(['reefal', 'ظبي ابو', 'al reef alreef palm', 'xx yy'])('finds nothing for %p', (words) =>
    expect(found(words)).toEqual([]),
  )
})
