import { describe, expect, it } from '@jest/globals'
import type { Transfer } from '@hissa/ledger'
import { accounts } from '../accounts.js'
import { compare } from './compare.js'
import { ledgerMovement, type Movement, type Part, processorMovement, unconfirmedMovement } from './movement.js'
import { nextRunAfter, readsFrom } from './run.js'

const at = new Date('2026-11-28T22:00:00Z')
const processor = (part: Part, amount: number): Movement =>
  processorMovement({
    ...{ movementId: `txn_${part}_${amount}`, kind: part, paymentId: 'pi_1', amount, currency: 'aed', feeMinor: 0, at },
  })!
const [clearing, cash] = [accounts.cardClearing(), accounts.investorCash('u1')]
const transfer = (code: string, kind: Transfer['kind'], amount: number, into = false, hold = `${code}:hold`) =>
  ledgerMovement(
    {
      ...{ _id: kind === 'pending' ? hold : `${code}:${kind}:${amount}`, kind, code, amount, at },
      ...(kind === 'post' || kind === 'void' ? { pendingId: hold } : {}),
      ...(into ? { debit: clearing, credit: cash } : { debit: cash, credit: clearing }),
    } as unknown as Transfer,
    'pi_1',
  )
const received = transfer('card.receive', 'single', 203_000, true)

describe('the comparison of a payment', () => {
  it('agrees about equal charges, refunds and disputes', () => {
    const rows = [
      ...[processor('charge', 203_000), processor('refund', -3_000), processor('dispute', -200_000)],
      ...[received, transfer('card.refund', 'single', 3_000), transfer('card.dispute-withdrawn', 'single', 200_000)],
    ]
    expect(compare(rows)).toEqual([])
  })

  it.each([1, -1])('finds a charge that is off by %d fils', (off) => {
    expect(compare([processor('charge', 203_000 + off), received])).toEqual([
      { part: 'charge', processorMinor: 203_000 + off, ledgerMinor: 203_000 },
    ])
  })

  it('finds a payment that was refunded in full, if one side has neither', () => {
    expect(compare([processor('charge', 203_000), processor('refund', -203_000)])).toEqual([
      { part: 'charge', processorMinor: 203_000, ledgerMinor: 0 },
      { part: 'refund', processorMinor: -203_000, ledgerMinor: 0 },
    ])
  })

  it('agrees about a refund that is held, before and after the processor begins it, to the fil', () => {
    const held = [processor('charge', 203_000), received, transfer('card.refund', 'pending', 203_000)]
    expect(compare(held)).toEqual([])
    expect(compare([...held, processor('refund', -203_000)])).toEqual([])
    expect(compare([...held, processor('refund', -202_999)])).toHaveLength(1)
    const posted = [...held, processor('refund', -203_000), transfer('card.refund', 'post', 203_000)]
    expect(compare(posted)).toEqual([])
    const voided = [...held, processor('refund', -203_000), transfer('card.refund', 'void', 203_000)]
    expect(compare(voided)).toEqual([{ part: 'refund', processorMinor: -203_000, ledgerMinor: 0 }])
  })

  it('agrees about one of two held refunds that the processor has begun, and about both', () => {
    const hold = (name: string, kind: Transfer['kind'], amount: number) =>
      transfer('card.refund', kind, amount, false, name)
    const held = [
      processor('charge', 203_000),
      received,
      hold('fee', 'pending', 3_000),
      hold('order', 'pending', 200_000),
    ]
    for (const begun of [-3_000, -200_000, -203_000]) expect(compare([...held, processor('refund', begun)])).toEqual([])
    expect(compare([...held, processor('refund', -2_999)])).toHaveLength(1)
    const posted = [...held, hold('fee', 'post', 3_000), processor('refund', -3_000)]
    expect(compare(posted)).toEqual([])
    expect(compare([...posted, processor('refund', -3_000)])).toHaveLength(1)
  })

  it('agrees about all or none of more than eight held refunds', () => {
    const held = Array.from({ length: 9 }, (_, n) => transfer('card.refund', 'pending', 10, false, `hold-${n}`))
    expect(compare(held)).toEqual([])
    expect(compare([...held, processor('refund', -90)])).toEqual([])
    expect(compare([...held, processor('refund', -10)])).toHaveLength(1)
    expect(compare([...held.slice(1), processor('refund', -10)])).toEqual([])
  })

  it('agrees about a lost dispute that is reinstated after it settled its order, and refunded then', () => {
    const lost = [
      ...[processor('charge', 203_000), received],
      ...[processor('dispute', -203_000), transfer('card.dispute-withdrawn', 'single', 203_000)],
    ]
    const hold = transfer('card.refund', 'pending', 203_000)
    const reinstated = [
      ...[...lost, processor('dispute', 203_000)],
      ...[transfer('card.refund-returned', 'single', 203_000, true), hold],
    ]
    const refunded = [...reinstated, processor('refund', -203_000)]
    const posted = [...refunded, transfer('card.refund', 'post', 203_000)]
    for (const movements of [lost, reinstated, refunded, posted]) expect(compare(movements)).toEqual([])
    expect(compare([...posted, processor('refund', -1)])).not.toEqual([])
  })

  it('counts a pending refund as held only if the platform did not ask for it', () => {
    const of = processor('refund', -3_000)
    const refund = { refundId: 're_1', state: 'pending', paymentId: 'pi_1', amount: 3_000, currency: 'aed' } as const
    expect(unconfirmedMovement(refund, of)).toMatchObject({ part: 'refund', amount: 0, held: 3_000 })
    const others = [{ state: 'succeeded' }, { orderId: 'o1' }, { suspenseId: 's1' }, { currency: 'usd' }] as const
    for (const other of others) expect(unconfirmedMovement({ ...refund, ...other }, of)).toBeUndefined()
  })

  it('leaves out movements of the processor that concern no payment', () => {
    const payout = { movementId: 'txn_1', kind: 'other', amount: -1, currency: 'aed', feeMinor: 0, at } as const
    expect(processorMovement(payout)).toBeUndefined()
  })
})

describe('what a run reads of the processor', () => {
  const [first, to] = [new Date('2026-11-20T08:00:00Z'), new Date('2026-11-28T22:00:00Z')]

  it.each([
    ['the first run starts 15 minutes before the first transfer', undefined, first, '2026-11-20T07:45:00.000Z'],
    [
      'a later run starts a day before the end of the last',
      new Date('2026-11-27T22:00:00Z'),
      first,
      '2026-11-26T22:00:00.000Z',
    ],
    [
      'a later run does not start earlier than the first',
      new Date('2026-11-20T09:00:00Z'),
      first,
      '2026-11-20T07:45:00.000Z',
    ],
    ['without a transfer it reads nothing', undefined, undefined, to.toISOString()],
    ['nor does a later run without one', new Date('2026-11-27T22:00:00Z'), undefined, to.toISOString()],
  ])('%s', (_, lastTo, firstTransferAt, from) => {
    expect(readsFrom({ lastTo, firstTransferAt, to }).toISOString()).toBe(from)
  })
})

describe('the daily run', () => {
  it.each([
    ['2026-11-28T21:59:59Z', '2026-11-28T22:00:00.000Z'],
    ['2026-11-28T22:00:00Z', '2026-11-29T22:00:00.000Z'],
    ['2026-11-29T00:00:00Z', '2026-11-29T22:00:00.000Z'],
  ])('after %s starts at %s, which is 02:00 in Dubai', (after, next) => {
    expect(nextRunAfter(new Date(after)).toISOString()).toBe(next)
  })
})
