import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient, type ClientSession, type Collection, type MongoServerError } from 'mongodb'
import { startDocstore, type Docstore } from '../src/index.js'

const MIB = 1024 * 1024
const logLimits = { softBytes: MIB, hardBytes: 4 * MIB }
/** The size of the batch that exceeds a limit: one document and the pages that its keys change. */
const BATCH_BYTES = MIB / 2
const text = 'x'.repeat(50_000)

interface Item {
  _id: number
  text: string
}

let folder: string
let store: Docstore
let client: MongoClient
let items: Collection<Item>
let largestBytes: number

/** Returns the current size of the log and records the largest. */
function logBytes(): number {
  const { size } = statSync(join(folder, 'docstore.sqlite-wal'))
  largestBytes = Math.max(largestBytes, size)
  return size
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docstore-log-'))
  store = await startDocstore({ dataDir: folder, logLimits })
  client = await MongoClient.connect(store.uri)
  items = client.db('log').collection<Item>('items')
  await items.insertOne({ _id: -1, text: 'first' })
  largestBytes = 0
})
afterEach(async () => {
  await client.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** Begins a transaction and takes its snapshot. */
async function begin(): Promise<ClientSession> {
  const session = client.startSession()
  session.startTransaction()
  await items.findOne({ _id: -1 }, { session })
  return session
}

describe('the write-ahead log', () => {
  it('is emptied between transactions that overlap occasionally, without ending any of them', async () => {
    const write = async (worker: number) => {
      for (let i = 0; i < 60; i++) {
        const session = await begin()
        await items.insertOne({ _id: worker * 1000 + i, text }, { session })
        await session.commitTransaction()
        await session.endSession()
        logBytes()
      }
    }
    await Promise.all([0, 1, 2, 3].map(write))
    expect(await items.countDocuments()).toBe(241)
    expect(largestBytes).toBeLessThanOrEqual(logLimits.softBytes + 4 * BATCH_BYTES)
  })

  it('stays below its limit when every transaction begins before the last one ends', async () => {
    let open = await begin()
    let ended = 0
    for (let i = 0; i < 240; i++) {
      const next = await begin()
      try {
        await items.insertOne({ _id: i, text }, { session: open })
        await open.commitTransaction()
      } catch (error) {
        expect((error as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true)
        ended++
      }
      await open.endSession()
      open = next
      logBytes()
    }
    await open.abortTransaction()
    await open.endSession()
    expect(await items.countDocuments()).toBe(241 - ended)
    expect(ended).toBeLessThan(24)
    expect(largestBytes).toBeLessThanOrEqual(logLimits.hardBytes + BATCH_BYTES)
  })

  it('ends a transaction that prevents it from being emptied, which succeeds when it is retried', async () => {
    const session = await begin()
    await items.updateOne({ _id: -1 }, { $set: { text: 'mine' } }, { session })
    for (let i = 0; i < 120; i++) {
      await items.insertOne({ _id: i, text })
      logBytes()
    }
    const commit = session.commitTransaction()
    await expect(commit).rejects.toMatchObject({ code: 251, errorLabels: ['TransientTransactionError'] })
    expect(largestBytes).toBeLessThanOrEqual(logLimits.hardBytes + BATCH_BYTES)
    await session.withTransaction(() => items.updateOne({ _id: -1 }, { $set: { text: 'mine' } }, { session }))
    expect(await items.findOne({ _id: -1 })).toEqual({ _id: -1, text: 'mine' })
    await session.endSession()
  })

  it('resumes a write that waited for a transaction which was ended', async () => {
    const session = await begin()
    await items.updateOne({ _id: -1 }, { $set: { text: 'mine' } }, { session })
    const waiting = items.updateOne({ _id: -1 }, { $set: { text: 'theirs' } })
    for (let i = 0; i < 120; i++) await items.insertOne({ _id: i, text })
    expect((await waiting).modifiedCount).toBe(1)
    await session.endSession()
  })

  it('restarts a long read that prevented it from being emptied', async () => {
    await items.insertMany(Array.from({ length: 20_000 }, (_, i) => ({ _id: 1000 + i, text: '' })))
    const other = await MongoClient.connect(store.uri)
    const reading = items.aggregate<{ n: number }>([{ $group: { _id: null, n: { $sum: 1 } } }]).toArray()
    const writes = Array.from({ length: 120 }, (_, i) =>
      other.db('log').collection<Item>('items').insertOne({ _id: i, text }),
    )
    const [group] = await reading
    await Promise.all(writes)
    expect(group?.n).toBeGreaterThanOrEqual(20_001)
    logBytes()
    expect(largestBytes).toBeLessThanOrEqual(logLimits.hardBytes + BATCH_BYTES)
    await other.close()
  })
})
