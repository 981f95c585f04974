import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { startTestStore } from '../src/stores.js'
import { freshEngines, testEngines, type TestEngines } from '../src/index.js'

const natsOptions = (natsUrl: string) => {
  const url = new URL(natsUrl)
  return { servers: url.host, user: url.username, pass: url.password }
}

describe('the engines of a test run', () => {
  let engines: TestEngines
  let nats: NatsConnection

  beforeAll(async () => {
    engines = await freshEngines()
    nats = await connect(natsOptions(engines.natsUrl))
  })
  afterAll(() => nats.close())

  it('include a store that commits a transaction over two collections', async () => {
    const client = await new mongoose.mongo.MongoClient(engines.mongoUri).connect()
    const db = client.db(`${engines.dbPrefix}engines`)
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await db.collection('a').insertOne({ n: 1 }, { session })
        await db.collection('b').insertOne({ n: 2 }, { session })
      }),
    )
    expect([await db.collection('a').countDocuments(), await db.collection('b').countDocuments()]).toEqual([1, 1])
    await client.close()
  })

  // docstore has no such limit: it ends the transaction two seconds after its connection has closed.
  const withMongod = process.env['TEST_STORE_KIND'] === 'mongod' ? it : it.skip
  withMongod('include a MongoDB that ends the open transaction of a killed process after 20 seconds', async () => {
    const client = await new mongoose.mongo.MongoClient(engines.mongoUri).connect()
    const parameter = { getParameter: 1, transactionLifetimeLimitSeconds: 1 }
    expect(await client.db('admin').command(parameter)).toMatchObject({ transactionLifetimeLimitSeconds: 20 })
    await client.close()
  })

  it('use the server named by MONGODB_URI instead of starting one', async () => {
    const before = { ...process.env }
    try {
      Object.assign(process.env, { MONGODB_URI: engines.mongoUri, TEST_STORE: '' })
      const store = await startTestStore('', '')
      await store.stop()
      expect(store).toMatchObject({ kind: 'MONGODB_URI', uri: engines.mongoUri })
    } finally {
      for (const name of ['MONGODB_URI', 'TEST_STORE']) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
  })

  it('keep a published message in a stream, and remove it for the next file', async () => {
    const manager = await jetstreamManager(nats)
    await manager.streams.add({ name: 'kept', subjects: ['kept.>'] })
    expect((await jetstream(nats).publish('kept.one', 'x')).seq).toBe(1)
    await freshEngines()
    const names: string[] = []
    for await (const stream of manager.streams.list()) names.push(stream.config.name)
    expect(names).toEqual([])
  })

  it('separate workers by account', async () => {
    const urls = JSON.parse(process.env['TEST_NATS_URLS'] ?? '{}') as Record<string, string>
    const otherUrl = Object.values(urls).find((url) => url !== engines.natsUrl) ?? ''
    const other = await connect(natsOptions(otherUrl))
    const received: string[] = []
    other.subscribe('secret', { callback: (_error, message) => void received.push(message.string()) })
    await other.flush()
    nats.publish('secret', 'x')
    await nats.flush()
    await other.flush()
    expect(received).toEqual([])
    await other.close()
  })

  it('give each call a separate database prefix, and this worker its Redis database', async () => {
    expect(testEngines().dbPrefix).not.toBe(testEngines().dbPrefix)
    const redis = new Redis(engines.redisUrl)
    expect(await redis.incr('counter')).toBe(1)
    redis.disconnect()
  })
})
