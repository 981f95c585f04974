import {
  ChangeProperty,
  CreateProperty,
  GetProperty,
  GetRecord,
  ListRecords,
  type ListedRecord,
  type PropertyDetails,
} from '@hissa/contracts/property'
import { newId } from '@hissa/kernel'
import { fils } from '@hissa/money'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  approvals,
  audits,
  decide,
  propertyOf,
  propose,
  rows,
  staff,
  startPublications,
  type Publications,
  type Staff,
} from './publications.js'

let service: Publications
beforeAll(async () => {
  service = await startPublications()
})
afterAll(() => service?.stop())

const DETAILS: PropertyDetails = {
  title: { en: 'Marsa Court, two-bedroom apartment', ar: 'مرسى كورت، شقة بغرفتي نوم' },
  description: { en: 'An apartment with a view of the marina.', ar: 'شقة تطل على المرسى.' },
  propertyType: 'apartment',
  city: 'Dubai',
  district: 'Dubai Marina',
  community: 'Marsa Court',
  address: null,
  coordinates: { latitude: 25.08, longitude: 55.14 },
  bedrooms: 2,
  bathrooms: 2,
  areaSqm: 118.4,
  priceFils: fils(190_000_000),
  furnished: false,
  amenities: ['balcony', 'pool'],
}
const create = async (by: Staff, changes: Partial<PropertyDetails> = {}, idempotencyKey = newId()) =>
  (await by.call(CreateProperty, { details: { ...DETAILS, ...changes }, idempotencyKey })).property
const change = async (by: Staff, propertyId: string, version: number, changes: Partial<PropertyDetails> = {}) =>
  (await by.call(ChangeProperty, { propertyId, version, details: { ...DETAILS, ...changes } })).property
const refusal = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)
const list = async (by: Staff, input: object = {}) => {
  const seen: ListedRecord[] = []
  let cursor: string | undefined
  do {
    const page = await by.call(ListRecords, { limit: 7, ...input, ...(cursor ? { cursor } : {}) })
    seen.push(...page.records)
    cursor = page.cursor
  } while (cursor)
  return seen
}

