import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  amountOf,
  type AfterFailure,
  type Change,
  type Chart,
  check,
  Committer,
  InvalidChange,
  MemoryLedgerStore,
  MemoryRunStore,
  Runs,
  type RunStep,
  type RunWork,
  single,
} from './index.js'

const chart: Chart = (id) => ({ ledger: 'aed', limit: id === 'escrow' ? 'debits' : 'none' })
const at = new Date('2026-11-21T08:00:00Z')
const RUN = 'refund:p1'

/** Rejects an item at its third refusal; an outage never counts as one. */
const afterFailure: AfterFailure = (due, { code }, { at: now, wall }) => {
  const [tries, refusals] = [due.tries + 1, due.refusals + (code === undefined ? 0 : 1)]
  if (code !== undefined && refusals === 3) return { rejected: { kind: due.kind, code, tries, at: now } }
  return { due: { ...due, tries, refusals, nextTryAt: new Date(wall.getTime() + 1_000) } }
}

const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `o${String(n).padStart(6, '0')}`)

/** Refunds one unit of each order from escrow, once, and saves the order. */
function refunds(
  store: MemoryLedgerStore,
  ids: readonly string[],
  more: Partial<Record<string, () => Promise<Change>>> = {},
): RunWork {
  return {
    ids: async (after, limit) => ids.filter((id) => id > after).slice(0, limit),
    decide: async (id) => {
      const order = store.collection('orders').get(id)
      if (order?.['state'] === 'refunded') return { done: 'already' }
      return more[id] ? more[id]() : refund(id, order?.version ?? 0)
    },
  }
}

const refund = (id: string, version: number, amount = 1): Change => ({
  key: `refund:${id}:${version}`,
  inputHash: 'h',
  transfers: [
    { kind: 'single', code: 'refund', debit: 'escrow', credit: `card:${id}`, amount: amountOf('money', amount) },
  ],
  saves: [{ collection: 'orders', id, version, set: { state: 'refunded' } }],
  events: [{ row: { _id: `refunded:${id}` } }],
})

/** Creates an escrow account with one unit for each order. */
async function prepared(store: MemoryLedgerStore, count: number) {
  const { ledger } = newWorker(store)
  const transfers = single('pay', 'clearing', 'escrow', amountOf('money', count))
  await ledger.commit({ key: 'pay', inputHash: 'h', transfers, saves: [], events: [] })
}

function newWorker(store: MemoryLedgerStore) {
  const clock = { wallMs: at.getTime() }
  // Time doesn't advance, so no caller times out while a test controls the store.
  const timers = { elapsedMs: () => 0, sleep: () => new Promise<void>(() => undefined) }
  const ledger = new Committer({ store, chart, now: () => at, pause: async () => undefined, timers })
  const parts = { ledger, store: new MemoryRunStore(store), afterFailure, isStoreDown: () => false }
  return { ledger, clock, runs: new Runs({ ...parts, now: () => at, wall: () => new Date(clock.wallMs) }) }
}

async function expectAllRefunded(store: MemoryLedgerStore, count: number): Promise<void> {
  const report = await check(store.transfers, chart)
  expect(report.faults).toEqual([])
  expect(report.balances.get('escrow')).toMatchObject({ debitsPosted: count, creditsPosted: count })
  expect(store.outbox).toHaveLength(count)
  expect([...store.collection('orders').values()].filter((row) => row['state'] === 'refunded')).toHaveLength(count)
}

