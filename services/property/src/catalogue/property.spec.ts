import { describe, expect, it } from '@jest/globals'
import { type Units, units } from '@hissa/money'
import { readFileSync } from 'node:fs'
import { readListings } from '../import/read-listings.js'
import { describeListing, placesOf } from './describe-listing.js'
import { readDistricts } from '../offerings/read-districts.js'
import { samplePlan } from '../offerings/sample-plans.js'
import { sampleTerms } from '../offerings/terms.js'
import { documentsOf, renderDocument } from '../documents/render-document.js'
import { applyRaise, draftProperty, fundedBasisPoints, propertyIdOf, publish, slugify, statusOf } from './property.js'
import { queryTokens, searchTokens } from './search-text.js'
import { toPublic, toSummary } from './to-public.js'

const sample = (name: string) => readFileSync(new URL(`../../sample/${name}`, import.meta.url), 'utf8')
const { listings } = readListings(sample('listings.csv'))
const districts = readDistricts(sample('districts.csv'))
const AT = new Date('2026-11-21T08:00:00Z')
const [listing] = listings
const texts = { en: describeListing(listing!, 'en'), ar: describeListing(listing!, 'ar') }
const draft = draftProperty('kit', listing!, texts, { sampleData: true, at: AT })
const terms = sampleTerms(listing!, districts.get(listing!.district!)!, samplePlan(listing!.sourceId, 'X', 0, AT))
const published = publish(draft, terms, [], 'a-slug', AT)
const raise = (changes: object) => ({
  state: 'active' as const,
  unitsAvailable: units(5),
  unitsPaid: units(0),
  investors: 0,
  version: 1,
  ...changes,
})

describe('a property', () => {
  it('has an id in the documented format, the same on every import', () => {
    for (const each of listings) expect(propertyIdOf('kit', each)).toMatch(/^Prop_\d{12}_[a-z]+$/)
    expect(new Set(listings.map((each) => propertyIdOf('kit', each))).size).toBe(listings.length)
    expect(propertyIdOf('kit', listing!)).toBe(propertyIdOf('kit', { ...listing! }))
  })

  it('is not public as a draft', () => {
    expect([statusOf(draft), toSummary(draft), toPublic(draft)]).toEqual([null, null, null])
  })

  it('returns null for values that were not stated, never a default', () => {
    const bare = {
      ...listing!,
      bedrooms: null,
      bathrooms: null,
      areaSqm: null,
      furnished: null,
      latitude: null,
      amenities: [],
    }
    const unstated = publish(
      { ...draft, listing: bare, texts: { en: describeListing(bare, 'en'), ar: describeListing(bare, 'ar') } },
      { ...terms, expectedReturn: null, termYears: null, spv: null },
      [],
      's',
      AT,
    )
    expect(toPublic(unstated)).toMatchObject({
      bedrooms: null,
      bathrooms: null,
      area: null,
      features: [],
      images: [],
      spv: null,
      location: { coordinates: null },
      specifications: { area: { total: null }, furnished: null },
      investmentDetails: { expectedReturn: null, term: null },
    })
    expect(JSON.stringify(toPublic(unstated))).not.toMatch(/High ROI|Prime Location|Modern Design/)
  })

  it('has its place names in Arabic', () => {
    const { ar } = toPublic(published)!.translations
    expect([ar.community, ar.district, ar.city].every((name) => /^[\u0600-\u06ff ]+$/.test(name!))).toBe(true)
    for (const each of listings) expect(Object.values(placesOf(each, 'ar')).join()).not.toMatch(/[a-z]/i)
    expect(placesOf({ ...listing!, community: null, district: 'Elsewhere' }, 'ar')).toEqual({
      community: null,
      district: 'Elsewhere',
    })
  })

  it('applies only newer versions of its raise', () => {
    const opened = applyRaise(published, raise({ version: 2 }), AT)
    expect([statusOf(published), statusOf(opened)]).toEqual(['upcoming', 'active'])
    expect(applyRaise(opened, raise({ version: 2, unitsPaid: units(9) }), AT)).toBe(opened)
    expect(applyRaise(opened, raise({ version: 1, unitsPaid: units(9) }), AT)).toBe(opened)
    expect(statusOf(applyRaise(opened, raise({ version: 3, state: 'failed' }), AT))).toBe('failed')
  })

  it('shows the deadline of an extension, until newer terms have another', () => {
    const deadline = '2027-05-01T16:00:00.000Z'
    const shown = (property: typeof published) => toPublic(property)!.offering.deadline
    const extended = applyRaise(published, raise({ deadline }), AT)
    expect([shown(published), shown(extended)]).toEqual([terms.deadline.toISOString(), deadline])
    const later = new Date('2027-06-01T16:00:00.000Z')
    expect(shown(publish(extended, { ...terms, deadline: later }, [], 'a-slug', AT))).toBe(later.toISOString())
  })

  it('shows when its raise closed, while it is closed', () => {
    const fundedAt = '2026-12-01T10:00:00.000Z'
    const closed = applyRaise(published, raise({ state: 'funded', fundedAt }), AT)
    expect(toPublic(closed)!.offering).toMatchObject({ fundedAt })
    expect(toPublic(applyRaise(closed, raise({ version: 2 }), AT))!.offering).not.toHaveProperty('fundedAt')
  })

  it('needs every unit to close if its terms state no minimum', () => {
    const { minimumUnits: _, ...earlier } = terms
    const all = publish(draft, earlier, [], 'a-slug', AT)
    expect(toPublic(all)!.offering.minimumUnits).toBe(terms.unitsTotal)
    const part = publish(draft, { ...terms, minimumUnits: units(30) }, [], 'a-slug', AT)
    expect(toPublic(part)!.offering.minimumUnits).toBe(30)
  })

  it('is not shown as fully funded before every unit is paid', () => {
    const paid = (count: number) => fundedBasisPoints(applyRaise(published, raise({ unitsPaid: units(count) }), AT))
    expect([paid(0), paid(terms.unitsTotal - 1) < 10_000, paid(terms.unitsTotal)]).toEqual([0, true, 10_000])
  })
})

