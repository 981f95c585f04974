import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  amountOf,
  type Change,
  type Chart,
  check,
  Committer,
  InvalidChange,
  LedgerUnavailable,
  MemoryLedgerStore,
  type StoreFault,
  type TransferInput,
} from './index.js'

const chart: Chart = (id) => {
  const [ledger, name] = id.split(':')
  if (!ledger || !name) throw new Error(`${id} is no account`)
  return { ledger, limit: name === 'treasury' ? 'debits' : 'none' }
}
const at = new Date('2026-11-21T08:00:00Z')

const move = (amount: number, credit = 'u:a', debit = 'u:treasury'): TransferInput => ({
  kind: 'single',
  code: 't',
  debit,
  credit,
  amount: amountOf('units', amount),
})

const change = (key: string, rest: Partial<Change> = {}): Change => ({
  key,
  inputHash: 'h',
  transfers: [],
  saves: [],
  events: [],
  ...rest,
})

const issue = (amount: number) => change('issue', { transfers: [move(amount, 'u:treasury', 'u:issued')] })

function newLedger(store = new MemoryLedgerStore(), more: Partial<ConstructorParameters<typeof Committer>[0]> = {}) {
  return { store, ledger: new Committer({ store, chart, now: () => at, pause: async () => undefined, ...more }) }
}

/** Injects the given faults in order, then none. */
const faulty = (...faults: StoreFault[]) => new MemoryLedgerStore({ fault: () => faults.shift() ?? 'none' })

