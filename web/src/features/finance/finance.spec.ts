import { describe, expect, it } from '@jest/globals'
import type { RejectedOrderView, SuspenseItemView } from '@hissa/contracts/investment'
import { actionFrom, actionsOf, detailOf, orderActionsOf, refusalText } from './finance.js'

const item = { direction: 'in', state: 'open', amountMinor: 203_000 } as SuspenseItemView
const pending = { approvalId: 'a' } as SuspenseItemView['pending']

describe('what finance may propose', () => {
  it.each([
    ['money that came', {}, ['refund', 'assign']],
    ['money that left', { direction: 'out' }, ['cover', 'assign']],
    ['what is proposed already', { pending }, []],
    ['what is being refunded', { state: 'refunding' }, []],
    ['a dispute that is open', { direction: 'out', dispute: 'open' }, []],
  ])('for %s', (_, change, actions) => {
    expect(actionsOf({ ...item, ...change } as SuspenseItemView)).toEqual(actions)
  })

  it('for an order depends on the work that was rejected', () => {
    expect(orderActionsOf({ work: 'refund' } as RejectedOrderView)).toEqual(['settle'])
    expect(orderActionsOf({ work: 'expiry' } as RejectedOrderView)).toEqual(['release'])
    expect(orderActionsOf({ work: 'refund', pending } as RejectedOrderView)).toEqual([])
  })

  it('is sent with the detail that it needs', () => {
    expect(actionFrom('assign', 'o1')).toEqual({ type: 'assign', orderId: 'o1' })
    expect(actionFrom('cover', 'FT1')).toEqual({ type: 'cover', reference: 'FT1' })
    expect([detailOf('refund'), actionFrom('refund', 'x')]).toEqual([null, { type: 'refund' }])
  })

  it('is refused in words', () => {
    expect(refusalText(new Error('anything'))).toBe('finance.refused.failed')
  })
})