describe('a run', () => {
  it('processes every item once, in chunks, and reports its progress', async () => {
    const store = new MemoryLedgerStore()
    await prepared(store, 10)
    const { runs } = newWorker(store)
    await runs.begin(RUN, { kind: 'refund', total: 10 })
    const seen: string[] = []
    const onChunk = (run: { state: string; done: number }) => seen.push(`${run.state} ${run.done}`)
    const { run, resumeAt } = await runs.proceed(RUN, refunds(store, idsOf(10)), { chunk: 4, onChunk })
    expect(seen).toEqual(['posting 4', 'posting 8', 'posting 10', 'completed 10'])
    expect([run, resumeAt]).toMatchObject([{ total: 10, done: 10, failed: 0, rejected: 0 }, null])
    await expectAllRefunded(store, 10)
  })

  it('is one run however often it is begun, and changes nothing once it is completed', async () => {
    const store = new MemoryLedgerStore()
    await prepared(store, 3)
    const { runs } = newWorker(store)
    await runs.begin(RUN, { kind: 'refund' })
    await runs.proceed(RUN, refunds(store, idsOf(3)))
    expect(await runs.begin(RUN, { kind: 'refund' })).toMatchObject({ state: 'completed', done: 3 })
    expect(await runs.advance(RUN, refunds(store, idsOf(9)))).toMatchObject({ run: { done: 3 }, resumeAt: null })
  })

  it('stops between chunks when requested', async () => {
    const store = new MemoryLedgerStore()
    await prepared(store, 9)
    const { runs } = newWorker(store)
    await runs.begin(RUN, { kind: 'refund' })
    const { run } = await runs.proceed(RUN, refunds(store, idsOf(9)), { chunk: 3, shouldStop: () => true })
    expect(run).toMatchObject({ state: 'posting', done: 3 })
  })

  it('processes the others when some items fail, retries those, and reports why it rejected them', async () => {
    const store = new MemoryLedgerStore()
    await prepared(store, 20)
    const { runs, clock } = newWorker(store)
    const [first, second, third] = ['o000001', 'o000002', 'o000007'] as const
    let passes = 0
    const work = refunds(store, idsOf(20), {
      [first]: async () => refund(first, 0, 1_000),
      [second]: async () => Promise.reject(Object.assign(new Error('no card'), { code: 'NO_CARD' })),
      [third]: async () => ((passes += 1) === 1 ? Promise.reject(new TypeError('once')) : refund(third, 0)),
    })
    await runs.begin(RUN, { kind: 'refund', total: 20 })
    const step = await runs.proceed(RUN, work, { chunk: 6 })
    expect(step.run).toMatchObject({ state: 'retrying', done: 17, failed: 3, rejected: 0 })
    expect(step.resumeAt).toEqual(new Date(clock.wallMs + 1_000))
    for (let round = 0; round < 2; round += 1) {
      clock.wallMs += 1_000
      await runs.proceed(RUN, work, { chunk: 6 })
    }
    expect(await runs.read(RUN)).toMatchObject({ state: 'completed', done: 18, failed: 0, rejected: 2 })
    const rejected = await new MemoryRunStore(store).failures(RUN, 'rejected', 10)
    expect(rejected).toMatchObject([
      { item: first, code: 'LIMIT', detail: '{"accountId":"escrow"}', rejected: { code: 'LIMIT', tries: 3 } },
      { item: second, code: 'NO_CARD', detail: 'no card', rejected: { code: 'NO_CARD', tries: 3 } },
    ])
    await expectBooks(store, 18)
  })

  async function expectBooks(store: MemoryLedgerStore, count: number) {
    const report = await check(store.transfers, chart)
    expect([report.faults, report.balances.get('escrow')!.debitsPosted, store.outbox.length]).toEqual([
      [],
      count,
      count,
    ])
  }

  it('retries an item that staff reopened', async () => {
    const store = new MemoryLedgerStore()
    await prepared(store, 2)
    const { runs, clock } = newWorker(store)
    let isBroken = true
    const work = refunds(store, idsOf(2), {
      o000001: async () => (isBroken ? Promise.reject(new Error('broken')) : refund('o000001', 0)),
    })
    await runs.begin(RUN, { kind: 'refund' })
    for (let round = 0; round < 3; round += 1) {
      await runs.proceed(RUN, work)
      clock.wallMs += 1_000
    }
    expect(await runs.read(RUN)).toMatchObject({ state: 'completed', done: 1, rejected: 1 })
    isBroken = false
    expect([await runs.reopen(RUN, 'o000001'), await runs.reopen(RUN, 'o000001')]).toEqual([true, false])
    expect((await runs.proceed(RUN, work)).run).toMatchObject({ state: 'completed', done: 2, failed: 0, rejected: 0 })
    await expectAllRefunded(store, 2)
  })

  it('returns to both of two workers what the faster one has recorded', async () => {
    const store = new MemoryLedgerStore()
    await prepared(store, 4)
    const [fast, slow] = [newWorker(store), newWorker(store)]
    await fast.runs.begin(RUN, { kind: 'refund' })
    let isOvertaken = false
    const overtaken: RunWork = {
      ...refunds(store, idsOf(4)),
      decide: async () => {
        if (!isOvertaken) {
          isOvertaken = true
          await fast.runs.proceed(RUN, refunds(store, idsOf(4)), { chunk: 2 })
        }
        throw new Error('too late')
      },
    }
    const { run } = await slow.runs.advance(RUN, overtaken, { chunk: 2 })
    expect(run).toEqual(await fast.runs.read(RUN))
    expect(run).toMatchObject({ state: 'completed', done: 4, failed: 0 })
    await expectAllRefunded(store, 4)
  })

  it('rejects ids that are not ascending, and a chunk size out of bounds', async () => {
    const store = new MemoryLedgerStore()
    const { runs } = newWorker(store)
    await expect(runs.advance(RUN, refunds(store, []))).rejects.toThrow(InvalidChange)
    await runs.begin(RUN, { kind: 'refund' })
    const work = { ...refunds(store, []), ids: async () => ['b', 'a'] }
    await expect(runs.advance(RUN, work)).rejects.toThrow(InvalidChange)
    for (const chunk of [0, 1.5, 1_001]) await expect(runs.advance(RUN, work, { chunk })).rejects.toThrow(RangeError)
  })
})

