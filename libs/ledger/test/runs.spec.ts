import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { isStoreDown } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { type Db, MongoClient } from 'mongodb'
import {
  type AfterFailure,
  type Change,
  check,
  Committer,
  MongoLedgerStore,
  MongoRunStore,
  type MongoStoreOptions,
  Runs,
  type RunWork,
  type Transfer,
} from '../src/index.js'
import { WriterSession } from '../src/writer-session.js'
import { change, chart, move } from './fixture.js'

const { mongoUri, dbPrefix } = testEngines()
const at = new Date('2026-11-21T08:00:00Z')
const RUN = 'fail:p1'
let client: MongoClient
let db: Db
let count = 0

beforeAll(async () => {
  client = await MongoClient.connect(mongoUri, { writeConcern: { w: 'majority' } })
})
afterAll(() => client.close())
beforeEach(() => newDatabase())

async function newDatabase(): Promise<void> {
  db = client.db(`${dbPrefix}runs${(count += 1)}`)
  await db.createCollection('orders')
  await new MongoLedgerStore({ client, db, isStoreDown }).prepare()
  await new MongoRunStore(db).prepare()
}

interface Plan {
  queryPlanner: { winningPlan: object }
}
type Row = { _id: string; version: number; state: string }
const orders = () => db.collection<Row>('orders')
const transfers = () => db.collection<Transfer>('ledger_transfers')

/** Retries an item three times without delay, then rejects it. */
const afterFailure: AfterFailure = (due, { code }, { at: now }) => {
  const [tries, refusals] = [due.tries + 1, due.refusals + (code === undefined ? 0 : 1)]
  if (code !== undefined && refusals === 3) return { rejected: { kind: due.kind, code, tries, at: now } }
  return { due: { ...due, tries, refusals } }
}

function newWorker(probe?: MongoStoreOptions['probe']) {
  const store = new MongoLedgerStore({ client, db, isStoreDown, ...(probe ? { probe } : {}) })
  const ledger = new Committer({ store, chart, now: () => at, timeoutMs: 60_000 })
  const parts = { ledger, store: new MongoRunStore(db), now: () => at, wall: () => at, afterFailure, isStoreDown }
  return { ledger, runs: new Runs(parts) }
}

const idsOf = (length: number) => Array.from({ length }, (_, n) => `o${String(n).padStart(6, '0')}`)

/** Creates paid orders and the money that they are refunded from. */
async function place(ids: readonly string[]): Promise<void> {
  await orders().insertMany(ids.map((_id) => ({ _id, version: 1, state: 'paid' })))
  const funds = move(ids.length, 'u:treasury', 'u:clearing')
  await newWorker().ledger.commit(change('funds', { transfers: [funds] }))
}

const refunds: RunWork = {
  async ids(after, limit) {
    const rows = orders()
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
    return (await rows.toArray()).map((row) => row._id)
  },
  async decide(id) {
    const order = (await orders().findOne({ _id: id }))!
    return order.state === 'paid' ? refund(order) : { done: order.state }
  },
}

const refund = ({ _id, version }: Row, amount = 1): Change =>
  change(`refund:${_id}:${version}`, {
    transfers: [move(amount, `u:card-${_id}`)],
    saves: [{ collection: 'orders', id: _id, version, set: { state: 'refunded' } }],
    events: [{ row: { _id: `refunded:${_id}` } }],
  })

async function expectRefunded(length: number): Promise<void> {
  const report = await check(transfers().find().sort({ seq: 1 }) as AsyncIterable<Transfer>, chart)
  expect(report.faults).toEqual([])
  expect(report.balances.get('u:treasury')!.debitsPosted).toBe(length)
  const facts = await db.collection('outbox').countDocuments({})
  expect([facts, await orders().countDocuments({ state: 'refunded', version: 2 })]).toEqual([length, length])
}

