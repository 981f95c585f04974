import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient, type Collection, type Document, type MongoServerError } from 'mongodb'
import { startDocstore, type Docstore } from '../src/index.js'

let store: Docstore
let client: MongoClient
let folder: string
let items: Collection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docstore-'))
  store = await startDocstore({ dataDir: folder })
  client = await MongoClient.connect(store.uri)
})
afterAll(async () => {
  await client.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await client.db('engine').dropDatabase()
  items = client.db('engine').collection('items')
})

const planOf = async (filter: Document, sort: Document = {}) => {
  const explained = await items.find(filter).sort(sort).explain('queryPlanner')
  return (explained as { queryPlanner: { winningPlan: Document } }).queryPlanner.winningPlan
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: MongoServerError) => `${String(error.code)} ${error.message}`,
  )

describe('docstore › finding by index', () => {
  beforeEach(async () => {
    await items.createIndexes([
      { key: { status: 1, at: -1 } },
      { key: { tags: 1 } },
      { key: { dueAt: 1 }, partialFilterExpression: { open: true }, name: 'due' },
      { key: { email: 1 }, unique: true, sparse: true },
    ])
  })

  it.each<[string, Document, Document, string]>([
    ['an equality and the sort after it', { status: 'paid' }, { at: -1 }, 'status_1_at_-1'],
    ['the same index read backwards', { status: 'paid' }, { at: 1 }, 'status_1_at_-1'],
    ['a range', { status: 'paid', at: { $lt: new Date() } }, {}, 'status_1_at_-1'],
    ['an element of an array', { tags: 'x' }, {}, 'tags_1'],
    [
      'a partial index whose condition the filter implies',
      { open: true, dueAt: { $lte: new Date() } },
      { dueAt: 1 },
      'due',
    ],
    ['a sparse unique index', { email: 'a@b' }, {}, 'email_1'],
    ['the existence of a field with a sparse index', { email: { $exists: true } }, {}, 'email_1'],
  ])('%s needs no sort and no collection scan', async (_, filter, sort, index) => {
    const plan = await planOf(filter, sort)
    expect(plan).toMatchObject({ stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: index } })
  })

  it('reports a collection scan and a sort', async () => {
    expect(await planOf({ other: 1 })).toMatchObject({ stage: 'COLLSCAN' })
    expect(await planOf({ dueAt: { $lte: new Date() } })).toMatchObject({ stage: 'COLLSCAN' })
    expect(await planOf({ status: 'paid' }, { other: 1 })).toMatchObject({
      stage: 'SORT',
      inputStage: { stage: 'FETCH' },
    })
    expect(await planOf({ _id: 1 as never })).toMatchObject({ stage: 'IDHACK' })
  })

  it('serves $or from an index for every branch', async () => {
    expect(await planOf({ $or: [{ status: 'paid' }, { tags: 'x' }] })).toMatchObject({ inputStage: { stage: 'OR' } })
    expect(await planOf({ $or: [{ status: 'paid' }, { other: 1 }] })).toMatchObject({ stage: 'COLLSCAN' })
  })

  it('explains writes and pipelines too', async () => {
    const write = await client.db('engine').command({
      explain: { update: 'items', updates: [{ q: { status: 'paid' }, u: { $set: { a: 1 } } }] },
      verbosity: 'queryPlanner',
    })
    expect(write).toMatchObject({
      queryPlanner: { winningPlan: { stage: 'UPDATE', inputStage: { inputStage: { indexName: 'status_1_at_-1' } } } },
    })
    const pipeline = await items.aggregate([{ $match: { tags: 'x' } }, { $count: 'n' }]).explain('queryPlanner')
    expect(pipeline).toMatchObject({ queryPlanner: { winningPlan: { inputStage: { indexName: 'tags_1' } } } })
  })
})

describe('docstore › expiry', () => {
  it('deletes documents that a TTL index has expired, by wall time, and keeps values that are not dates', async () => {
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 60 })
    const now = Date.now()
    await items.insertMany([
      { n: 1, at: new Date(now - 61_000) },
      { n: 2, at: new Date(now) },
      { n: 3, at: 'never' },
      { n: 4 },
    ])
    await store.expire(now)
    expect((await items.find().toArray()).map((row) => row.n as number)).toEqual([2, 3, 4])
  })
})