describe('adding a property', () => {
  it('stores a draft with its texts in both languages, which only staff can read', async () => {
    const by = staff()
    const made = await create(by)
    expect(made).toMatchObject({ state: 'draft', details: DETAILS, proposal: null, sampleData: false, version: 1 })
    expect(made.propertyId).toMatch(/^Prop_\d{12}_marina$/)
    expect((await staff(['admin']).call(GetRecord, { propertyId: made.propertyId })).property).toEqual(made)
    expect(await audits(made.propertyId)).toEqual([['property.created', by.userId]])
    const { record } = (await rows().findOne({ _id: made.propertyId }))!
    expect(record['texts']).toMatchObject({
      en: { ...{ city: 'Dubai', country: 'UAE' }, features: ['Balcony', 'Swimming pool'] },
      ar: { city: 'دبي', title: DETAILS.title.ar },
    })
    await expect(service.rpc.call(GetProperty, { id: made.propertyId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('gives the same property for the same key, also at once, and refuses the key with other details', async () => {
    const by = staff()
    const key = newId()
    const made = await Promise.all([1, 2, 3].map(() => create(by, {}, key)))
    expect(new Set(made.map(({ propertyId }) => propertyId)).size).toBe(1)
    const { propertyId } = made[0]!
    expect(await audits(propertyId)).toHaveLength(1)
    expect(await refusal(create(by, { bedrooms: 3 }, key))).toMatchObject({
      ...{ code: 'PROPERTY_EXISTS', status: 409, extra: { propertyId } },
    })
    // A colleague's key is another one.
    expect((await create(staff(), {}, key)).propertyId).not.toBe(propertyId)
  })

  it('names each value that cannot be right', async () => {
    const title = { en: '\u200b', ar: 'Marsa Court' }
    const coordinates = { latitude: 55.14, longitude: 25.08 }
    const wrong = { title, district: 'Yas Island', coordinates, areaSqm: 0.01 }
    expect(await refusal(create(staff(), wrong))).toMatchObject({
      ...{ code: 'VALIDATION_FAILED', status: 422 },
      extra: {
        errors: [
          { path: '/title/en', code: 'missing' },
          { path: '/title/ar', code: 'not_arabic' },
          { path: '/district', code: 'unknown' },
          { path: '/areaSqm', code: 'too_small' },
          { path: '/coordinates/latitude', code: 'outside' },
          { path: '/coordinates/longitude', code: 'outside' },
        ],
      },
    })
    expect(await refusal(create(staff(), { priceFils: fils(0) }))).toMatchObject({ status: 400 })
  })

  it('leads to publication: proposed terms, a second person, and the public page', async () => {
    const by = staff()
    const { propertyId } = await create(by, { title: { en: 'Palm Gate Home', ar: 'بيت بوابة النخيل' } })
    const { approvalId } = await propose(by, propertyId)
    const { property } = await by.call(GetRecord, { propertyId })
    expect(property).toMatchObject({ state: 'proposed', proposal: { approvalId, maker: by.userId } })
    await decide(staff(), approvalId)
    expect((await service.rpc.call(GetProperty, { id: 'palm-gate-home' })).property).toMatchObject({
      ...{ propertyId, title: 'Palm Gate Home', sampleData: false, pictures: [] },
    })
  })
})

describe('changing a property', () => {
  it('replaces the details of a draft, with the names of the changed ones in its audit row', async () => {
    const by = staff()
    const { propertyId } = await create(by)
    const title = { en: 'Marsa Heights', ar: 'مرسى هايتس' }
    const saved = await change(by, propertyId, 1, { title, propertyType: 'villa' })
    expect(saved).toMatchObject({ version: 2, details: { title, propertyType: 'villa' } })
    expect(saved.slug).toMatch(/^marsa-heights-\d{6}$/)
    const row = await service.mongo.collection('audit').findOne({ subject: propertyId, action: 'property.changed' })
    expect(row).toMatchObject({ detail: { version: 2, fields: ['title', 'propertyType'], expiredProposals: [] } })
  })

  it('writes nothing if the details are the same', async () => {
    const by = staff()
    const { propertyId } = await create(by)
    expect((await change(by, propertyId, 1)).version).toBe(1)
    expect(await audits(propertyId)).toHaveLength(1)
  })

  it('is refused with the current version after a colleague has saved', async () => {
    const [one, other] = [staff(), staff()]
    const { propertyId } = await create(one)
    await change(other, propertyId, 1, { bedrooms: 3 })
    expect(await refusal(change(one, propertyId, 1, { bedrooms: 4 }))).toMatchObject({
      ...{ code: 'VERSION_CONFLICT', status: 409, extra: { version: 2 } },
    })
    expect((await one.call(GetRecord, { propertyId })).property.details.bedrooms).toBe(3)
  })

  it('lets one of two changes at once succeed', async () => {
    const { propertyId } = await create(staff())
    const results = await Promise.all([3, 4].map((bedrooms) => refusal(change(staff(), propertyId, 1, { bedrooms }))))
    expect(results.filter((each) => each === undefined)).toHaveLength(1)
    expect(results.find((each) => each !== undefined)).toMatchObject({ code: 'VERSION_CONFLICT' })
  })

  it('ends a pending proposal, whose evidence it changes', async () => {
    const by = staff()
    const { propertyId } = await create(by)
    const { approvalId } = await propose(by, propertyId)
    const { version } = (await by.call(GetRecord, { propertyId })).property
    const saved = await change(by, propertyId, version, { priceFils: fils(180_000_000) })
    expect(saved).toMatchObject({ state: 'draft', proposal: null })
    expect(await approvals().findOne({ _id: approvalId })).toMatchObject({ state: 'expired' })
    await expect(decide(staff(), approvalId)).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    const row = await service.mongo.collection('audit').findOne({ subject: propertyId, action: 'property.changed' })
    expect(row!['detail']).toMatchObject({ expiredProposals: [approvalId] })
  })

  it('is refused for a published property and an unknown one, and names wrong values', async () => {
    const by = staff()
    const published = await propertyOf(true)
    expect(await refusal(change(by, published, 1))).toMatchObject({ code: 'PROPERTY_PUBLISHED', status: 409 })
    expect(await refusal(change(by, 'Prop_1_nowhere', 1))).toMatchObject({ code: 'NOT_FOUND', status: 404 })
    const { propertyId } = await create(by)
    expect(await refusal(change(by, propertyId, 1, { district: 'Corniche' }))).toMatchObject({
      ...{ status: 422, extra: { errors: [{ path: '/district', code: 'unknown' }] } },
    })
  })
})

describe('the list of all properties', () => {
  it('shows each once, page by page, the newest first, with its state', async () => {
    const by = staff()
    const { propertyId } = await create(by)
    const proposed = (await create(by)).propertyId
    await propose(by, proposed)
    const all = await list(by)
    expect(all.length).toBeGreaterThan(24)
    expect(new Set(all.map((each) => each.propertyId)).size).toBe(all.length)
    const stateOf = (id: string) => all.find((each) => each.propertyId === id)?.state
    expect([stateOf(propertyId), stateOf(proposed)]).toEqual(['draft', 'proposed'])
    for (const state of ['draft', 'proposed', 'published'] as const) {
      const expected = all.filter((each) => each.state === state).map((each) => each.propertyId)
      expect((await list(by, { state })).map((each) => each.propertyId)).toEqual(expected)
    }
  })

  it('finds drafts by the beginnings of their words in both languages', async () => {
    const by = staff()
    const { propertyId } = await create(by, { title: { en: 'Zephyr Lodge', ar: 'نسيم لودج' } })
    for (const q of ['zeph', 'Zephyr lod', 'نسي'])
      expect((await list(by, { q })).map((each) => each.propertyId)).toEqual([propertyId])
    expect(await list(by, { q: 'zephyrs' })).toEqual([])
  })

  it('is for content and admin, like each of these calls, and refuses a foreign cursor', async () => {
    const { propertyId } = await create(staff())
    for (const groups of [[], ['finance'], ['compliance'], ['investor']]) {
      const by = staff(groups)
      for (const act of [
        () => by.call(ListRecords),
        () => by.call(GetRecord, { propertyId }),
        () => create(by),
        () => change(by, propertyId, 1),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    }
    await expect(staff().call(ListRecords, { cursor: 'other' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(staff().call(GetRecord, { propertyId: 'Prop_1_nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
