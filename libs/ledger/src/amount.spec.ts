import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { type Amount, amountOf, single, type TransferInput } from './index.js'

const sides = { kind: 'single', code: 't', debit: 'a', credit: 'b' } as const

describe('Amount', () => {
  it('accepts no plain number as the amount of a transfer', () => {
    const transfers: TransferInput[] = [
      { ...sides, amount: fils(5) },
      { ...sides, amount: units(5) },
      { ...sides, amount: amountOf('count', 5) },
      // @ts-expect-error a plain number is not the amount of a transfer
      { ...sides, amount: 5 },
      // @ts-expect-error a plain number is not the amount of a pending transfer
      { ...sides, kind: 'pending', amount: 5 },
      // @ts-expect-error a plain number is not the part of a pending transfer that is posted
      { kind: 'post', code: 't', pendingId: 'p', amount: 5 },
    ]
    expect(transfers).toHaveLength(6)
  })

  it('accepts no amount of another kind of ledger', () => {
    // @ts-expect-error units are not money
    const money: Amount<'money'> = units(1)
    // @ts-expect-error money is not units
    const shares: Amount<'units'> = amountOf('money', 1)
    // @ts-expect-error fils are not a count
    const count: Amount<'count'> = fils(1)
    expect([money, shares, count]).toEqual([1, 1, 1])
  })
})

describe('single', () => {
  it('moves nothing for an amount of zero', () => {
    expect(single('t', 'a', 'b', fils(0))).toEqual([])
    expect(single('t', 'a', 'b', fils(7), { orderId: 'o' })).toEqual([{ ...sides, amount: 7, ref: { orderId: 'o' } }])
  })
})
