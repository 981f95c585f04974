import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startOwnStore, type Store } from '@hissa/testing-engines/start'
import { until } from '@hissa/testing-helpers'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectMongo, isStoreDown, type Connection } from '../src/connect.js'

/** Longer than the response time of a store on a busy machine. */
const SILENT_FOR_MS = 2_000
const ROOT = join(import.meta.dirname, '../../..')

describe('connectMongo', () => {
  let dir: string
  let store: Store
  const open: Connection[] = []
  const connect = async (silentForMs?: number) => {
    const connection = await connectMongo({ uri: store.uri, dbName: 'silent', ...(silentForMs ? { silentForMs } : {}) })
    open.push(connection)
    return connection
  }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hissa-silent-'))
    store = await startOwnStore(ROOT, dir)
  })

  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.close()))
    await store.stop()
    await rm(dir, { recursive: true, force: true })
  })

  /** Waits for this, because the other threads of a process continue until one of them handles the stop signal. */
  const isFrozen = (probe: Connection) =>
    probe.db!.command({ ping: 1 }).then(
      () => false,
      () => true,
    )

  it('limits the silence of a store in every phase of a command', async () => {
    const { options } = (await connect()).getClient()
    expect(options).toMatchObject({
      socketTimeoutMS: 60_000,
      connectTimeoutMS: 10_000,
      serverSelectionTimeoutMS: 10_000,
      waitQueueTimeoutMS: 60_000,
    })
  })

  it('fails reads, writes and transactions of a frozen store as unavailable, and continues once it responds', async () => {
    const [connection, probe] = [await connect(SILENT_FOR_MS), await connect(SILENT_FOR_MS)]
    const rows = connection.collection<{ _id: string }>('rows')
    await rows.insertOne({ _id: 'before' })
    process.kill(store.pid(), 'SIGSTOP')
    try {
      await until(() => isFrozen(probe))
      const outcomes = await Promise.allSettled([
        rows.findOne({ _id: 'before' }),
        rows.insertOne({ _id: 'frozen' }),
        connection.transaction((session) => rows.insertOne({ _id: 'in a transaction' }, { session })),
      ])
      for (const outcome of outcomes) {
        const { reason } = outcome as PromiseRejectedResult
        expect([outcome.status, isStoreDown(reason)]).toEqual(['rejected', true])
      }
    } finally {
      process.kill(store.pid(), 'SIGCONT')
    }
    await rows.insertOne({ _id: 'after' })
    expect(await rows.countDocuments({ _id: { $in: ['before', 'after'] } })).toBe(2)
  })

  it('lets a connection be idle for longer', async () => {
    const connection = await connect(SILENT_FOR_MS)
    const rows = connection.collection<{ _id: string }>('rows')
    await rows.insertOne({ _id: 'first' })
    let closed = 0
    connection.getClient().on('connectionClosed', () => (closed += 1))
    await new Promise((resolve) => setTimeout(resolve, 1.25 * SILENT_FOR_MS))
    expect(await rows.countDocuments({ _id: 'first' })).toBe(1)
    expect(closed).toBe(0)
  })
})
