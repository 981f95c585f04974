import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { isStoreDown } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { type Db, MongoClient } from 'mongodb'
import {
  check,
  Committer,
  InvalidChange,
  type MongoStoreOptions,
  MongoLedgerStore,
  type Transfer,
} from '../src/index.js'
import { WriterSession } from '../src/writer-session.js'
import { change, chart, move, pay } from './fixture.js'

const { mongoUri, dbPrefix } = testEngines()
let client: MongoClient
let db: Db
let count = 0
const children = new Set<ChildProcess>()

beforeAll(async () => {
  client = await MongoClient.connect(mongoUri, { writeConcern: { w: 'majority' } })
})
afterAll(() => client.close())
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})
beforeEach(async () => {
  db = client.db(`${dbPrefix}ledger${(count += 1)}`)
  await db.createCollection('orders')
  await db
    .collection('orders')
    .createIndex({ openKey: 1 }, { unique: true, partialFilterExpression: { openKey: { $exists: true } } })
  await new MongoLedgerStore({ client, db, isStoreDown }).prepare()
})

const newLedger = (probe?: MongoStoreOptions['probe']) => {
  const store = new MongoLedgerStore({ client, db, isStoreDown, ...(probe ? { probe } : {}) })
  // Deadlines are tested elsewhere; a slow machine must not affect these tests.
  return new Committer({ store, chart, now: () => new Date('2026-11-21T08:00:00Z'), timeoutMs: 60_000 })
}
const issue = (amount: number) => change('issue', { transfers: [move(amount, 'u:treasury', 'u:issued')] })
const transfers = () => db.collection<Transfer>('ledger_transfers')
const proof = () => check(transfers().find().sort({ seq: 1 }) as AsyncIterable<Transfer>, chart)
const orders = () => db.collection<{ _id: string; version: number; state?: string }>('orders')

