import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Book, type Chart, check, InvalidChange, type Refusal, type Transfer, type TransferInput } from './index.js'
import { isRefusal, post } from './posting.js'

const chart: Chart = (id) => {
  const [ledger, name] = id.split(':')
  if (!ledger || !name) throw new Error(`${id} is no account`)
  return { ledger, limit: name.startsWith('cash') ? 'debits' : name.startsWith('loan') ? 'credits' : 'none' }
}
const at = new Date('2026-11-21T08:00:00Z')

/** A transfer whose amount may be anything. */
type Posted = Pick<TransferInput, 'kind'> & {
  debit?: string
  credit?: string
  pendingId?: string
  amount?: number | undefined
  expiresAt?: Date
}

/** Creates a book with its accounts loaded, and a counter for seq. */
function newBook(...ids: string[]) {
  const book = new Book(chart)
  for (const id of ids) book.load(id)
  let seq = 0
  const transfers: Transfer[] = []
  const run = (input: Posted): Transfer | Refusal => {
    const result = post(book, { code: 'test', ...input } as TransferInput, {
      id: `t${seq + 1}`,
      seq: seq + 1,
      batchId: 'b',
      at,
    })
    if (!isRefusal(result)) {
      seq += 1
      transfers.push(result)
    }
    return result
  }
  return { book, run, transfers }
}