describe('docstore › unsupported features', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['$where', () => items.find({ $where: 'true' }).toArray(), /^115 .*\$where/],
    ['$text', () => items.find({ $text: { $search: 'a' } }).toArray(), /^115 .*\$text/],
    ['a text index', () => items.createIndex({ a: 'text' }), /^115 .*text index/],
    ['a collation', () => items.find().collation({ locale: 'ar' }).toArray(), /^115 .*collation/],
    ['$out', () => items.aggregate([{ $out: 'x' }]).toArray(), /^115 .*\$out/],
    ['change streams', () => items.watch().next(), /^115 .*\$changeStream/],
    [
      'a capped collection',
      () => client.db('engine').createCollection('c', { capped: true, size: 100 }),
      /^115 .*capped/,
    ],
    ['mapReduce', () => client.db('engine').command({ mapReduce: 'items' }), /^115 .*mapReduce/],
    ['an unknown option', () => client.db('engine').command({ find: 'items', frob: 1 }), /^40415 .*find\.frob/],
    ['an unknown command', () => client.db('engine').command({ frob: 1 }), /^59 .*frob/],
    [
      'an unknown update option',
      () => client.db('engine').command({ update: 'items', updates: [{ q: {}, u: {}, sort: { a: 1 } }] }),
      /^40415 .*sort/,
    ],
  ])('%s', async (_, work, expected) => {
    expect(await refusal(work())).toMatch(expected)
  })
})

describe('docstore › retryable writes', () => {
  it('answers a repeated write number without writing again', async () => {
    const id = { id: new mongoose.mongo.UUID().toBinary() }
    const command = { insert: 'items', documents: [{ a: 1 }], lsid: id, txnNumber: mongoose.mongo.Long.fromNumber(1) }
    const database = client.db('engine')
    const socket = new MongoClient(store.uri, { retryWrites: false })
    await socket.db('engine').command({ ...command, documents: [{ _id: 'once' }] })
    const again = await socket.db('engine').command({ ...command, documents: [{ _id: 'once' }] })
    expect(again).toMatchObject({ n: 1, ok: 1 })
    expect(again.writeErrors).toBeUndefined()
    expect(await database.collection('items').countDocuments()).toBe(1)
    await socket.close()
  })
})

describe('docstore › with mongoose', () => {
  it('keeps schemas, populates, counts versions and saves in transactions', async () => {
    const connection = await mongoose.createConnection(store.uri, { dbName: 'goose' }).asPromise()
    const User = connection.model(
      'User',
      new mongoose.Schema(
        { email: { type: String, unique: true }, age: Number },
        { timestamps: true, optimisticConcurrency: true },
      ),
    )
    const Order = connection.model(
      'Order',
      new mongoose.Schema({
        user: { type: mongoose.Types.ObjectId, ref: 'User' },
        lines: [{ sku: String, n: Number }],
      }),
    )
    await Promise.all([User.init(), Order.init()])
    const user = await User.create({ email: 'a@b.test', age: 30 })
    await connection.transaction(async (session) => {
      const order = new Order({ user: user._id, lines: [{ sku: 'x', n: 1 }] })
      await order.save({ session })
      await User.updateOne({ _id: user._id }, { $inc: { age: 1 } }, { session })
    })
    const order = await Order.findOne({ 'lines.sku': 'x' }).populate('user').lean()
    expect(order).toMatchObject({ user: { email: 'a@b.test', age: 31 } })
    await expect(User.create({ email: 'a@b.test' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@b.test' },
    })
    await connection.dropDatabase()
    await connection.close()
  })

  it('pages through a long result', async () => {
    await items.insertMany(Array.from({ length: 2500 }, (_, n) => ({ n })))
    let sum = 0
    for await (const row of items.find({}, { batchSize: 300 }).sort({ n: -1 })) sum += row.n as number
    expect(sum).toBe((2499 * 2500) / 2)
  })
})
