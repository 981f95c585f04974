import { ManualClock } from '@hissa/kernel'
import { connectMongo, ensureModels, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PropertyStore, type PropertyQuery } from '../src/catalogue/property.store.js'
import { ImportListings } from '../src/import/import-listings.js'

const PORTAL = 'listings-uae-2024/uae_real_estate_2024.csv'
const data = process.env.HISSA_TEST_DATA ?? ''
const withFile = existsSync(join(data, PORTAL)) ? describe : describe.skip

let mongo: Connection
let store: PropertyStore
let listings: ImportListings
beforeAll(async () => {
  const { mongoUri, dbPrefix } = await freshEngines()
  mongo = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}import` })
  store = new PropertyStore(mongo)
  await ensureModels(mongo)
  listings = new ImportListings(store, new ManualClock(new Date('2026-11-21T08:00:00Z')))
})
afterAll(() => mongo?.close())

const sample = readFileSync(new URL('../sample/listings.csv', import.meta.url), 'utf8')

describe('importing a file', () => {
  it('adds each row once, and can be repeated after an interruption', async () => {
    const rows = sample.trim().split('\n')
    const options = { source: 'kit', sampleData: true }
    expect(await listings.import(rows.slice(0, 10).join('\n'), options)).toMatchObject({ read: 9, added: 9, known: 0 })
    expect(await listings.import(sample, options)).toMatchObject({ read: 24, added: 15, known: 9 })
    expect(await listings.import(sample, options)).toMatchObject({ read: 24, added: 0, known: 24 })
  })

  it('adds drafts, which the public does not see', async () => {
    expect(await store.count({ published: true })).toBe(0)
    expect(await store.count({ published: false })).toBe(24)
  })
})

withFile('a portal’s complete export (HISSA_TEST_DATA)', () => {
  it('skips its three duplicates, reports progress, and adds nothing the second time', async () => {
    await mongo.collection('properties').deleteMany({})
    const csv = readFileSync(join(data, PORTAL), 'utf8')
    const progress: number[] = []
    const options = { source: 'portal', sampleData: false, onProgress: (done: number) => progress.push(done) }
    const first = await listings.import(csv, options)
    expect(first).toMatchObject({ read: 4_931, added: 4_928, known: 0 })
    expect(first.dropped.map(({ reason }) => reason)).toEqual(['duplicate_row', 'duplicate_row', 'duplicate_row'])
    expect(progress.at(-1)).toBe(4_928)
    expect(await listings.import(csv, options)).toMatchObject({ added: 0, known: 4_928 })
  })

  it.each<[Omit<PropertyQuery, 'published'>, number]>([
    [{ city: 'dubai', bedrooms: { count: 2, orMore: false }, maxPriceFils: fils(200_000_000) }, 282],
    [{ city: 'Abu Dhabi' }, 355],
    [{ city: 'Abu Dhabi', bedrooms: { count: 3, orMore: true } }, 178],
    [{ minPriceFils: fils(200_000_000) }, 2_783],
  ])('finds for %j %i properties', async (query, count) => {
    expect(await store.count({ published: false, ...query })).toBe(count)
  })

  it('finds every address in Palm Jumeirah by its words', async () => {
    expect(await store.count({ published: false, words: 'palm jumeirah' })).toBeGreaterThanOrEqual(144)
  })
})