describe('commit', () => {
  it('commits transfers, documents and events together', async () => {
    const { store, ledger } = newLedger()
    const save = { collection: 'orders', id: 'o1', version: 0, set: { state: 'reserved' } }
    const outcome = await ledger.commit(
      change('k', { transfers: [move(5, 'u:a', 'u:b')], saves: [save], events: [{ row: { _id: 'e1' } }] }),
    )
    expect(outcome).toEqual({ ok: true, replayed: false, seq: 1, at })
    expect(store.collection('orders').get('o1')).toEqual({ _id: 'o1', state: 'reserved', version: 1 })
    expect(store.outbox).toEqual([{ _id: 'e1' }])
    expect(store.transfers[0]).toMatchObject({ _id: 'k#0', inputHash: 'h' })
  })

  it('writes changes that arrive together as one batch', async () => {
    const { store, ledger } = newLedger()
    await Promise.all(
      [issue(100), ...[1, 2, 3].map((n) => change(`k${n}`, { transfers: [move(n)] }))].map((c) => ledger.commit(c)),
    )
    expect(new Set(store.transfers.map((row) => row.batchId)).size).toBe(1)
    expect(await ledger.balance('u:treasury')).toMatchObject({ debitsPosted: 6, creditsPosted: 100 })
  })

  it('rejects a change that breaks a limit, and commits the rest of the batch', async () => {
    const { store, ledger } = newLedger()
    const save = { collection: 'orders', id: 'o1', version: 0, set: {} }
    const outcomes = await Promise.all([
      ledger.commit(issue(10)),
      ledger.commit(change('k1', { transfers: [move(8)] })),
      ledger.commit(change('k2', { transfers: [move(1), move(3)], saves: [save], events: [{ row: { _id: 'e' } }] })),
      ledger.commit(change('k3', { transfers: [move(2)] })),
    ])
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, false, true])
    expect(outcomes[2]).toEqual({ ok: false, reason: 'LIMIT', accountId: 'u:treasury' })
    expect([store.collection('orders').size, store.outbox.length, store.transfers.length]).toEqual([0, 0, 3])
  })

  it('applies a key once, however often and concurrently it is submitted', async () => {
    const { store, ledger } = newLedger()
    const again = () => ledger.commit(issue(10))
    const [first, second] = await Promise.all([again(), again()])
    expect([first, second, await again()]).toMatchObject([
      { replayed: false },
      { replayed: true, seq: 1 },
      { replayed: true, seq: 1 },
    ])
    expect(store.transfers).toHaveLength(1)
  })

  it('detects a repeated change that has no transfers', async () => {
    const { store, ledger } = newLedger()
    const bare = change('k', { events: [{ row: { _id: 'e' } }] })
    expect(await ledger.commit(bare)).toMatchObject({ replayed: false })
    expect(await ledger.commit(bare)).toMatchObject({ replayed: true })
    expect(store.outbox).toHaveLength(1)
  })

  it('rejects different input under a used key', async () => {
    const { ledger } = newLedger()
    await ledger.commit(issue(10))
    expect(await ledger.commit({ ...issue(11), inputHash: 'other' })).toEqual({ ok: false, reason: 'KEY_REUSED' })
  })

  it('returns STALE to the second writer of a document, and commits the rest', async () => {
    const { store, ledger } = newLedger()
    const save = (version: number, state: string) => ({ collection: 'orders', id: 'o1', version, set: { state } })
    await ledger.commit(change('new', { saves: [save(0, 'reserved')] }))
    const outcomes = await Promise.all([
      ledger.commit(change('a', { saves: [save(1, 'paid')] })),
      ledger.commit(change('b', { saves: [save(1, 'expired')] })),
      ledger.commit(change('c', { saves: [save(0, 'again')] })),
      ledger.commit(issue(3)),
    ])
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))).toEqual(['ok', 'STALE', 'STALE', 'ok'])
    expect(store.collection('orders').get('o1')).toMatchObject({ state: 'paid', version: 2 })
  })

  it('names the unique index that a document would violate', async () => {
    const { ledger } = newLedger(new MemoryLedgerStore({ unique: { orders: [['openKey']] } }))
    const save = (id: string) =>
      change(id, { saves: [{ collection: 'orders', id, version: 0, set: { openKey: 'x' } }] })
    const outcomes = await Promise.all(['o1', 'o2'].map((id) => ledger.commit(save(id))))
    expect(outcomes[1]).toEqual({ ok: false, reason: 'DUPLICATE', collection: 'orders', id: 'o2', index: 'openKey' })
  })

  it("passes the balances after the change's own transfers to `derive`", async () => {
    const { store, ledger } = newLedger()
    await ledger.commit(issue(10))
    const sell = (key: string) =>
      change(key, {
        transfers: [move(5)],
        derive: ({ balance, seq }) => {
          const treasury = balance('u:treasury')
          const row = { _id: key, left: treasury.creditsPosted - treasury.debitsPosted, seq }
          return { events: [{ row, coalesce: 'progress' }] }
        },
      })
    await Promise.all([ledger.commit(sell('a')), ledger.commit(sell('b'))])
    expect(store.outbox).toEqual([{ _id: 'b', left: 0, seq: 3 }])
  })

  it('rolls back derived transfers when one of them is rejected', async () => {
    const { store, ledger } = newLedger()
    await ledger.commit(issue(10))
    const outcome = await ledger.commit(change('k', { transfers: [move(4)], derive: () => ({ transfers: [move(7)] }) }))
    expect(outcome).toMatchObject({ ok: false, reason: 'LIMIT' })
    expect(store.transfers).toHaveLength(1)
  })

  it('rejects a change that breaks double entry, and commits the rest of its batch', async () => {
    const { ledger } = newLedger()
    const [bad, unknown, good] = await Promise.allSettled([
      ledger.commit(change('bad', { transfers: [move(-1)] })),
      ledger.commit(change('unknown', { transfers: [move(1, 'nonsense')] })),
      ledger.commit(issue(1)),
    ])
    expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(InvalidChange) })
    expect(unknown).toMatchObject({ status: 'rejected', reason: expect.any(InvalidChange) })
    expect(good).toMatchObject({ status: 'fulfilled', value: { ok: true } })
  })

  it.each<StoreFault>(['lost', 'unknownBefore', 'unknownAfter', 'down'])(
    'applies a change once when the store returns %s',
    async (fault) => {
      const { store, ledger } = newLedger(faulty(fault))
      expect(await ledger.commit(issue(10))).toEqual({ ok: true, replayed: false, seq: 1, at })
      expect(store.transfers).toHaveLength(1)
      expect(await ledger.commit(change('next', { transfers: [move(10)] }))).toMatchObject({ ok: true, seq: 2 })
    },
  )

  it('rejects with LedgerUnavailable while the store is down, and commits once it is back', async () => {
    const down = Array.from({ length: 5 }, (): StoreFault => 'down')
    const { ledger } = newLedger(faulty(...down), { maxAttempts: 5 })
    await expect(ledger.commit(issue(10))).rejects.toThrow(LedgerUnavailable)
    expect(await ledger.commit(issue(10))).toMatchObject({ ok: true, replayed: false })
  })

  it('decides again after another process has written', async () => {
    const { store, ledger } = newLedger()
    const { ledger: other } = newLedger(store)
    await ledger.commit(issue(10))
    await other.commit(change('theirs', { transfers: [move(9)] }))
    expect(await ledger.commit(change('mine', { transfers: [move(2)] }))).toMatchObject({ ok: false, reason: 'LIMIT' })
    expect(await ledger.commit(change('less', { transfers: [move(1)] }))).toMatchObject({ ok: true, seq: 3 })
  })

  it('releases an amount that another process reserved', async () => {
    const { store, ledger } = newLedger()
    const { ledger: other } = newLedger(store)
    await ledger.commit(issue(10))
    await other.commit(
      change('hold', {
        transfers: [{ kind: 'pending', code: 't', debit: 'u:treasury', credit: 'u:a', amount: amountOf('units', 10) }],
      }),
    )
    const release = (key: string) => change(key, { transfers: [{ kind: 'void', code: 't', pendingId: 'hold#0' }] })
    expect(await ledger.commit(release('r1'))).toMatchObject({ ok: true })
    expect(await other.commit(release('r2'))).toMatchObject({ ok: false, reason: 'PENDING_RESOLVED' })
    expect(await other.commit(change('sell', { transfers: [move(10)] }))).toMatchObject({ ok: true })
  })

  it('keeps the books balanced under any faults, with two processes on one store', async () => {
    const fault = fc.constantFrom<StoreFault>('none', 'none', 'none', 'lost', 'unknownBefore', 'unknownAfter', 'down')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }),
        async (faults, amounts) => {
          const store = faulty('none', ...faults)
          const ledgers = [newLedger(store).ledger, newLedger(store).ledger]
          await ledgers[0]!.commit(issue(60))
          const outcomes = await Promise.all(
            amounts.flatMap((amount, n) =>
              ledgers.map((ledger) => ledger.commit(change(`k${n}`, { transfers: [move(amount)] }))),
            ),
          )
          const sold = amounts.filter((_, n) => outcomes[2 * n]!.ok).reduce((sum, amount) => sum + amount, 0)
          const report = await check(store.transfers, chart)
          expect(report.faults).toEqual([])
          expect((await ledgers[1]!.balance('u:treasury')).debitsPosted).toBe(sold)
          expect(new Set(store.transfers.map((row) => row._id)).size).toBe(store.transfers.length)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('decideAndCommit', () => {
  it('decides again when the document has changed', async () => {
    const { store, ledger } = newLedger()
    let reads = 0
    const decideChange = async () => {
      const version = store.collection('counters').get('c')?.version ?? 0
      if (++reads === 1)
        await ledger.commit(change('rival', { saves: [{ collection: 'counters', id: 'c', version, set: {} }] }))
      return change('mine', { saves: [{ collection: 'counters', id: 'c', version, set: { mine: true } }] })
    }
    expect(await ledger.decideAndCommit(decideChange)).toMatchObject({ ok: true })
    expect([reads, store.collection('counters').get('c')]).toMatchObject([2, { version: 2, mine: true }])
  })

  it('decides again when another change with its key was committed after it was decided', async () => {
    const { ledger } = newLedger()
    let committed = false
    const decideChange = async () => {
      if (committed) return { done: 'it is done' }
      expect(await ledger.commit(change('step', { inputHash: 'rival' }))).toMatchObject({ ok: true })
      committed = true
      return change('step', { inputHash: 'mine' })
    }
    expect(await ledger.decideAndCommit(decideChange)).toEqual({ done: 'it is done' })
  })

  it('returns KEY_REUSED when it decides the same key again', async () => {
    const { ledger } = newLedger()
    await ledger.commit(change('step', { inputHash: 'rival' }))
    let decisions = 0
    const outcome = await ledger.decideAndCommit(async () => {
      decisions += 1
      return change('step', { inputHash: 'mine' })
    })
    expect([outcome, decisions]).toEqual([{ ok: false, reason: 'KEY_REUSED' }, 2])
  })

  it('returns a value that is not a change', async () => {
    expect(await newLedger().ledger.decideAndCommit(async () => ({ done: 'nothing to do' }))).toEqual({
      done: 'nothing to do',
    })
  })
})
