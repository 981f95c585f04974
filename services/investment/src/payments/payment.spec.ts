import { describe, expect, it } from '@jest/globals'
import type { OrderState } from '@hissa/contracts/investment'
import type { Order } from '../orders/orders.api.js'
import type { CheckoutSnapshot } from '../processor/processor.api.js'
import { toSuspense, useOf } from './payment.js'

const snapshot: CheckoutSnapshot = {
  sessionId: 'cs',
  orderId: 'o',
  state: 'complete',
  paid: true,
  amount: 203_000,
  currency: 'aed',
}
const usual = { canRetake: true, eligible: true, failed: false }
const order = (state: OrderState) => ({ state, totalFils: 203_000 }) as Order

describe('useOf', () => {
  it.each([
    ['reserved', true, { use: 'pay' }],
    ['expired', true, { use: 'payAgain' }],
    ['expired', false, { use: 'refund', reason: 'units_unavailable' }],
    ['paid', true, { use: 'suspense', reason: 'order_settled', fail: false }],
    ['failed', true, { use: 'suspense', reason: 'order_settled', fail: false }],
  ] as const)('decides the use of money for an order that is %s (retakes units: %s)', (state, canRetake, expected) => {
    expect(useOf(snapshot, order(state), { canRetake, eligible: true, failed: false })).toEqual(expected)
  })

  it.each([
    ['reserved', { use: 'refund', reason: 'account_not_eligible' }],
    ['expired', { use: 'refund', reason: 'account_not_eligible' }],
    ['paid', { use: 'suspense', reason: 'order_settled', fail: false }],
  ] as const)(
    'decides the use of money from an investor who may no longer invest, for an order that is %s',
    (state, expected) => {
      expect(useOf(snapshot, order(state), { canRetake: true, eligible: false, failed: false })).toEqual(expected)
    },
  )

  it('refunds a reservation that is paid after the raise has failed', () => {
    const use = useOf(snapshot, order('reserved'), { ...usual, failed: true })
    expect(use).toEqual({ use: 'refund', reason: 'raise_failed' })
  })

  it('rejects amounts that differ by one fil, and other currencies', () => {
    expect(useOf({ ...snapshot, amount: 202_999 }, order('reserved'), usual)).toEqual({
      use: 'suspense',
      reason: 'wrong_amount',
      fail: true,
    })
    expect(useOf({ ...snapshot, currency: 'usd' }, order('expired'), usual)).toEqual({
      use: 'suspense',
      reason: 'wrong_currency',
      fail: false,
    })
    expect(useOf(snapshot, undefined, usual)).toMatchObject({ use: 'suspense', reason: 'unknown_order' })
  })

  it('books suspense in the ledger of the currency', () => {
    expect(toSuspense({ ...snapshot, currency: 'usd' })).toMatchObject([
      { debit: 'client-usd:card-clearing', credit: 'client-usd:suspense' },
    ])
    expect(toSuspense({ ...snapshot, amount: 0 })).toEqual([])
  })
})
