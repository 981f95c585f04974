import { GetProperty, ListProperties } from '@hissa/contracts/property'
import type { Running } from '@hissa/kernel'
import { connectBus, type Bus } from '@hissa/messaging'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { boot } from '../src/boot.js'
import { clientOf, environmentOf } from './environment.js'

describe('documents whose wording has changed with a release', () => {
  let running: Running
  let bus: Bus
  let mongo: Connection
  let env: Record<string, string>

  beforeAll(async () => {
    const engines = await freshEngines()
    const { mongoUri, natsUrl, dbPrefix } = engines
    env = environmentOf(engines)
    running = await boot(env)
    await running.ready
    bus = await connectBus(natsUrl, 'test')
    mongo = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}property` })
    await bus.nc.request('local.property.seed', '{}', { timeout: 60_000 })
  })
  afterAll(async () => {
    await bus?.nc.drain()
    await mongo?.close()
    await running?.drain()
  })

  it('get their next version and hash at the next start, and the property is published as changed', async () => {
    const rpc = clientOf(bus)
    const { properties } = await rpc.call(ListProperties, { limit: 1, sort: 'newest' })
    const { propertyId } = properties[0]!
    const documents = async () => (await rpc.call(GetProperty, { id: propertyId })).property.documents
    const changes = () =>
      mongo
        .collection('outbox')
        .countDocuments({ 'event.type': 'property.property.changed.v1', 'event.subject': propertyId })
    const before = await documents()
    const changesBefore = await changes()
    const changed = before.findIndex(({ id, locale }) => id === 'key-facts' && locale === 'en')
    const earlier = { [`record.documents.${changed}.hash`]: 'f'.repeat(64) }
    await mongo.collection<{ _id: string }>('properties').updateOne({ _id: propertyId }, { $set: earlier })

    const next = await boot(env)
    await next.ready
    await next.drain()

    expect(await documents()).toEqual(
      before.map((document, index) => (index === changed ? { ...document, version: 2 } : document)),
    )
    expect(await changes()).toBe(changesBefore + 1)
  })
})