describe('documents', () => {
  it('state what must be paid for the offering to close', () => {
    const keyFacts = (minimumUnits: Units) => {
      const source = { property: draft, terms: { ...terms, unitsTotal: units(200), minimumUnits } }
      return renderDocument(source, 'key_facts', 'en')
    }
    expect(keyFacts(units(200))).toContain('All shares. If any share is unpaid at the deadline')
    expect(keyFacts(units(150))).toContain('At least 150 shares (75%). If fewer are paid for by the deadline')
  })

  it('escape the text of a record', () => {
    const hostile = { ...draft, texts: { ...texts, en: { ...texts.en, title: '<script>alert("1")</script>&' } } }
    const body = renderDocument({ property: hostile, terms }, 'key_facts', 'en')
    expect(body).not.toContain('<script')
    expect(body).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;')
  })

  it('keep the order within amounts and dates between Arabic words', () => {
    const body = renderDocument({ property: draft, terms }, 'key_facts', 'ar')
    expect(body).toMatch(/<bdi dir="ltr">−<small>AED<\/small>\u00a0[\d,]+<\/bdi>/)
    expect(body).toMatch(/<bdi dir="ltr">\d{4}-\d{2}-\d{2} \d{2}:\d{2}<\/bdi>/)
    const unisolated = body.replace(/<bdi dir="ltr">.*?<\/bdi>/g, '')
    expect(unisolated).not.toMatch(/AED|\d{4}-\d{2}/)
  })

  it.each([
    ['en', ', as of '],
    ['ar', '، كما في '],
  ] as const)('state the date of a target with the comma of the language: %s', (locale, words) => {
    const body = renderDocument({ property: draft, terms }, 'key_facts', locale).replace(/<[^>]+>/g, '')
    expect(body).toMatch(new RegExp(`%\\P{L}?${words}\\d{4}-`, 'u'))
  })

  it('have the same bytes for the same terms, and other bytes for other terms', () => {
    const hashes = (fee: number) =>
      documentsOf({ property: draft, terms: { ...terms, feeBasisPoints: fee } }, 1).map(({ hash }) => hash)
    expect(hashes(150)).toEqual(hashes(150))
    expect(hashes(150)[0]).not.toBe(hashes(151)[0])
  })
})

describe('slugs and search tokens', () => {
  it.each([
    ['Two-bedroom apartment, Al Reem', 'two-bedroom-apartment-al-reem'],
    ['Café Ñandú!', 'cafe-nandu'],
    ['شقة', ''],
  ])('turn the title %p into %p', (title, slug) => expect(slugify(title)).toBe(slug))

  it.each([
    ['saad', true],
    ['SAADIYAT island', true],
    ['aadiyat', false],
    ['السعديات', true],
    ['سعديات', true],
    ['saadiyat yas', false],
    ['  ', true],
  ])('match Saadiyat when searching %p: %p', (query, found) => {
    const tokens = searchTokens(['Saadiyat Island', 'جزيرة السعديات'])
    expect(queryTokens(query).every((token) => tokens.includes(token))).toBe(found)
  })
})
