import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { MongoClient } from 'mongodb'
import { startDocstore } from '../src/index.js'
import { Store } from '../src/storage/store.js'

const root = resolve(import.meta.dirname, '../../..')
const main = resolve(import.meta.dirname, '../src/main.ts')

interface Process {
  child: ChildProcess
  uri: string
}

/** Starts the engine as a separate process, from source. */
function start(data: string, ...more: string[]): Promise<Process> {
  const args = ['--conditions=source', '--import', '@swc-node/register/esm-register', main, '--data', data, ...more]
  const env = { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'), NODE_ENV: 'test', NODE_OPTIONS: '' }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] })
  return new Promise((done, reject) => {
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.once('data', (line: Buffer) =>
      done({ child, uri: (JSON.parse(line.toString()) as { uri: string }).uri }),
    )
    child.once('exit', (code) => reject(Object.assign(new Error(errors), { code })))
  })
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((done) => (child.exitCode === null ? child.once('exit', done) : done(child.exitCode)))

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docstore-kill-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('docstore › killed in the middle of writing', () => {
  it.each([
    ['that waits for the disk', []],
    ['of data that are thrown away', ['--throwaway']],
  ])('keeps every acknowledged write, and all or nothing of each transaction, in an engine %s', async (_, more) => {
    const first = await start(folder, ...more)
    const client = await MongoClient.connect(first.uri, { retryWrites: false, serverSelectionTimeoutMS: 500 })
    const acked = { writes: [] as number[], transactions: [] as number[] }
    const writing = writeUntilItDies(client, acked)
    while (acked.writes.length < 200 || acked.transactions.length < 20) await new Promise(setImmediate)
    first.child.kill('SIGKILL')
    await writing
    await client.close(true)
    const second = await start(folder)
    const again = await MongoClient.connect(second.uri)
    const rows = await again.db('kill').collection<{ _id: number }>('writes').find().toArray()
    const present = new Set(rows.map((row) => row._id))
    expect(acked.writes.filter((id) => !present.has(id))).toEqual([])
    const parts = await again
      .db('kill')
      .collection('parts')
      .aggregate<{ _id: number; n: number }>([{ $group: { _id: '$of', n: { $sum: 1 } } }])
      .toArray()
    expect(parts.filter((part) => part.n !== 3)).toEqual([])
    const whole = new Set(parts.map((part) => part._id))
    expect(acked.transactions.filter((id) => !whole.has(id))).toEqual([])
    await again.close()
    second.child.kill('SIGTERM')
    expect(await ended(second.child)).toBe(0)
  })
})

async function writeUntilItDies(
  client: MongoClient,
  acked: { writes: number[]; transactions: number[] },
): Promise<void> {
  const writes = client.db('kill').collection<{ _id: number; at: Date }>('writes')
  const parts = client.db('kill').collection('parts')
  await parts.insertMany([{ of: -1 }, { of: -1 }, { of: -1 }])
  let next = 0
  const insert = async () => {
    for (;;) {
      const _id = next++
      await writes.insertOne({ _id, at: new Date() })
      acked.writes.push(_id)
    }
  }
  const transact = async () => {
    for (;;) {
      const of = next++
      const session = client.startSession()
      session.startTransaction()
      for (let i = 0; i < 3; i++) await parts.insertOne({ of, i }, { session })
      await session.commitTransaction()
      acked.transactions.push(of)
    }
  }
  await Promise.allSettled([insert(), insert(), insert(), transact(), transact()])
}

describe('docstore › a commit', () => {
  it.each([
    ['waits for the disk', undefined, 2],
    ['doesn’t wait for the disk if the data are thrown away', true, 0],
  ])('%s', (_, isThrownAway, synchronous) => {
    const store = new Store(folder, undefined, isThrownAway)
    expect(store.connection.statement('PRAGMA synchronous').get()).toEqual({ synchronous })
    store.close()
  })
})

describe('docstore › as a process', () => {
  let running: Process
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'docstore-one-'))
    running = await start(data, '--guarded')
  })
  afterAll(() => rm(data, { recursive: true, force: true }))

  it('rejects a folder that another process uses, with exit code 75 and the name of the folder', async () => {
    await expect(start(data)).rejects.toMatchObject({
      code: 75,
      message: expect.stringContaining(data) as unknown as string,
    })
  })

  it('stops when its standard input closes, and releases the folder', async () => {
    running.child.stdin?.end()
    expect(await ended(running.child)).toBe(0)
    const store = await startDocstore({ dataDir: data })
    await store.close()
  })
})

describe('docstore › a write that was retried', () => {
  it('leaves an index that is still multikey after a restart', async () => {
    const first = await startDocstore({ dataDir: folder })
    const client = await MongoClient.connect(first.uri)
    const items = client.db('again').collection('items')
    await items.createIndexes([{ key: { email: 1 }, unique: true }, { key: { a: 1 } }])
    const session = client.startSession()
    session.startTransaction()
    await items.insertOne({ email: 'held' }, { session })
    // The first document is written and rolled back, because the second has to wait for the transaction.
    const bulk = items.insertMany([{ a: [0, 5] }, { email: 'held' }])
    await client.db('again').collection('others').insertOne({})
    await session.abortTransaction()
    await bulk
    await client.close()
    await first.close()
    const second = await startDocstore({ dataDir: folder })
    const again = await MongoClient.connect(second.uri)
    expect(
      await again
        .db('again')
        .collection('items')
        .countDocuments({ a: { $gt: 1, $lt: 3 } }),
    ).toBe(1)
    await again.close()
    await second.close()
  })
})
