import { systemTiming, type Logger } from '@hissa/kernel'
import type { Bus } from '@hissa/messaging'
import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { readListings } from '../import/read-listings.js'
import { readDistricts } from '../offerings/read-districts.js'
import { samplePlan } from '../offerings/sample-plans.js'
import { sampleTerms } from '../offerings/terms.js'
import { CurrentListings } from './current-listings.js'
import { describeListing } from './describe-listing.js'
import { draftProperty, publish, type Property } from './property.js'
import { listedRowOf, type ListedRow, type PropertyStore } from './property.store.js'

const sample = (name: string) => readFileSync(new URL(`../../sample/${name}`, import.meta.url), 'utf8')
const districts = readDistricts(sample('districts.csv'))
const AT = new Date('2026-11-21T08:00:00Z')
const properties = readListings(sample('listings.csv'))
  .listings.slice(0, 3)
  .map((listing, index): Property => {
    const texts = { en: describeListing(listing, 'en'), ar: describeListing(listing, 'ar') }
    const draft = draftProperty('kit', listing, texts, { sampleData: true, at: AT })
    const plan = samplePlan(listing.sourceId, 'X', index, AT)
    return publish(draft, sampleTerms(listing, districts.get(listing.district!)!, plan), [], `slug-${index}`, AT)
  })

const MINUTE_MS = 60_000

/** Creates listings on a bus and an in-memory store whose reads can be delayed or made to fail. */
function setUp() {
  const rows = new Map<string, ListedRow>()
  const save = (property: Property, version: number, savedAt = new Date()) =>
    rows.set(property.propertyId, listedRowOf({ ...property, version }, savedAt))
  for (const property of properties) save(property, 1)
  const reads: string[] = []
  let hold: Promise<void> = Promise.resolve()
  let failure: Error | undefined
  // A read sees the rows as they are when it starts.
  const read = async <T>(name: string, value: T): Promise<T> => {
    reads.push(name)
    const fails = failure
    await hold
    if (fails) throw fails
    return value
  }
  const store = {
    listed: () => read('all', [...rows.values()]),
    savedSince: (since: Date) =>
      read(
        'saved',
        [...rows.values()].filter(({ savedAt }) => savedAt > since),
      ),
    listedByIds: (ids: string[]) => read('some', ids.map((id) => rows.get(id)!)), // prettier-ignore
  } as unknown as PropertyStore
  let deliver: (subject: string) => void = () => undefined
  const statuses: { type: string }[] = []
  let wake = () => {}
  const bus = {
    nc: {
      subscribe: (_: string, { callback }: { callback(error: null, message: object): void }) =>
        (deliver = (subject) => callback(null, { json: () => ({ subject }) })),
      async *status() {
        for (;;) {
          while (statuses.length > 0) yield statuses.shift()!
          await new Promise<void>((resolve) => (wake = resolve))
        }
      },
    },
  } as unknown as Bus
  const listings = new CurrentListings(store, bus, {} as Logger, systemTiming)
  const versions = async () => (await listings.current()).matching({}).map(({ version }) => version)
  return {
    ...{ rows, save, reads, listings, versions },
    publishChange: (property: Property) => deliver(property.propertyId),
    reconnect: async () => {
      statuses.push({ type: 'reconnect' })
      wake()
      await new Promise((resolve) => setImmediate(resolve))
    },
    delayReads: () => {
      let release = () => {}
      hold = new Promise((resolve) => (release = resolve))
      return () => ((hold = Promise.resolve()), release())
    },
    fail: (error: Error | undefined) => (failure = error),
  }
}
const [first, second] = properties as [Property, Property, Property]

describe('CurrentListings', () => {
  it('reads everything once, then only what has been saved since', async () => {
    const { listings, save, versions, reads } = setUp()
    await listings.onApplicationBootstrap()
    expect(await versions()).toEqual([1, 1, 1])
    save(first, 2)
    expect(await versions()).toEqual([2, 1, 1])
    expect(await versions()).toEqual([2, 1, 1])
    expect(reads).toEqual(['all', 'saved', 'saved', 'some', 'saved'])
  })

  it('finds a change that was saved a minute before it was committed', async () => {
    const { listings, save, versions } = setUp()
    await listings.onApplicationBootstrap()
    save(first, 2, new Date(Date.now() - MINUTE_MS))
    expect(await versions()).toEqual([2, 1, 1])
  })

  it('finds a change from its event, whenever it was saved', async () => {
    const { listings, save, versions, publishChange } = setUp()
    await listings.onApplicationBootstrap()
    save(second, 2, new Date(Date.now() - 60 * MINUTE_MS))
    expect(await versions()).toEqual([1, 1, 1])
    publishChange(second)
    expect(await versions()).toEqual([1, 2, 1])
  })

  it('reads everything again after a lost connection', async () => {
    const { listings, save, versions, reconnect } = setUp()
    await listings.onApplicationBootstrap()
    save(second, 2, new Date(Date.now() - 60 * MINUTE_MS))
    await reconnect()
    expect(await versions()).toEqual([1, 2, 1])
  })

  it('never uses a read that started before the request, and shares the next read between waiting requests', async () => {
    const { listings, save, versions, delayReads, reads } = setUp()
    await listings.onApplicationBootstrap()
    const release = delayReads()
    const early = versions()
    save(first, 2)
    const late = Promise.all([versions(), versions(), versions()])
    release()
    expect(await early).toEqual([1, 1, 1])
    expect(await late).toEqual([[2, 1, 1], [2, 1, 1], [2, 1, 1]]) // prettier-ignore
    expect(reads).toEqual(['all', 'saved', 'saved', 'some'])
  })

  it('fails while the store is down, and recovers once it is back', async () => {
    const { listings, save, versions, fail, delayReads } = setUp()
    await listings.onApplicationBootstrap()
    fail(new Error('the store is down'))
    const release = delayReads()
    const early = versions()
    fail(undefined)
    save(first, 2)
    const late = versions()
    release()
    await expect(early).rejects.toThrow('the store is down')
    expect(await late).toEqual([2, 1, 1])
  })

  it('reads everything again if the first read failed', async () => {
    const { listings, versions, fail } = setUp()
    fail(new Error('the store is down'))
    await expect(listings.onApplicationBootstrap()).rejects.toThrow('the store is down')
    fail(undefined)
    expect(await versions()).toEqual([1, 1, 1])
  })
})
