import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient, type Collection } from 'mongodb'
import { startDocstore, type Docstore } from '../src/index.js'

const COUNT = 20_000

interface Item {
  _id: number
  kind: number
  value: number
}

let folder: string
let store: Docstore
let client: MongoClient
let other: MongoClient
let items: Collection<Item>
let others: Collection<Item>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docstore-long-'))
  store = await startDocstore({ dataDir: folder })
  client = await MongoClient.connect(store.uri)
  other = await MongoClient.connect(store.uri)
})
afterAll(async () => {
  await Promise.all([client.close(), other.close()])
  await store.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await client.db('long').dropDatabase()
  items = client.db('long').collection<Item>('items')
  others = other.db('long').collection<Item>('items')
  await items.insertMany(Array.from({ length: COUNT }, (_, i) => ({ _id: i, kind: i % 100, value: 0 })))
})

const LONG: [string, () => Promise<unknown>][] = [
  ['$group', () => items.aggregate([{ $group: { _id: '$kind', n: { $sum: 1 } } }]).toArray()],
  ['$match over a whole collection', () => items.aggregate([{ $match: { value: 1 } }]).toArray()],
  ['$sort', () => items.aggregate([{ $sort: { kind: -1 } }, { $limit: 1 }]).toArray()],
  ['a find that sorts', () => items.find().sort({ kind: 1 }).limit(1).toArray()],
  ['a count with a filter', () => items.countDocuments({ value: 0 })],
  ['the count command', () => client.db('long').command({ count: 'items', query: { value: 0 } })],
  ['distinct', () => items.distinct('kind')],
  ['an index build', () => items.createIndex({ kind: 1, value: 1 })],
  ['an update of all', () => items.updateMany({}, { $inc: { value: 1 } })],
  ['a delete of all', () => items.deleteMany({ value: 0 })],
]

describe('docstore › during a command on a whole collection', () => {
  it.each(LONG)('answers point reads before the command has ended: %s', async (_, run) => {
    const answered: string[] = []
    const long = run().then(() => answered.push('long'))
    for (let i = 0; i < 3; i++) {
      expect(await others.findOne({ _id: i })).toMatchObject({ _id: i, value: 0 })
      answered.push('read')
    }
    await long
    expect(answered).toEqual([...Array.from({ length: 3 }, () => 'read'), 'long'])
  })

  it('answers point reads before a long read in a transaction has ended', async () => {
    const answered: string[] = []
    const session = client.startSession()
    session.startTransaction()
    await items.insertOne({ _id: COUNT, kind: 1, value: 0 }, { session })
    const pipeline = [{ $group: { _id: null, n: { $sum: 1 } } }]
    const long = items
      .aggregate(pipeline, { session })
      .toArray()
      .then(([group]) => answered.push(`long ${String(group?.['n'])}`))
    await others.findOne({ _id: 1 })
    answered.push('read')
    await long
    expect(answered).toEqual(['read', `long ${COUNT + 1}`])
    await session.abortTransaction()
    await session.endSession()
  })

  it('shows one snapshot to the whole of a long read', async () => {
    const sums: number[] = []
    let done = false
    const reading = (async () => {
      for (let i = 0; i < 5; i++) {
        const [group] = await items.aggregate([{ $group: { _id: null, sum: { $sum: '$value' } } }]).toArray()
        sums.push(group?.['sum'] as number)
      }
      done = true
    })()
    let moves = 0
    while (!done) {
      // Changes both ends of the collection in one commit: no reader may see half of it.
      await other.withSession((session) =>
        session.withTransaction(async () => {
          await others.updateOne({ _id: 0 }, { $inc: { value: -1 } }, { session })
          await others.updateOne({ _id: COUNT - 1 }, { $inc: { value: 1 } }, { session })
        }),
      )
      moves++
    }
    await reading
    expect(moves).toBeGreaterThan(0)
    expect(sums).toEqual([0, 0, 0, 0, 0])
  })

  it('loses no update of a transaction during a long write', async () => {
    let done = false
    const long = items.updateMany({}, { $inc: { value: 1 } }).finally(() => (done = true))
    const add = (_id: number) =>
      other.withSession((session) =>
        session.withTransaction(() => others.updateOne({ _id }, { $inc: { value: 1 } }, { session })),
      )
    // In sequence, so that some begin after the long write has changed their document and before it commits.
    const adding: Promise<unknown>[] = []
    while (!done && adding.length < 60) {
      await others.findOne({ _id: adding.length })
      adding.push(add(adding.length))
    }
    await Promise.all([long, ...adding])
    expect(adding.length).toBeGreaterThan(1)
    expect(await items.countDocuments({ _id: { $lt: adding.length }, value: { $ne: 2 } })).toBe(0)
  })

  it('keeps nothing of an index build that fails', async () => {
    await items.insertOne({ _id: COUNT, kind: 0, value: 0 })
    await expect(items.createIndex({ kind: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 })
    expect((await items.indexes()).map((index) => index.name)).toEqual(['_id_'])
  })
})