describe('the ledger on a real store', () => {
  it('writes transfers, documents and events together', async () => {
    const ledger = newLedger()
    await Promise.all([ledger.commit(issue(10)), ledger.commit(pay('p1')), ledger.commit(pay('p2'))])
    expect(await transfers().countDocuments({})).toBe(3)
    expect(await orders().findOne({ _id: 'p1' })).toEqual({ _id: 'p1', state: 'paid', version: 1 })
    expect(await db.collection('outbox').countDocuments({})).toBe(2)
    expect(await newLedger().balance('u:treasury')).toMatchObject({ creditsPosted: 10, debitsPosted: 2 })
  })

  it('returns STALE and DUPLICATE to their callers, and commits the rest', async () => {
    const ledger = newLedger()
    const save = (id: string, version: number, set = {}) =>
      change(`${id}/${version}/${JSON.stringify(set)}`, { saves: [{ collection: 'orders', id, version, set }] })
    await ledger.commit(save('a', 0, { openKey: 'k' }))
    const outcomes = await Promise.all(
      [save('a', 7), save('a', 0, { again: 1 }), save('b', 0, { openKey: 'k' }), save('c', 0)].map((c) =>
        ledger.commit(c),
      ),
    )
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))).toEqual([
      'STALE',
      'STALE',
      'DUPLICATE',
      'ok',
    ])
    expect(outcomes[2]).toMatchObject({ index: 'openKey_1' })
    expect(
      await ledger.commit(
        change('unset', { saves: [{ collection: 'orders', id: 'a', version: 1, set: {}, unset: ['openKey'] }] }),
      ),
    ).toMatchObject({ ok: true })
    expect(await orders().findOne({ _id: 'a' })).toEqual({ _id: 'a', version: 2 })
  })

  it('commits the first of several changes in a batch that save the same unique value, and rejects the others', async () => {
    const ledger = newLedger()
    const wanted = Array.from({ length: 60 }, (_, index) => ({
      collection: 'orders',
      id: `wants-${index}`,
      version: 0,
    }))
    const outcomes = await Promise.all(
      wanted.map((save) => ledger.commit(change(save.id, { saves: [{ ...save, set: { openKey: 'wanted' } }] }))),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'DUPLICATE')).toHaveLength(59)
  })

  it('keeps the books balanced with three processes at once, and never oversells', async () => {
    const ledgers = [newLedger(), newLedger(), newLedger()]
    await ledgers[0]!.commit(issue(60))
    const keys = Array.from({ length: 50 }, (_, n) => `k${n}`)
    const outcomes = await Promise.all(
      keys.flatMap((key) => ledgers.map((ledger, n) => ledger.commit(pay(n === 2 ? key : `${key}-${n}`)))),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(60)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'LIMIT')).toHaveLength(90)
    expect((await proof()).faults).toEqual([])
    expect(await orders().countDocuments({})).toBe(60)
  })

  it.each(['beforeWrite', 'beforeCommit', 'afterCommit'] as const)(
    'applies a change once when contact is lost %s',
    async (point) => {
      await newLedger().commit(issue(10))
      let faults = 1
      const ledger = newLedger((at) => {
        if (at === point && faults-- > 0) throw new Error('contact lost')
      })
      expect(await ledger.commit(pay('p'))).toMatchObject({ ok: true, replayed: false, seq: 2 })
      expect(await ledger.commit(pay('p'))).toMatchObject({ ok: true, replayed: true, seq: 2 })
      expect((await proof()).transfers).toBe(2)
    },
  )

  it.each([
    ['beforeWrite', 0],
    ['beforeCommit', 0],
    ['afterCommit', 1],
  ] as const)(
    'loses nothing and applies nothing twice when the process is killed %s',
    async (point, durable) => {
      await newLedger().commit(issue(10))
      expect(await killedAt(point)).toBe('SIGKILL')
      expect(await orders().countDocuments({})).toBe(durable)
      expect(await newLedger().commit(pay('killed'))).toMatchObject({ ok: true, replayed: durable === 1 })
      expect([await orders().countDocuments({}), await db.collection('outbox').countDocuments({})]).toEqual([1, 1])
      expect((await proof()).faults).toEqual([])
    },
    90_000,
  )

  it("resumes within its callers' deadlines after two writers are killed in turn", async () => {
    const survivor = newLedger()
    await survivor.commit(issue(10))
    const writers = ['a', 'b', 'c'].map((name) => startChild({ KILL_AT: 'beforeCommit', WRITER: name }))
    await Promise.all(writers.map((writer) => once(writer, 'message')))
    for (const writer of writers.slice(0, 2)) {
      writer.send('go')
      expect(await exited(writer)).toBe('SIGKILL')
      // A writer that stays blocked for 5 s rejects with LedgerUnavailable.
      expect(await survivor.commit(pay(`after-${writer.pid}`))).toMatchObject({ ok: true, replayed: false })
    }
    expect((await proof()).transfers).toBe(6)
  })

  it('isolates a change whose event id belongs to another, and commits the rest of its batch', async () => {
    const ledger = newLedger()
    await ledger.commit(issue(10))
    await ledger.commit(pay('p0'))
    const outcomes = await Promise.allSettled(
      ['p1', 'p2', 'p3', 'p4'].map((key) =>
        ledger.commit(key === 'p3' ? { ...pay(key), events: [{ row: { _id: 'event-p0' } }] } : pay(key)),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ reason: expect.any(InvalidChange) })
    expect(await orders().countDocuments({})).toBe(4)
    expect((await proof()).faults).toEqual([])
  })

  it('decides again when another writer ends its session, even during a statement', async () => {
    const ledger = newLedger()
    const other = new WriterSession(client, db)
    await ledger.commit(issue(200))
    for (let round = 0; round < 100; round += 1) {
      const outcomes = await Promise.all([ledger.commit(pay(`k${round}`)), other.endOthers(), other.endOthers()])
      expect(outcomes[0]).toMatchObject({ ok: true, replayed: false })
    }
    expect((await proof()).faults).toEqual([])
  })

  it('serves every read from an index', async () => {
    const ledger = newLedger()
    await ledger.commit(issue(10))
    await Promise.all(Array.from({ length: 5 }, (_, n) => ledger.commit(pay(`p${n}`))))
    const reads = [
      [{ debit: 'u:treasury' }, { seq: -1 }],
      [{ debit: 'u:treasury' }, { debit: 1, seq: -1 }],
      [{ credit: 'u:a' }, { seq: -1 }],
      [{ pendingId: { $in: ['x'] } }, undefined],
      [{ seq: { $gt: 2 } }, { seq: 1 }],
      [{ _id: { $in: ['p1#0'] } }, undefined],
    ] as const
    for (const [filter, sort] of reads) {
      const plan = JSON.stringify(
        await transfers()
          .find(filter as never)
          .sort(sort ?? {})
          .limit(1)
          .explain('queryPlanner'),
      )
      expect({ filter, scans: plan.includes('COLLSCAN') || /"stage":"SORT"/.test(plan) }).toEqual({
        filter,
        scans: false,
      })
    }
  })
})

/** Runs the child until it has killed itself; returns the signal. */
function killedAt(point: string): Promise<NodeJS.Signals | null> {
  return exited(startChild({ KILL_AT: point }))
}

const exited = async (child: ChildProcess) => (await once(child, 'exit'))[1] as NodeJS.Signals | null

function startChild(more: Record<string, string>): ChildProcess {
  const script = new URL('./killed-child.ts', import.meta.url).pathname
  const root = new URL('../../..', import.meta.url).pathname
  const env = {
    ...process.env,
    MONGODB_URI: mongoUri,
    DB_NAME: db.databaseName,
    ...more,
    SWC_NODE_PROJECT: `${root}tsconfig.base.json`,
    NODE_OPTIONS: '',
  }
  const args = ['--conditions=source', '--import', '@swc-node/register/esm-register', script]
  const child = spawn(process.execPath, args, { env, cwd: root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.add(child)
  return child
}
