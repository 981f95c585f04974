import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  amountOf,
  type Batch,
  type Change,
  type Chart,
  Committer,
  type CommitterOptions,
  type Head,
  InvalidChange,
  LedgerUnavailable,
  MemoryLedgerStore,
  type StoredBalance,
  type Written,
} from './index.js'

const chart: Chart = (id) => ({ ledger: 'u', limit: id === 'treasury' ? 'debits' : 'none' })

const give = (key: string, credit = 'a', rest: Partial<Change> = {}): Change => ({
  key,
  inputHash: 'h',
  transfers: [{ kind: 'single', code: 't', debit: 'issued', credit, amount: amountOf('units', 1) }],
  saves: [],
  events: [],
  ...rest,
})

/** Manual clock, advanced by the test. */
class ManualTimers {
  private ms = 0
  private waiting: Array<{ atMs: number; go: () => void }> = []

  elapsedMs = () => this.ms
  sleep = (ms: number) => new Promise<void>((go) => this.waiting.push({ atMs: this.ms + ms, go }))

  async pass(ms: number): Promise<void> {
    const untilMs = this.ms + ms
    await settled()
    for (;;) {
      const next = this.waiting.sort((a, b) => a.atMs - b.atMs)[0]
      if (!next || next.atMs > untilMs) break
      this.waiting.shift()
      this.ms = Math.max(this.ms, next.atMs)
      next.go()
      await settled()
    }
    this.ms = untilMs
    await settled()
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A store whose responses can be delayed, as those of a frozen process are. */
class HeldStore extends MemoryLedgerStore {
  readonly batches: number[] = []
  readonly loaded: string[] = []
  private gate: Promise<void> | undefined
  private open: () => void = () => undefined

  freeze(): void {
    this.gate = new Promise((resolve) => (this.open = resolve))
  }

  thaw(): void {
    this.gate = undefined
    this.open()
  }

  override async balances(ids: readonly string[]): Promise<StoredBalance[]> {
    await this.gate
    this.loaded.push(...ids)
    return super.balances(ids)
  }

  override async write(batch: Batch, head: Head): Promise<Written> {
    this.batches.push(batch.transfers.length)
    await this.gate
    return super.write(batch, head)
  }
}

let timers: ManualTimers
let store: HeldStore
let ledger: Committer
const newLedger = (more: Partial<CommitterOptions> = {}) => {
  const now = () => new Date(0)
  ledger = new Committer({ store, chart, now, timers, pause: () => timers.sleep(100), ...more })
}
beforeEach(() => {
  timers = new ManualTimers()
  store = new HeldStore()
  newLedger()
})

/** Records how `work` settles. */
function watch(work: Promise<unknown>) {
  const seen: { state: 'waiting' | 'done' | 'rejected'; error?: LedgerUnavailable } = { state: 'waiting' }
  work.then(
    () => (seen.state = 'done'),
    (error: LedgerUnavailable) => Object.assign(seen, { state: 'rejected', error }),
  )
  return seen
}

describe('a committer whose store does not respond', () => {
  it('rejects with LedgerUnavailable at its timeout, within five seconds and not before', async () => {
    store.freeze()
    const commit = watch(ledger.commit(give('k')))
    await timers.pass(4_400)
    expect(commit.state).toBe('waiting')
    await timers.pass(599)
    expect(commit).toMatchObject({ state: 'rejected', error: { name: 'LedgerUnavailable', reason: 'STORE' } })
    expect((commit.error!.cause as Error).message).toMatch(/not responded/)
  })

  it("gives the store's error as the cause", async () => {
    const down = new MemoryLedgerStore({ fault: () => 'down' })
    const options = { store: down, chart, now: () => new Date(0), timers, pause: () => timers.sleep(1_000) }
    const commit = watch(new Committer(options).commit(give('k')))
    await timers.pass(5_000)
    expect(commit.error).toBeInstanceOf(LedgerUnavailable)
    expect(commit.error!.cause).toMatchObject({ message: 'the store is down' })
  })

  it('rejects before the deadline of a caller with a shorter one', async () => {
    const patience = [undefined, 1_000]
    newLedger({ remainingMs: () => patience.shift() })
    store.freeze()
    const patient = watch(ledger.commit(give('patient')))
    const hasty = watch(ledger.commit(give('hasty')))
    await timers.pass(999)
    expect([hasty.state, patient.state]).toEqual(['rejected', 'waiting'])
    await timers.pass(4_000)
    expect(patient.state).toBe('rejected')
  })

  it('gives each caller its own deadline, however late it arrived', async () => {
    store.freeze()
    const first = watch(ledger.commit(give('first')))
    await timers.pass(4_000)
    const second = watch(ledger.commit(give('second')))
    await timers.pass(1_000)
    expect([first.state, second.state]).toEqual(['rejected', 'waiting'])
    await timers.pass(3_500)
    expect(second.state).toBe('rejected')
  })

  it('never commits a change still queued, and commits a repeated change in flight once', async () => {
    store.freeze()
    const inFlight = watch(ledger.commit(give('in-flight')))
    await settled()
    const queued = watch(ledger.commit(give('queued')))
    await timers.pass(5_000)
    expect([inFlight.state, queued.state]).toEqual(['rejected', 'rejected'])
    store.thaw()
    await settled()
    expect(await ledger.commit(give('in-flight'))).toMatchObject({ ok: true, replayed: true })
    expect(store.transfers.map((row) => row._id)).toEqual(['in-flight#0'])
  })

  it('stops retrying once no caller waits for the batch', async () => {
    let writes = 0
    const down = new MemoryLedgerStore({ fault: () => ((writes += 1), 'down') })
    const options = { store: down, chart, now: () => new Date(0), timers, pause: () => timers.sleep(1_000) }
    watch(new Committer(options).commit(give('k')))
    await timers.pass(5_000)
    const until = writes
    await timers.pass(60_000)
    expect([until, writes]).toEqual([5, 5])
  })

  it('limits the time of reads for a decision and for a balance', async () => {
    store.freeze()
    const deciding = watch(ledger.decideAndCommit(() => new Promise<Change>(() => undefined)))
    const balance = watch(ledger.balance('a'))
    await timers.pass(5_000)
    expect([deciding, balance]).toMatchObject([
      { state: 'rejected', error: { name: 'LedgerUnavailable' } },
      { state: 'rejected', error: { name: 'LedgerUnavailable' } },
    ])
  })

  it('keeps one deadline for a decision that is repeated', async () => {
    await ledger.commit(give('new', 'a', { saves: [{ collection: 'c', id: 'x', version: 0, set: {} }] }))
    let tries = 0
    const stale = async () => {
      await timers.sleep(1_000)
      return give(`k${(tries += 1)}`, 'a', { saves: [{ collection: 'c', id: 'x', version: 9, set: {} }] })
    }
    const deciding = watch(ledger.decideAndCommit(stale))
    await timers.pass(4_900)
    expect([deciding.state, tries]).toEqual(['rejected', 4])
  })

  it('includes the time of the decision in the deadline of its commit', async () => {
    store.freeze()
    const slow = () => timers.sleep(3_000).then(() => give('k'))
    const deciding = watch(ledger.decideAndCommit(slow))
    await timers.pass(5_000)
    expect(deciding.state).toBe('rejected')
  })

  it('drains once every caller has its outcome', async () => {
    store.freeze()
    watch(ledger.commit(give('k')))
    const drained = watch(ledger.drain())
    await timers.pass(4_400)
    expect(drained.state).toBe('waiting')
    await timers.pass(600)
    expect(drained.state).toBe('done')
  })
})

describe('a committer with more changes than it can queue', () => {
  it('rejects changes beyond the queue as OVERLOADED and commits the rest', async () => {
    newLedger({ maxQueued: 3 })
    store.freeze()
    const inFlight = watch(ledger.commit(give('in-flight')))
    await settled()
    const queued = [1, 2, 3].map((n) => watch(ledger.commit(give(`queued-${n}`))))
    const beyond = watch(ledger.commit(give('beyond')))
    await settled()
    expect(beyond).toMatchObject({ state: 'rejected', error: { name: 'LedgerUnavailable', reason: 'OVERLOADED' } })
    store.thaw()
    await ledger.drain()
    expect([inFlight, ...queued].map((commit) => commit.state)).toEqual(['done', 'done', 'done', 'done'])
    expect(await ledger.commit(give('beyond'))).toMatchObject({ ok: true, replayed: false })
  })
})

describe('a batch with a change that cannot be written', () => {
  const event = (id: string) => ({ events: [{ row: { _id: id } }] })

  it('isolates it by halving and commits the others', async () => {
    await ledger.commit(give('first', 'a', event('taken')))
    store.batches.length = 0
    const keys = Array.from({ length: 64 }, (_, n) => `k${n}`)
    const outcomes = await Promise.allSettled(
      keys.map((key, n) => ledger.commit(give(key, 'a', event(n === 41 ? 'taken' : `event-${n}`)))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(63)
    expect(outcomes[41]).toMatchObject({ status: 'rejected', reason: expect.any(InvalidChange) })
    expect(store.transfers).toHaveLength(64)
    // One failed write of each size, and one successful write of its other half.
    expect(store.batches).toHaveLength(13)
  })
})

describe('the accounts in memory', () => {
  it('keeps the recently used and evicts the least recently used', async () => {
    newLedger({ capacity: 8 })
    await ledger.commit(give('issue', 'hot'))
    for (let n = 0; n < 40; n += 1) await ledger.commit(give(`k${n}`, `cold-${n}`, { reads: ['hot'] }))
    expect(store.loaded.filter((id) => id === 'hot' || id === 'issued')).toEqual(['issued', 'hot'])
    await ledger.commit(give('again', 'cold-0'))
    expect(store.loaded.filter((id) => id === 'cold-0')).toHaveLength(2)
  })
})
