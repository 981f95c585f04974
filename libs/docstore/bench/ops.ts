import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient, type Collection } from 'mongodb'
import { startDocstore } from '../src/index.js'

const MS_PER_MEASURE = 1500

interface Item {
  _id: number
  email: string
  n: number
  text: string
}

const text = 'x'.repeat(150)
const item = (_id: number): Item => ({ _id, email: `user${_id}@bench.test`, n: 0, text })

/** Calls per second of `call` with that many at once, and the 99th percentile in ms. */
async function measure(
  atOnce: number,
  call: (i: number) => Promise<unknown>,
): Promise<{ perSecond: number; p99Ms: number }> {
  const times: number[] = []
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    while (performance.now() - startedAt < MS_PER_MEASURE) {
      const before = performance.now()
      await call(next++)
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: Math.round(times.length / seconds),
    p99Ms: Math.round((times[Math.floor(times.length * 0.99)] ?? 0) * 10) / 10,
  }
}

function operations(
  client: MongoClient,
  items: Collection<Item>,
  known: number,
): Record<string, (i: number) => Promise<unknown>> {
  let id = known
  return {
    ping: () => client.db('bench').command({ ping: 1 }),
    insert: () => items.insertOne(item(id++)),
    findById: (i) => items.findOne({ _id: i % known }),
    findByIndex: (i) => items.findOne({ email: `user${i % known}@bench.test` }),
    update: (i) => items.updateOne({ _id: i % known }, { $inc: { n: 1 } }),
    transaction: (i) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await items.updateOne({ _id: i % known }, { $inc: { n: 1 } }, { session })
          await items.insertMany([item(id++), item(id++)], { session })
        }),
      ),
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docstore-bench-'))
  const given = process.env.MONGODB_URI
  const store = given ? undefined : await startDocstore({ dataDir: folder })
  const client = await MongoClient.connect(given ?? (store?.uri as string), { maxPoolSize: 64 })
  await client.db('bench').dropDatabase()
  const items = client.db('bench').collection<Item>('items')
  await items.createIndexes([{ key: { email: 1 }, unique: true }, { key: { n: 1 } }])
  await items.insertMany(Array.from({ length: 10_000 }, (_, i) => item(i)))
  for (const [name, call] of Object.entries(operations(client, items, 10_000))) {
    for (const atOnce of [1, 32]) {
      const { perSecond, p99Ms } = await measure(atOnce, call)
      console.log(
        `${name.padEnd(12)} ${String(atOnce).padStart(2)} at once  ${String(perSecond).padStart(6)}/s  p99 ${p99Ms} ms`,
      )
    }
  }
  await client.close()
  await store?.close()
  await rm(folder, { recursive: true, force: true })
}

await main()