describe('post', () => {
  it('posts a single transfer at once', () => {
    const { run, book } = newBook('aed:bank', 'aed:cash1')
    expect(run({ kind: 'single', debit: 'aed:bank', credit: 'aed:cash1', amount: 500 })).toMatchObject({
      debitAfter: { debitsPosted: 500 },
      creditAfter: { creditsPosted: 500 },
    })
    expect(book.account('aed:cash1')).toMatchObject({ creditsPosted: 500, seq: 1 })
  })

  it('reserves a pending transfer on both sides until it is posted', () => {
    const { run, book } = newBook('aed:bank', 'aed:cash1')
    run({ kind: 'pending', debit: 'aed:bank', credit: 'aed:cash1', amount: 500 })
    expect(book.account('aed:bank')).toMatchObject({ debitsPending: 500, debitsPosted: 0 })
    run({ kind: 'post', pendingId: 't1', amount: 300 })
    expect(book.account('aed:bank')).toMatchObject({ debitsPending: 0, debitsPosted: 300 })
    expect(run({ kind: 'void', pendingId: 't1' })).toEqual({ reason: 'PENDING_RESOLVED', pendingId: 't1' })
  })

  it('counts reserved amounts towards the limit', () => {
    const { run } = newBook('u:issued', 'u:cash', 'u:a', 'u:b')
    run({ kind: 'single', debit: 'u:issued', credit: 'u:cash', amount: 10 })
    run({ kind: 'pending', debit: 'u:cash', credit: 'u:a', amount: 7 })
    expect(run({ kind: 'pending', debit: 'u:cash', credit: 'u:b', amount: 4 })).toEqual({
      reason: 'LIMIT',
      accountId: 'u:cash',
    })
    run({ kind: 'void', pendingId: 't2' })
    expect(run({ kind: 'pending', debit: 'u:cash', credit: 'u:b', amount: 10 })).not.toHaveProperty('reason')
  })

  it('enforces a limit on credits', () => {
    const { run } = newBook('aed:bank', 'aed:loan')
    expect(run({ kind: 'single', debit: 'aed:bank', credit: 'aed:loan', amount: 1 })).toEqual({
      reason: 'LIMIT',
      accountId: 'aed:loan',
    })
  })

  it('rejects an expiry before its time', () => {
    const { run } = newBook('aed:bank', 'aed:cash1')
    run({ kind: 'pending', debit: 'aed:bank', credit: 'aed:cash1', amount: 5, expiresAt: new Date(at.getTime() + 1) })
    expect(run({ kind: 'expire', pendingId: 't1' })).toEqual({ reason: 'PENDING_NOT_DUE', pendingId: 't1' })
    expect(run({ kind: 'post', pendingId: 't1', amount: 6 })).toEqual({ reason: 'PENDING_EXCEEDED', pendingId: 't1' })
    expect(run({ kind: 'post', pendingId: 'unknown' })).toEqual({ reason: 'PENDING_NOT_FOUND', pendingId: 'unknown' })
  })

  it.each([0, -1, 1.5, NaN, 2 ** 53])('throws for the amount %d', (amount) => {
    const { run } = newBook('aed:bank', 'aed:cash1')
    expect(() => run({ kind: 'single', debit: 'aed:bank', credit: 'aed:cash1', amount })).toThrow(InvalidChange)
  })

  it('throws for one account on both sides, and for accounts of two ledgers', () => {
    const { run } = newBook('aed:bank', 'aed:cash1', 'u:a')
    expect(() => run({ kind: 'single', debit: 'aed:bank', credit: 'aed:bank', amount: 1 })).toThrow(InvalidChange)
    expect(() => run({ kind: 'single', debit: 'aed:bank', credit: 'u:a', amount: 1 })).toThrow(InvalidChange)
  })

  it('rejects a balance outside the safe range', () => {
    const { run } = newBook('aed:bank', 'aed:bank2')
    run({ kind: 'single', debit: 'aed:bank', credit: 'aed:bank2', amount: Number.MAX_SAFE_INTEGER })
    expect(run({ kind: 'single', debit: 'aed:bank', credit: 'aed:bank2', amount: 1 })).toMatchObject({
      reason: 'LIMIT',
    })
  })

  it('keeps debits equal to credits, and every limit, for any sequence of transfers', async () => {
    const ids = ['u:issued', 'u:cash1', 'u:cash2', 'u:loan', 'u:x']
    const account = fc.constantFrom(...ids)
    const amount = fc.integer({ min: 1, max: 50 })
    const pendingId = fc.integer({ min: 1, max: 60 }).map((n) => `t${n}`)
    const step = fc.oneof(
      fc.record({
        kind: fc.constantFrom('single' as const, 'pending' as const),
        debit: account,
        credit: account,
        amount,
      }),
      fc.record({ kind: fc.constant('post' as const), pendingId, amount: fc.option(amount, { nil: undefined }) }),
      fc.record({ kind: fc.constantFrom('void' as const, 'expire' as const), pendingId }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const { run, transfers, book } = newBook(...ids)
        for (const input of steps) if (!('debit' in input) || input.debit !== input.credit) run(input)
        const report = await check(transfers, chart)
        expect(report.faults).toEqual([])
        for (const [id, balance] of report.balances) expect(book.account(id)).toMatchObject(balance)
      }),
      { numRuns: 300 },
    )
  })

  it('restores balances and removes pending transfers when it is rolled back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }), (amounts) => {
        const { run, book } = newBook('u:issued', 'u:cash1')
        run({ kind: 'single', debit: 'u:issued', credit: 'u:cash1', amount: 5 })
        const [before, mark] = [{ ...book.account('u:cash1') }, book.mark()]
        for (const amount of amounts) run({ kind: 'pending', debit: 'u:cash1', credit: 'u:issued', amount })
        book.rollback(mark)
        expect(book.account('u:cash1')).toEqual(before)
        expect(book.pending('t2')).toBeUndefined()
      }),
    )
  })
})

describe('check', () => {
  const good = () => {
    const { run, transfers } = newBook('u:issued', 'u:cash1', 'u:a')
    run({ kind: 'single', debit: 'u:issued', credit: 'u:cash1', amount: 9 })
    run({ kind: 'pending', debit: 'u:cash1', credit: 'u:a', amount: 4 })
    run({ kind: 'post', pendingId: 't2' })
    return transfers
  }

  it.each<[string, (rows: Transfer[]) => Transfer[]]>([
    ['a missing transfer', (rows) => rows.filter((row) => row.seq !== 2)],
    ['a changed amount', (rows) => rows.map((row) => (row.seq === 1 ? { ...row, amount: 10 } : row))],
    [
      'a changed balance',
      (rows) =>
        rows.map((row) => (row.seq === 3 ? { ...row, debitAfter: { ...row.debitAfter, debitsPosted: 5 } } : row)),
    ],
    ['a transfer posted twice', (rows) => [...rows, { ...rows[2]!, seq: 4 }]],
    ['two transfers in the wrong order', (rows) => [rows[1]!, rows[0]!, rows[2]!]],
  ])('reports %s', async (_, tamper) => {
    expect((await check(good(), chart)).faults).toEqual([])
    expect((await check(tamper(good()), chart)).faults).not.toEqual([])
  })
})
