import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isStoreDown } from '@hissa/persistence'
import { onPath } from '@hissa/testing-engines/start'
import { MongoClient } from 'mongodb'
import { check, Committer, LedgerUnavailable, MongoLedgerStore, type Transfer } from '../src/index.js'
import { change, chart, move } from './fixture.js'
import { ReplicaSet } from './replica-set.js'

const OUT_OF_DISK_SPACE = 14031
// Only a real server has replica sets. The run on docstore doesn't repeat it.
const isRun = (await onPath('mongod')) !== null && process.env['TEST_STORE'] !== 'docstore'

;(isRun ? describe : describe.skip)('the ledger on a replica set of three', () => {
  let set: ReplicaSet
  let client: MongoClient

  beforeAll(async () => {
    set = await ReplicaSet.start()
    client = await MongoClient.connect(set.uri, { writeConcern: { w: 'majority' } })
  })
  afterAll(async () => {
    await client?.close()
    await set?.stop()
  })

  const newLedger = async (name: string) => {
    const db = client.db(name)
    const store = new MongoLedgerStore({ client, db, isStoreDown })
    await store.prepare()
    return { db, ledger: new Committer({ store, chart, now: () => new Date('2026-11-21T08:00:00Z') }) }
  }
  const issue = (key: string) => change(key, { transfers: [move(1, 'u:treasury', 'u:issued')] })

  it('rejects with LedgerUnavailable, and not as an invalid change, while the disk is full', async () => {
    const { db, ledger } = await newLedger('full')
    await ledger.commit(issue('before'))
    await set.failInserts(OUT_OF_DISK_SPACE)
    const error: unknown = await ledger.commit(issue('full')).catch((reason: unknown) => reason)
    await set.failInserts(undefined)
    expect(error).toMatchObject({ name: 'LedgerUnavailable', reason: 'STORE', cause: { code: OUT_OF_DISK_SPACE } })
    expect(isStoreDown(error)).toBe(true)
    // The attempt in flight at the deadline may have been committed once the disk had space; it takes effect once.
    expect(await ledger.commit(issue('full'))).toMatchObject({ ok: true })
    const transfers = await db.collection<Transfer>('ledger_transfers').find().sort({ seq: 1 }).toArray()
    expect(transfers.map((row) => row._id)).toEqual(['before#0', 'full#0'])
  })

  it('acknowledges what a majority has stored, and keeps exactly that after a step-down', async () => {
    const { db, ledger } = await newLedger('ledger')
    const acknowledged: string[] = []
    const commit = async (key: string) => {
      const outcome = await ledger.commit(issue(key))
      if (outcome.ok) acknowledged.push(key)
      return outcome
    }
    await commit('before')
    await set.stopReplication()
    const alone = await commit('alone').catch((error: unknown) => error)
    await set.stepDown()
    expect(await commit('after')).toMatchObject({ ok: true, replayed: false })

    const transfers = await db.collection<Transfer>('ledger_transfers').find().sort({ seq: 1 }).toArray()
    expect(transfers.map((row) => row._id)).toEqual(acknowledged.map((key) => `${key}#0`))
    expect((await check(transfers, chart)).faults).toEqual([])
    expect(alone).toBeInstanceOf(LedgerUnavailable)
    expect(await commit('alone')).toMatchObject({ ok: true, replayed: false })
  })
})