describe('a run on a real store', () => {
  it('processes 2,000 items once with two workers at once, and reports the one that fails', async () => {
    const ids = idsOf(2_000)
    await place(ids)
    const poison = ids[1_234]!
    const work: RunWork = {
      ...refunds,
      decide: async (id) =>
        id === poison ? refund({ _id: id, version: 1, state: 'paid' }, 1_000_000) : refunds.decide(id),
    }
    const workers = [newWorker(), newWorker()]
    for (const { runs } of workers) await runs.begin(RUN, { kind: 'fail', total: ids.length })
    const steps = await Promise.all(workers.map(({ runs }) => runs.proceed(RUN, work)))
    expect(steps.map(({ resumeAt }) => resumeAt)).toEqual([null, null])
    expect(await workers[0]!.runs.read(RUN)).toMatchObject({ state: 'completed', done: 1_999, failed: 0, rejected: 1 })
    expect(await new MongoRunStore(db).failures(RUN, 'rejected', 10)).toMatchObject([
      { item: poison, code: 'LIMIT', detail: '{"accountId":"u:treasury"}', rejected: { tries: 3 } },
    ])
    await expectRefunded(1_999)
  })

  it('is completed by the next worker, whichever step of the store the first one is lost at', async () => {
    const ids = idsOf(7)
    let isLost = true
    for (let seam = 1; isLost; seam += 1) {
      await newDatabase()
      await place(ids)
      isLost = await loseWorkerAt(seam)
      // The server does the same with the open transaction of a killed process.
      await new WriterSession(client, db).endOthers()
      const { runs } = newWorker()
      await runs.begin(RUN, { kind: 'fail', total: ids.length })
      const { run } = await runs.proceed(RUN, refunds, { chunk: 3 })
      expect({ seam, run }).toMatchObject({ run: { state: 'completed', done: 7, failed: 0, rejected: 0 } })
      await expectRefunded(7)
      if (!isLost) expect(seam).toBeGreaterThan(3 * 7)
    }
  })

  /**
   * Runs a worker that stops permanently at the given step, with its transactions open. Returns false if it never
   * reached the step.
   */
  async function loseWorkerAt(seam: number): Promise<boolean> {
    let seams = 0
    let lose!: (lost: boolean) => void
    const lost = new Promise<boolean>((resolve) => (lose = resolve))
    const { runs } = newWorker(async () => {
      seams += 1
      if (seams < seam) return
      lose(true)
      await new Promise(() => undefined)
    })
    const run = async () => {
      await runs.begin(RUN, { kind: 'fail', total: 7 })
      await runs.proceed(RUN, refunds, { chunk: 3 })
      return false
    }
    return Promise.race([run(), lost])
  }

  it("doesn't begin while the store is unreachable, and records no failure", async () => {
    await place(idsOf(3))
    const { runs } = newWorker()
    await runs.begin(RUN, { kind: 'fail' })
    const store = new MongoLedgerStore({
      ...{ client, db, isStoreDown },
      probe: () => {
        throw Object.assign(new Error('away'), { name: 'MongoNetworkError' })
      },
    })
    const ledger = new Committer({ store, chart, now: () => at, maxAttempts: 2 })
    const parts = { store: new MongoRunStore(db), now: () => at, wall: () => at, afterFailure, isStoreDown }
    await expect(new Runs({ ledger, ...parts }).proceed(RUN, refunds)).rejects.toMatchObject({
      name: 'LedgerUnavailable',
    })
    expect(await runs.read(RUN)).toMatchObject({ version: 1, state: 'posting', done: 0, failed: 0 })
    expect((await runs.proceed(RUN, refunds)).run).toMatchObject({ state: 'completed', done: 3 })
  })

  it('reads everything by an index', async () => {
    const reads = [
      ['ledger_run_failures', { run: 'r', 'due.nextTryAt': { $lte: at } }, { 'due.nextTryAt': 1 }],
      ['ledger_run_failures', { run: 'r', 'due.nextTryAt': { $gt: new Date(-1) } }, { 'due.nextTryAt': 1 }],
      ['ledger_run_failures', { run: 'r', state: 'rejected', item: { $gt: '' } }, { item: 1 }],
    ] as const
    for (const [name, filter, sort] of reads) {
      const plan = (await db.collection(name).find(filter).sort(sort).explain('queryPlanner')) as Plan
      expect({ filter, scans: /COLLSCAN|"stage":"SORT"/.test(JSON.stringify(plan.queryPlanner.winningPlan)) }).toEqual({
        filter,
        scans: false,
      })
    }
  })
})
