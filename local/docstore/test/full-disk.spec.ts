import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { Engine } from '../src/engine.js'
import { listen } from '../src/wire/server.js'

const OUT_OF_DISK_SPACE = 14031

describe('an engine whose disk is full', () => {
  let folder: string
  let engine: Engine
  let server: Awaited<ReturnType<typeof listen>>
  let client: MongoClient

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docstore-full-'))
    engine = new Engine(folder)
    server = await listen('127.0.0.1', 0, engine)
    engine.address = `127.0.0.1:${server.port}`
    client = await MongoClient.connect(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`)
  })
  afterEach(async () => {
    await client.close()
    await server.close()
    engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Limits the number of pages, so that SQLite reports SQLITE_FULL as it does on a full disk. */
  const limitPages = (pages: number) =>
    (engine as unknown as { store: { connection: { exec(sql: string): void } } }).store.connection.exec(
      `PRAGMA max_page_count=${pages}`,
    )

  it.each([false, true])(
    'answers OutOfDiskSpace and goes on once there is room (in a transaction: %s)',
    async (inTransaction) => {
      const rows = client.db('full').collection<{ _id: number; text: string }>('rows')
      await rows.insertOne({ _id: 0, text: '' })
      limitPages(1)
      const insert = () =>
        client.withSession(async (session) => {
          const document = { _id: 1, text: 'x'.repeat(1_000_000) }
          if (!inTransaction) return rows.insertOne(document)
          return session.withTransaction(() => rows.insertOne(document, { session }))
        })
      await expect(insert()).rejects.toMatchObject({ code: OUT_OF_DISK_SPACE, codeName: 'OutOfDiskSpace' })
      expect(await rows.countDocuments({})).toBe(1)
      limitPages(1_000_000)
      await insert()
      expect(await rows.countDocuments({})).toBe(2)
    },
  )
})
