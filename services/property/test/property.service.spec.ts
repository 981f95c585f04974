import type { EventData } from '@hissa/contracts'
import { RaiseFunded, RaiseOpened, RaiseProgressed } from '@hissa/contracts/investment'
import {
  GetHome,
  GetProjection,
  GetProperty,
  ListAddresses,
  ListProperties,
  OfferingPublished,
  type PropertySummary,
} from '@hissa/contracts/property'
import { newId } from '@hissa/kernel'
import { ensureStream, newEvent, subjectOf, type Bus, type RpcClient } from '@hissa/messaging'
import type { Connection } from '@hissa/persistence'
import { until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { calculate, fils, type Fils, times, units } from '@hissa/money'
import { SORTS } from '../src/catalogue/listing-order.js'
import { filterOf, propertyModel } from '../src/catalogue/property.store.js'
import { startService, type Service } from './environment.js'

let service: Service
let bus: Bus
let rpc: RpcClient
let mongo: Connection
let seed: Service['seed']
let outbox: Service['outbox']

beforeAll(async () => {
  service = await startService()
  ;({ bus, rpc, mongo, seed, outbox } = service)
  await ensureStream(bus, 'investment')
})
afterAll(() => service?.stop())

const cursorOf = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
const list = (input: Record<string, unknown> = {}) =>
  rpc.call(ListProperties, { limit: 10, sort: 'newest', ...input } as never)
const say = async (
  contract: typeof RaiseOpened,
  fact: Partial<EventData<typeof RaiseOpened>> & { propertyId: string; version: number },
  eventId = newId(),
) => {
  const counts = { unitsTotal: units(100), unitsAvailable: units(100), unitsPaid: units(0), investors: 0 }
  const data = { ...counts, state: 'active' as const, ...fact }
  const event = newEvent(contract, {
    aggregateId: data.propertyId,
    version: data.version,
    time: new Date(),
    data,
    eventId,
  })
  await bus.js.publish(subjectOf(contract.type), JSON.stringify(event), { msgID: newId() })
}
const get = async (id: string) => (await rpc.call(GetProperty, { id })).property

describe('the sample catalogue', () => {
  it('is imported and published once, however often it is requested', async () => {
    expect(await seed()).toMatchObject({ read: 24, added: 24, known: 0, published: 24, dropped: [] })
    const before = await outbox(OfferingPublished.type)
    expect(await seed()).toMatchObject({ read: 24, added: 0, known: 24, published: 0 })
    expect(await outbox(OfferingPublished.type)).toHaveLength(before.length)
    expect(before).toHaveLength(24)
  })

  it('has a maquette and a plan of each property, labelled as illustrations', async () => {
    const { properties } = await list({ limit: 100 })
    for (const { pictures, images } of properties) {
      expect(pictures.map(({ kind, illustration }) => [kind, illustration])).toEqual([
        ['maquette', true],
        ['plan', true],
      ])
      expect(images).toEqual(pictures.map(({ light }) => `${light}-1280.webp`))
    }
  })

  it('gets its pictures in a store of an earlier release, without another offering', async () => {
    const [first] = (await list()).properties
    const model = propertyModel(mongo)
    await model.updateOne({ _id: first!.propertyId }, { $unset: { 'record.pictures': 1 } })
    expect(await seed()).toMatchObject({ added: 0, published: 0 })
    expect(await get(first!.propertyId)).toMatchObject({ pictures: first!.pictures, version: first!.version + 1 })
  })

  it('has whole units, a raise that covers its costs, and rent that adds up, in every offering', async () => {
    const { properties } = await list({ limit: 100 })
    for (const { propertyId } of properties) {
      const { offering, acquisition, rent, spv, sampleData, price, investmentDetails } = await get(propertyId)
      const sum = (lines: { amountFils: Fils }[]) =>
        lines.slice(0, -1).reduce((total, line) => total + line.amountFils, 0)
      expect(sum(acquisition)).toBe(acquisition.at(-1)!.amountFils)
      expect(sum(rent)).toBe(rent.at(-1)!.amountFils)
      for (const { amountFils } of [...acquisition, ...rent]) expect(Math.abs(amountFils % 100)).toBe(0)
      expect(offering.unitsIssued * offering.unitPriceFils).toBe(acquisition.at(-1)!.amountFils)
      expect(offering.unitsTotal).toBeLessThanOrEqual(offering.unitsIssued)
      expect([70, 75, 80, 100]).toContain(Math.floor((offering.minimumUnits * 100) / offering.unitsTotal))
      expect(offering.expectedReturn!.basisPoints).toBe(
        Math.floor((rent.at(-1)!.amountFils * 10_000) / acquisition.at(-1)!.amountFils),
      )
      expect(offering.expectedReturn!.basisPoints).toBeGreaterThan(300)
      expect(offering.expectedReturn!.basisPoints).toBeLessThan(900)
      expect(offering).toMatchObject({ unitPriceFils: 10_000, minimumFils: 200_000, feeBasisPoints: 150 })
      expect(investmentDetails.minInvestment).toBe(2_000)
      expect(acquisition[0]!.amountFils).toBe(price! * 100)
      expect([spv!.registrationNumber.startsWith('SAMPLE-'), sampleData]).toEqual([true, true])
    }
    expect(
      properties.filter(({ offering }) => offering.unitsTotal * offering.unitPriceFils === 2_000_000),
    ).toHaveLength(1)
    const needsAll = properties.filter(({ offering }) => offering.minimumUnits === offering.unitsTotal)
    expect(needsAll.length).toBeGreaterThan(3)
    expect(properties.length - needsAll.length).toBeGreaterThan(3)
    const announced = (await outbox(OfferingPublished.type)).map(
      ({ event }) => event.data as EventData<typeof OfferingPublished>,
    )
    for (const { propertyId, offering } of properties) {
      const event = announced.find((each) => each.propertyId === propertyId)
      expect(event).toMatchObject({ minimumUnits: offering.minimumUnits })
    }
    expect(new Set(properties.map(({ propertyType }) => propertyType)).size).toBe(5)
    expect(new Set(properties.map(({ slug }) => slug)).size).toBe(24)
    const codes = announced.map(({ code }) => code)
    expect(new Set(codes).size).toBe(24)
    for (const code of codes) expect(code).toMatch(/^HS-[A-Z]{3}-0[1-9]$/)
  })

  it('is written in both languages', async () => {
    const { properties } = await list({ limit: 100 })
    for (const { title, description, translations } of properties) {
      expect(title + description).not.toMatch(/undefined|null|\p{Script=Arabic}/u)
      expect(translations.ar.title + translations.ar.description).not.toMatch(/undefined|null|[a-z]{3}/)
    }
  })
})

describe('listProperties', () => {
  it('returns the number of rows and of matches, and the applied filters', async () => {
    const answer = await list({ limit: 3, type: 'villa', sort: 'price_low' })
    expect(answer).toMatchObject({ count: 3, scannedCount: 6, filters: { type: 'villa', sort: 'price_low' } })
    expect(answer.properties.map(({ propertyType }) => propertyType)).toEqual(['villa', 'villa', 'villa'])
  })

  it.each(Object.keys(SORTS))('returns every property once in the order %s, page by page', async (sort) => {
    const seen: PropertySummary[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 7, sort, ...(cursor ? { cursor } : {}) })
      seen.push(...page.properties)
      cursor = page.cursor
    } while (cursor)
    expect(new Set(seen.map(({ propertyId }) => propertyId)).size).toBe(24)
    expect(seen).toHaveLength(24)
    const { field, direction } = SORTS[sort as keyof typeof SORTS]
    const value: Record<string, (property: PropertySummary) => number> = {
      createdAt: ({ createdAt }) => Date.parse(createdAt),
      deadline: ({ offering }) => Date.parse(offering.deadline),
      priceFils: ({ price }) => price!,
      returnBasisPoints: ({ offering }) => offering.expectedReturn!.basisPoints,
      fundedBasisPoints: ({ offering }) => offering.fundedBasisPoints,
    }
    const values = seen.map(value[field]!)
    expect(values).toEqual(values.toSorted((a, b) => (a - b) * direction))
  })

  it.each<[Record<string, unknown>, (property: PropertySummary) => boolean]>([
    [{ beds: 2 }, ({ bedrooms }) => bedrooms === 2],
    [{ beds: '4+' }, ({ bedrooms }) => bedrooms! >= 4],
    [{ beds: '0' }, ({ bedrooms }) => bedrooms === 0],
    [{ minPrice: 2_000_000, maxPrice: 3_000_000 }, ({ price }) => price! >= 2_000_000 && price! <= 3_000_000],
    [{ city: 'abu dhabi' }, ({ location }) => location.city === 'Abu Dhabi'],
    [{ city: 'Dubai' }, () => false],
    [{ q: 'saadiyat' }, ({ location }) => location.district === 'Saadiyat Island'],
    [
      { q: 'VILLA yas' },
      ({ location, propertyType }) => location.district === 'Yas Island' && propertyType === 'villa',
    ],
    [{ q: 'جزيره السَّعديات' }, ({ location }) => location.district === 'Saadiyat Island'],
    [{ q: 'nowhere at all' }, () => false],
    [{ status: 'funded' }, () => false],
    [{ minYield: 6.5 }, ({ offering }) => offering.expectedReturn!.basisPoints >= 650],
    [{ maxMinimum: 2_000 }, ({ offering }) => offering.minimumFils <= 200_000],
    [{ maxMinimum: 1_999.99 }, () => false],
  ])('filters by %j', async (filter, holds) => {
    const all = (await list({ limit: 100 })).properties
    const found = await list({ limit: 100, ...filter })
    const expected = all.filter(holds).map(({ propertyId }) => propertyId)
    expect(found.properties.map(({ propertyId }) => propertyId).sort()).toEqual(expected.sort())
    expect(found.scannedCount).toBe(expected.length)
  })

  it.each([
    { limit: 101 },
    { limit: 0 },
    { type: 'castle' },
    { minPrice: -1 },
    { minYield: -0.1 },
    { minYield: 100.5 },
    { maxMinimum: -1 },
    { sort: 'best' },
    { beds: 'many' },
    { cursor: 'xyz' },
    { cursor: cursorOf('newest', 9e15, 'id') },
    { cursor: cursorOf('newest', '2026', 'id') },
    { sort: 'price_low', cursor: cursorOf('price_low', null, 'id') },
  ])('rejects %j', async (input) => {
    await expect(list(input)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
  })

  it('rejects a cursor of a different sort order', async () => {
    const { cursor } = await list({ limit: 1, sort: 'newest' })
    await expect(list({ sort: 'price_low', cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('never scans the collection', async () => {
    const filters = [
      {},
      { status: 'active' as const },
      { city: 'x' },
      { words: 'villa yas' },
      { minPriceFils: fils(1), maxPriceFils: fils(2) },
      { bedrooms: { count: 2, orMore: true } },
    ]
    const recent = { published: true, savedAt: { $gt: new Date() } }
    for (const query of [...filters.map((filter) => filterOf({ published: true, ...filter })), recent]) {
      const rows = propertyModel(mongo).collection
      const plan = await rows
        .find(query as never)
        .explain('queryPlanner')
        .catch((error: { codeName?: string }) => expect(error.codeName).toBe('CommandNotSupported'))
      // The embedded engine has no explain; this test also runs on the real server.
      if (plan)
        expect(
          JSON.stringify((plan as { queryPlanner: { winningPlan: unknown } }).queryPlanner.winningPlan),
        ).not.toContain('COLLSCAN')
    }
  })
})

describe('getProperty', () => {
  it('finds the same property by id, by slug and in any case', async () => {
    const [first] = (await list({ limit: 1 })).properties
    const byId = await get(first!.propertyId)
    expect(byId.propertyId).toMatch(/^Prop_\d+_[a-z]+$/)
    for (const id of [byId.slug, byId.propertyId.toLowerCase(), byId.propertyId.toUpperCase(), byId.slug.toUpperCase()])
      expect(await get(id)).toEqual(byId)
  })

  it.each(['Prop_1_nowhere', 'no-such-home', '../x', '{"$ne":1}'])(
    'says that %s does not exist, in the words that clients rely on',
    async (id) => {
      await expect(get(id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        status: 404,
        message: `Property with ID "${id}" not found. Please check the URL and try again.`,
      })
    },
  )
})

describe('the raise', () => {
  it('is upcoming until it opens, then applies newer versions only, and ignores a repeated event', async () => {
    const [property] = (await list({ limit: 1, sort: 'closing_soon' })).properties
    const { propertyId, offering } = property!
    const unitsTotal = offering.unitsTotal
    expect(property!.status).toBe('upcoming')
    await say(RaiseOpened, { propertyId, unitsTotal, unitsAvailable: unitsTotal, version: 1 })
    await until(async () => (await get(propertyId)).status === 'active')
    const eventId = newId()
    const fact = {
      propertyId,
      unitsTotal,
      unitsAvailable: units(unitsTotal - 30),
      unitsPaid: units(20),
      investors: 2,
      version: 5,
    }
    await Promise.all(Array.from({ length: 5 }, () => say(RaiseProgressed, fact, eventId)))
    await until(async () => (await get(propertyId)).offering.unitsPaid === 20)
    const after = await get(propertyId)
    expect(after.investmentDetails.availableTokens).toBe(unitsTotal - 30)
    expect(after.offering).toMatchObject({ investors: 2, fundedBasisPoints: Math.floor(200_000 / unitsTotal) })
    await say(RaiseProgressed, { ...fact, unitsPaid: units(10), version: 4 })
    await say(RaiseFunded, { ...fact, unitsAvailable: units(0), unitsPaid: unitsTotal, state: 'funded', version: 9 })
    await until(async () => (await get(propertyId)).status === 'funded')
    const funded = await get(propertyId)
    expect(funded.offering.fundedBasisPoints).toBe(10_000)
    expect(funded.version).toBe(after.version + 1)
    expect((await list({ status: 'funded' })).properties.map((each) => each.propertyId)).toEqual([propertyId])
    const changes = await mongo
      .collection('outbox')
      .countDocuments({ 'event.type': 'property.property.changed.v1', 'event.subject': propertyId })
    expect(changes).toBe(4)
  })
})

describe('getProjection', () => {
  const first = async () => get((await list()).properties[0]!.propertyId)
  const ask = (id: string, amountFils: Fils) => rpc.call(GetProjection, { id, amountFils, years: 5 })

  it('calculates the same as the page, from the published terms', async () => {
    const property = await first()
    const amountFils = fils(1_000_000)
    const { calculation } = await ask(property.slug, amountFils)
    expect(calculation).toEqual(calculate(property, { amountFils, years: 5 }))
    expect(calculation!.cases.map(({ name }) => name)).toEqual(['cautious', 'base', 'loss'])
    expect(calculation!.cases[2]!.projection.resultFils).toBeLessThan(0)
  })

  it('uses the assumptions that are asked for', async () => {
    const { propertyId } = await first()
    const rates = { growthBasisPoints: -300, occupancyBasisPoints: 8_000, exitCostBasisPoints: 400 }
    const { calculation } = await rpc.call(GetProjection, {
      ...{ id: propertyId, amountFils: fils(1_000_000), years: 3 },
      ...rates,
    })
    expect(calculation!.assumptions).toEqual({ years: 3, ...rates })
  })

  it('rejects an amount that buys no share, and one that buys more than all', async () => {
    const { propertyId, offering } = await first()
    const tooMuch = times(offering.unitPriceFils, offering.unitsIssued + 1)
    for (const amount of [fils(-1), fils(offering.unitPriceFils - 1), tooMuch])
      await expect(ask(propertyId, amount)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 422 })
  })

  it('rejects a property that does not exist', async () => {
    await expect(ask('Prop_0_nowhere', fils(1_000_000))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('listAddresses', () => {
  it('lists every published property once, the oldest first, in parts', async () => {
    const { properties } = await list({ limit: 100 })
    const all = await rpc.call(ListAddresses, { offset: 0, limit: 100 })
    expect(all.total).toBe(properties.length)
    expect(all.addresses.map(({ slug }) => slug).sort()).toEqual(properties.map(({ slug }) => slug).sort())
    const created = new Map(properties.map(({ slug, createdAt }) => [slug, createdAt]))
    const times = all.addresses.map(({ slug }) => created.get(slug)!)
    expect(times).toEqual([...times].sort())
    const parts = await Promise.all([
      rpc.call(ListAddresses, { offset: 0, limit: 3 }),
      rpc.call(ListAddresses, { offset: 3, limit: 97 }),
      rpc.call(ListAddresses, { offset: 100, limit: 5 }),
    ])
    expect(parts.flatMap(({ addresses }) => addresses)).toEqual(all.addresses)
  })

  it('states the last change of each property and of all', async () => {
    const { properties } = await list({ limit: 100 })
    const { addresses, changedAt } = await rpc.call(ListAddresses, { offset: 0, limit: 100 })
    const changes = new Map(properties.map(({ slug, updatedAt }) => [slug, updatedAt]))
    expect(addresses.filter(({ slug, updatedAt }) => changes.get(slug) !== updatedAt)).toEqual([])
    expect(changedAt).toBe([...changes.values()].sort().at(-1))
  })
})

describe('getHome', () => {
  it('includes open offerings only', async () => {
    const before = await rpc.call(GetHome, {})
    expect(before.openOfferings).toBe((await list({ status: 'active' })).scannedCount)
    const [property] = (await list({ status: 'upcoming', limit: 1 })).properties
    await say(RaiseOpened, { propertyId: property!.propertyId, unitsTotal: property!.offering.unitsTotal, version: 1 })
    await until(async () => (await rpc.call(GetHome, {})).openOfferings === before.openOfferings + 1)
    expect(await rpc.call(GetHome, {})).toMatchObject({
      minimumFils: 200_000,
      unitPriceFils: 10_000,
      sampleData: true,
      averageReturn: {
        kind: 'target',
        asOf: '2026-05-31',
        basisPoints: property!.offering.expectedReturn!.basisPoints,
      },
    })
  })

  it('states the lowest and the highest target of the open offerings, and how many state one', async () => {
    const [property] = (await list({ status: 'upcoming', limit: 1 })).properties
    await say(RaiseOpened, { propertyId: property!.propertyId, unitsTotal: property!.offering.unitsTotal, version: 1 })
    await until(async () => (await list({ status: 'active' })).scannedCount >= 2)
    const stated = (await list({ status: 'active', limit: 100 })).properties.map(
      ({ offering }) => offering.expectedReturn!.basisPoints,
    )
    expect((await rpc.call(GetHome, {})).returnRange).toEqual({
      lowestBasisPoints: Math.min(...stated),
      highestBasisPoints: Math.max(...stated),
      offerings: stated.length,
      asOf: '2026-05-31',
      kind: 'target',
    })
  })
})
