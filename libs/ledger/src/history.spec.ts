import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  amountOf,
  type Change,
  type Chart,
  check,
  Committer,
  InvalidMoment,
  MemoryLedgerStore,
  type StoredBalance,
  type Transfer,
} from './index.js'

const chart: Chart = (id) => ({ ledger: id.split(':')[0]!, limit: 'none' })
const START_MS = Date.parse('2026-11-21T08:00:00Z')
const time = (minutes: number) => new Date(START_MS + minutes * 60_000)

/** Creates a ledger with a clock that the test sets. */
function newLedger(store = new MemoryLedgerStore()) {
  const clock = { minutes: 0 }
  const ledger = new Committer({ store, chart, now: () => time(clock.minutes), pause: async () => undefined })
  return { store, clock, ledger }
}

let keys = 0
const move = (debit: string, credit: string, amount = 1): Change => {
  const transfers = [{ kind: 'single' as const, code: 't', debit, credit, amount: amountOf('units', amount) }]
  return { key: `k${(keys += 1)}`, inputHash: 'h', transfers, saves: [], events: [] }
}

async function all(stream: AsyncIterable<StoredBalance>): Promise<StoredBalance[]> {
  const rows: StoredBalance[] = []
  for await (const row of stream) rows.push(row)
  return rows
}

/** Computes the expected balance by replaying every transfer up to a moment. */
const replay = async (transfers: readonly Transfer[], is: (row: Transfer) => boolean) =>
  (await check(transfers.filter(is), chart)).balances

const step = fc.record({
  /** Minutes by which this writer's clock advances first. */
  minutes: fc.integer({ min: 0, max: 3 }),
  /** Index of the writer; the clocks of the two differ. */
  writer: fc.integer({ min: 0, max: 1 }),
  /** Changes submitted together. */
  pairs: fc.array(
    fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 9 })),
    {
      maxLength: 4,
    },
  ),
})
const account = (n: number) => (n < 4 ? `u:holder:${n}` : `u:other:${n}`)

describe('a balance at a moment', () => {
  it('equals a replay at every seq and time, for every account, whatever the clocks of two writers show', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isLegacy) => {
        const store = new MemoryLedgerStore()
        const writers = [newLedger(store), newLedger(store)]
        writers[1]!.clock.minutes = -2
        for (const { minutes, writer, pairs } of steps) {
          const { clock, ledger } = writers[writer]!
          clock.minutes += minutes
          await Promise.all(
            pairs
              .filter(([a, b]) => a !== b)
              .map(([a, b, amount]) => ledger.commit(move(account(a), account(b), amount))),
          )
        }
        // Earlier releases didn't mark where a batch begins.
        if (isLegacy) for (const transfer of store.transfers) delete transfer.opens
        const { ledger, clock } = writers[0]!
        clock.minutes = 100
        const { transfers } = store
        for (let seq = 0; seq <= transfers.length; seq += 1)
          await compare(ledger, { seq }, await replay(transfers, (row) => row.seq <= seq))
        for (const minute of [-3, 0, 1, 2, 5, 9, 40])
          await compare(ledger, { at: time(minute) }, await replay(transfers, (row) => row.at <= time(minute)))
      }),
      { numRuns: 60 },
    )
  })

  async function compare(
    ledger: Committer,
    moment: { seq: number } | { at: Date },
    expected: Awaited<ReturnType<typeof replay>>,
  ) {
    for (let n = 0; n < 6; n += 1) {
      const { balance } = await ledger.balanceAt(account(n), moment)
      expect(balance).toEqual(
        expected.get(account(n)) ?? { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 },
      )
    }
    const holders = await all(ledger.balancesAt('u:holder:', moment))
    expect(holders.map(({ id, balance }) => [id, balance])).toEqual(
      [...expected].filter(([id]) => id.startsWith('u:holder:')).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }

  it('is final, because no later transfer gets a time that was already queried', async () => {
    const store = new MemoryLedgerStore()
    const [fast, slow] = [newLedger(store), newLedger(store)]
    await fast.ledger.commit(move('u:a', 'u:b'))
    fast.clock.minutes = 10
    const seq = await fast.ledger.seqAt({ at: time(9) })
    // The other writer's clock is behind, or its batch was stamped earlier and took long.
    slow.clock.minutes = 5
    await slow.ledger.commit(move('u:a', 'u:b'))
    expect(store.transfers.at(-1)!.at > time(9)).toBe(true)
    expect(await fast.ledger.seqAt({ at: time(9) })).toBe(seq)
    expect(await fast.ledger.balanceAt('u:a', { at: time(9) })).toMatchObject({ seq: 1 })
  })

  it('has times that never decrease', async () => {
    const { store, ledger, clock } = newLedger()
    for (const minutes of [5, 3, 8, 1]) {
      clock.minutes = minutes
      await ledger.commit(move('u:a', 'u:b'))
    }
    expect(store.transfers.map(({ at }) => (at.getTime() - START_MS) / 60_000)).toEqual([5, 5, 8, 8])
  })

  it("doesn't commit when a later batch exists", async () => {
    const { ledger, clock, store } = newLedger()
    clock.minutes = 1
    await ledger.commit(move('u:a', 'u:b'))
    const before = await store.head()
    await ledger.balanceAt('u:a', { at: time(0) })
    expect(await store.head()).toEqual(before)
  })

  it.each([
    ['a future seq', { seq: 2 }],
    ['a negative seq', { seq: -1 }],
    ['a fraction', { seq: 0.5 }],
    ['the current time', { at: time(0) }],
    ['an invalid date', { at: new Date(NaN) }],
  ])('does not exist for %s', async (_, moment) => {
    const { ledger } = newLedger()
    await ledger.commit(move('u:a', 'u:b'))
    await expect(ledger.balanceAt('u:a', moment)).rejects.toThrow(InvalidMoment)
    await expect(all(ledger.balancesAt('u:', moment))).rejects.toThrow(InvalidMoment)
  })
})

describe('the accounts under a prefix', () => {
  it("streams them in order, resumes after an account, and isn't affected by concurrent writes", async () => {
    const { ledger } = newLedger()
    for (const id of ['c', 'a', 'b', 'd']) await ledger.commit(move('u:issuer', `u:h:${id}`, 5))
    const seen: string[] = []
    for await (const { id, balance } of ledger.balancesAt('u:h:', { seq: 4 }, 'u:h:a')) {
      seen.push(`${id} ${balance.creditsPosted}`)
      // Transfers into an account not yet streamed, out of it, and into one that didn't exist at that moment.
      await ledger.commit(move('u:issuer', 'u:h:d', 100))
      await ledger.commit(move('u:h:d', 'u:h:bb', 50))
    }
    expect(seen).toEqual(['u:h:b 5', 'u:h:c 5', 'u:h:d 5'])
  })

  it('requires a prefix', async () => {
    await expect(all(newLedger().ledger.balancesAt('', { seq: 0 }))).rejects.toThrow(RangeError)
  })
})
