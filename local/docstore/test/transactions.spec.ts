import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ClientSession, Collection, MongoClient, MongoServerError } from 'mongodb'
import { startEmbedded, startReal, type Engine } from './support/engines.js'

interface Account {
  _id: string
  balance: number
  owner?: string
}

const engines = ['docstore', 'mongod'] as const
const started = new Map<string, Engine>()

beforeAll(async () => {
  const [embedded, real] = await Promise.all([startEmbedded(), startReal()])
  started.set('docstore', embedded)
  if (real) started.set('mongod', real)
})

afterAll(() => Promise.all([...started.values()].map((engine) => engine.stop())))

describe.each(engines)('transactions on %s', (name) => {
  let client: MongoClient
  let accounts: Collection<Account>
  const present = () => started.has(name)

  beforeEach(async () => {
    if (!present()) return
    client = (started.get(name) as Engine).client
    accounts = client.db('transactions').collection<Account>('accounts')
    await accounts.deleteMany({})
    await accounts.createIndex({ owner: 1 }, { unique: true, sparse: true })
    await accounts.insertMany([
      { _id: 'a', balance: 10 },
      { _id: 'b', balance: 10 },
    ])
  })

  /** Skips, naming the reason, where there is no mongod. */
  const on = (title: string, test: () => Promise<unknown>) =>
    it(title, async () => {
      if (present()) await test()
      else process.stderr.write(`no mongod: skipped on it: ${title}\n`)
    })

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 0,
      (error: MongoServerError) => error.code,
    )
  const open = (): ClientSession => {
    const session = client.startSession()
    session.startTransaction()
    return session
  }

  on('a rolled back transaction leaves nothing, in any collection', async () => {
    const other = client.db('transactions').collection<Account>('other')
    const failing = client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.updateOne({ _id: 'a' }, { $inc: { balance: -5 } }, { session })
        await other.insertOne({ _id: 'x', balance: 5 }, { session })
        throw new Error('changed my mind')
      }),
    )
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await accounts.findOne({ _id: 'a' })).toEqual({ _id: 'a', balance: 10 })
    expect(await other.countDocuments()).toBe(0)
  })

  on('transactions begun at the same commit keep their view when another of them ends', async () => {
    const [first, second] = [open(), open()]
    const seenBy = async (session?: ClientSession) =>
      (await accounts.find({}, { ...(session ? { session } : {}) }).toArray()).map((row) => row._id).sort()
    expect(await seenBy(first)).toEqual(['a', 'b'])
    expect(await seenBy(second)).toEqual(['a', 'b'])
    await accounts.insertOne({ _id: 'c', balance: 1 })
    await first.abortTransaction()
    expect(await seenBy(second)).toEqual(['a', 'b'])
    const third = open()
    expect(await seenBy(third)).toEqual(['a', 'b', 'c'])
    await Promise.all([second.abortTransaction(), third.abortTransaction()])
  })

  on('others do not see what is not committed, and the transaction does not see what others commit', async () => {
    const session = open()
    await accounts.insertOne({ _id: 'c', balance: 1 }, { session })
    await accounts.insertOne({ _id: 'd', balance: 1 })
    expect((await accounts.find().toArray()).map((row) => row._id).sort()).toEqual(['a', 'b', 'd'])
    expect((await accounts.find({}, { session }).toArray()).map((row) => row._id).sort()).toEqual(['a', 'b', 'c'])
    await session.commitTransaction()
    expect(await accounts.countDocuments()).toBe(4)
    await session.endSession()
  })

  on('two that write one document conflict at once, by document and with the label', async () => {
    const [first, second] = [open(), open()]
    await accounts.findOne({ _id: 'a' }, { session: second })
    await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: first })
    const failed = await accounts
      .updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: second })
      .catch((error: MongoServerError) => error)
    expect(failed).toMatchObject({ code: 112 })
    expect((failed as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true)
    await first.commitTransaction()
    await Promise.all([first.endSession(), second.endSession()])
  })

  on('two that write different documents both commit', async () => {
    const [first, second] = [open(), open()]
    await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: first })
    await accounts.updateOne({ _id: 'b' }, { $inc: { balance: 1 } }, { session: second })
    await Promise.all([first.commitTransaction(), second.commitTransaction()])
    expect((await accounts.find().toArray()).map((row) => row.balance)).toEqual([11, 11])
    await Promise.all([first.endSession(), second.endSession()])
  })

  on('the first committer wins over an older snapshot', async () => {
    const late = open()
    await accounts.findOne({ _id: 'a' }, { session: late })
    await accounts.updateOne({ _id: 'a' }, { $set: { balance: 99 } })
    expect(await codeOf(accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: late }))).toBe(112)
    await late.endSession()
  })

  on('a unique key is reserved until the end', async () => {
    const [first, second] = [open(), open()]
    await accounts.insertOne({ _id: 'c', balance: 0, owner: 'o' }, { session: first })
    expect(await codeOf(accounts.insertOne({ _id: 'd', balance: 0, owner: 'o' }, { session: second }))).toBe(112)
    await first.commitTransaction()
    expect(await codeOf(accounts.insertOne({ _id: 'd', balance: 0, owner: 'o' }))).toBe(11000)
    await Promise.all([first.endSession(), second.endSession()])
  })

  on('a duplicate of what the snapshot shows is a duplicate key, and ends the transaction', async () => {
    const session = open()
    expect(await codeOf(accounts.insertOne({ _id: 'a', balance: 0 }, { session }))).toBe(11000)
    expect(await codeOf(accounts.findOne({ _id: 'a' }, { session }))).toBe(251)
    await session.endSession()
  })

  on('a write without a session passes by when the documents differ, and waits when they are held', async () => {
    const session = open()
    await accounts.updateOne({ _id: 'a' }, { $set: { balance: 50 } }, { session })
    await accounts.updateOne({ _id: 'b' }, { $set: { balance: 7 } })
    const waiting = accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } })
    expect(
      await Promise.race([waiting.then(() => 'written'), accounts.findOne({ _id: 'a' }).then((row) => row?.balance)]),
    ).toBe(10)
    await session.commitTransaction()
    await waiting
    expect(await accounts.findOne({ _id: 'a' })).toEqual({ _id: 'a', balance: 51 })
    await session.endSession()
  })

  on('no update is lost when many add to one document', async () => {
    const add = () =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          const row = (await accounts.findOne({ _id: 'a' }, { session })) as Account
          await accounts.updateOne({ _id: 'a' }, { $set: { balance: row.balance + 1 } }, { session })
        }),
      )
    await Promise.all(Array.from({ length: 8 }, add))
    expect((await accounts.findOne({ _id: 'a' }))?.balance).toBe(18)
  })

  on('a commit asked for twice is answered twice and done once', async () => {
    const session = open()
    await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session })
    await session.commitTransaction()
    await session.commitTransaction()
    expect((await accounts.findOne({ _id: 'a' }))?.balance).toBe(11)
    await session.endSession()
  })

  on("a collection made in a transaction is nobody else's until it commits", async () => {
    const database = client.db(`made-${name}`)
    await database.dropDatabase()
    const session = open()
    await database.collection('fresh').insertOne({ a: 1 }, { session })
    expect(await database.listCollections().toArray()).toEqual([])
    await session.commitTransaction()
    expect(await database.collection('fresh').countDocuments()).toBe(1)
    await session.endSession()
    await database.dropDatabase()
  })
})
