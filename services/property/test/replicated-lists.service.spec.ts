import { RaiseOpened } from '@hissa/contracts/investment'
import { GetHome, GetProperty, ListProperties } from '@hissa/contracts/property'
import { newId, type Running } from '@hissa/kernel'
import { connectBus, ensureStream, newEvent, type RpcClient, subjectOf, type Bus } from '@hissa/messaging'
import { units, type Units } from '@hissa/money'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { boot } from '../src/boot.js'
import { propertyModel } from '../src/catalogue/property.store.js'
import { clientOf, environmentOf } from './environment.js'

/** Enough for each replica to receive some of them. */
const CALLS = 24
let replicas: Running[] = []
let bus: Bus
let rpc: RpcClient
let mongo: Connection

beforeAll(async () => {
  const engines = await freshEngines()
  const { LOCAL_MODE, ...environment } = environmentOf(engines)
  // Only one of them creates the sample data.
  replicas = [await boot({ ...environment, LOCAL_MODE }), await boot(environment)]
  bus = await connectBus(engines.natsUrl, 'test')
  await ensureStream(bus, 'investment')
  rpc = clientOf(bus)
  mongo = await connectMongo({ uri: engines.mongoUri, dbName: `${engines.dbPrefix}property` })
  await bus.nc.request('local.property.seed', '{}', { timeout: 60_000 })
})
afterAll(async () => {
  await bus?.nc.drain()
  await mongo?.close()
  await Promise.all(replicas.map((replica) => replica.drain()))
  replicas = []
})

const list = (input: object = {}) => rpc.call(ListProperties, { limit: 100, sort: 'newest', ...input } as never)
/** Returns what many calls return, each of which any replica may answer. */
const everywhere = <T>(read: () => Promise<T>) => Promise.all(Array.from({ length: CALLS }, read))
const get = async (id: string) => (await rpc.call(GetProperty, { id })).property

async function progress(propertyId: string, unitsTotal: Units, unitsPaid: Units, version: number): Promise<void> {
  const left = units(unitsTotal - unitsPaid)
  const counts = { unitsTotal, unitsAvailable: left, unitsPaid, investors: 1 }
  const data = { propertyId, state: 'active' as const, version, ...counts }
  const event = newEvent(RaiseOpened, { aggregateId: propertyId, version, time: new Date(), data })
  await bus.js.publish(subjectOf(RaiseOpened.type), JSON.stringify(event), { msgID: newId() })
}

describe('the lists of several replicas', () => {
  it('contain every property once it is published', async () => {
    const counts = await everywhere(async () => (await list()).scannedCount)
    expect(new Set(counts)).toEqual(new Set([24]))
  })

  it('show each change of a raise as soon as it is stored', async () => {
    const { propertyId, offering } = (await list({ limit: 1 })).properties[0]!
    for (let version = 1; version <= 5; version += 1) {
      const paid = units(version * 10)
      await progress(propertyId, offering.unitsTotal, paid, version)
      await until(async () => (await get(propertyId)).offering.unitsPaid === paid)
      const shown = await everywhere(async () => {
        const { properties } = await list({ status: 'active', sort: 'most_funded' })
        return properties.map((each) => [each.propertyId, each.offering.unitsPaid])
      })
      expect(shown).toEqual(Array(CALLS).fill([[propertyId, paid]]))
      const homes = await everywhere(async () => (await rpc.call(GetHome, {})).openOfferings)
      expect(new Set(homes)).toEqual(new Set([1]))
    }
  })

  it('show a changed property as soon as it is stored, even without an event', async () => {
    const { propertyId } = (await list({ limit: 1 })).properties[0]!
    const row = (await propertyModel(mongo).findOne({ _id: propertyId }).lean())!
    const version = row.version + 1
    const texts = { ...row.record.texts, en: { ...row.record.texts.en, title: 'Renamed' } }
    const record = { ...row.record, texts, version }
    await propertyModel(mongo).updateOne({ _id: propertyId }, { $set: { record, version, savedAt: new Date() } })
    for (const input of [{}, { q: 'renamed' }]) {
      const shown = await everywhere(async () =>
        (await list(input)).properties.filter(({ title }) => title === 'Renamed').map((each) => each.propertyId),
      )
      expect(shown).toEqual(Array(CALLS).fill([propertyId]))
    }
  })
})
