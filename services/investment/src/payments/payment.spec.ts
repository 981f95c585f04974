import { describe, expect, it } from '@jest/globals'
import type { OrderState } from '@hissa/contracts/investment'
import type { Order } from '../orders/orders.api.js'
import type { CheckoutFact } from '../processor/processor.api.js'
import { toSuspense, useOf } from './payment.js'

const fact: CheckoutFact = {
  sessionId: 'cs',
  orderId: 'o',
  state: 'complete',
  paid: true,
  amount: 203_000,
  currency: 'aed',
}
const order = (state: OrderState) => ({ state, totalFils: 203_000 }) as Order

describe('useOf', () => {
  it.each([
    ['reserved', true, { use: 'pay' }],
    ['expired', true, { use: 'payAgain' }],
    ['expired', false, { use: 'refund', reason: 'units_unavailable' }],
    ['paid', true, { use: 'suspense', reason: 'order_settled', fail: false }],
    ['failed', true, { use: 'suspense', reason: 'order_settled', fail: false }],
  ] as const)('of money for an order that is %s (units: %s)', (state, canRetake, expected) => {
    expect(useOf(fact, order(state), canRetake, true)).toEqual(expected)
  })

  it.each([
    ['reserved', { use: 'refund', reason: 'account_not_eligible' }],
    ['expired', { use: 'refund', reason: 'account_not_eligible' }],
    ['paid', { use: 'suspense', reason: 'order_settled', fail: false }],
  ] as const)('of an investor who may no longer invest, for an order that is %s', (state, expected) => {
    expect(useOf(fact, order(state), true, false)).toEqual(expected)
  })

  it('rejects amounts that differ by one fil, and other currencies', () => {
    expect(useOf({ ...fact, amount: 202_999 }, order('reserved'), true, true)).toEqual({
      use: 'suspense',
      reason: 'wrong_amount',
      fail: true,
    })
    expect(useOf({ ...fact, currency: 'usd' }, order('expired'), true, true)).toEqual({
      use: 'suspense',
      reason: 'wrong_currency',
      fail: false,
    })
    expect(useOf(fact, undefined, true, true)).toMatchObject({ use: 'suspense', reason: 'unknown_order' })
  })

  it('books suspense in the ledger of the currency', () => {
    expect(toSuspense({ ...fact, currency: 'usd' })).toMatchObject([
      { debit: 'client-usd:card-clearing', credit: 'client-usd:suspense' },
    ])
    expect(toSuspense({ ...fact, amount: 0 })).toEqual([])
  })
})