/** Makes one call of a worker's store, and all its later ones, never return, as if the worker had crashed there. */
class Crashing {
  private calls = 0
  private crash!: () => void
  readonly crashed = new Promise<'crashed'>((resolve) => (this.crash = () => resolve('crashed')))
  crashAt = Infinity

  async turn(): Promise<void> {
    this.calls += 1
    if (this.calls < this.crashAt) return
    this.crash()
    await new Promise(() => undefined)
  }
}

/** Runs until the run is completed or the worker crashes. */
async function work(
  shared: MemoryLedgerStore,
  crashAt: number,
  ids: readonly string[],
  chunk: number,
): Promise<RunStep | 'crashed'> {
  const seam = new Crashing()
  seam.crashAt = crashAt
  const { runs } = newWorker(through(shared, seam))
  const run = async () => {
    await runs.begin(RUN, { kind: 'refund', total: ids.length })
    return runs.proceed(RUN, refunds(shared, ids), { chunk })
  }
  return Promise.race([run(), seam.crashed])
}

/** Returns the shared store as one worker sees it, with a crash point before and after each call. */
function through(shared: MemoryLedgerStore, seam: Crashing): MemoryLedgerStore {
  return new Proxy(shared, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const method = value as (...args: unknown[]) => unknown
      if (name === 'collection') return method.bind(target)
      return async (...args: unknown[]) => {
        await seam.turn()
        const result = await method.apply(target, args)
        await seam.turn()
        return result
      }
    },
  })
}

describe('a worker that is killed', () => {
  it('leaves, at any call of the store, a run that the next worker completes', async () => {
    const ids = idsOf(7)
    let seams = 0
    for (let crashAt = 1; ; crashAt += 1) {
      const store = new MemoryLedgerStore()
      await prepared(store, ids.length)
      const first = await work(store, crashAt, ids, 3)
      const last = first === 'crashed' ? await work(store, Infinity, ids, 3) : first
      expect({ crashAt, last }).toMatchObject({
        last: { run: { state: 'completed', done: 7, failed: 0, rejected: 0 } },
      })
      await expectAllRefunded(store, ids.length)
      if (first !== 'crashed') break
      seams += 1
    }
    expect(seams).toBeGreaterThan(30)
  })

  it('leaves 5,000 items processed once each, when it happens repeatedly to two workers at once', async () => {
    const ids = idsOf(5_000)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 160 }), { maxLength: 12 }), async (crashes) => {
        const store = new MemoryLedgerStore()
        await prepared(store, ids.length)
        for (let n = 0; n < crashes.length; n += 2)
          await Promise.all(crashes.slice(n, n + 2).map((crashAt) => work(store, crashAt, ids, 250)))
        const steps = await Promise.all([work(store, Infinity, ids, 250), work(store, Infinity, ids, 250)])
        expect(steps).toMatchObject([{ run: { done: 5_000 } }, { run: { state: 'completed', done: 5_000 } }])
        await expectAllRefunded(store, ids.length)
      }),
      { numRuns: 4 },
    )
  })
})
