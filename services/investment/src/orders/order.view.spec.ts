import { describe, expect, it } from '@jest/globals'
import { OrderState } from '@hissa/contracts/investment'
import { LAST_CALL_MS } from './order.model.js'
import { whyNotCancel, whyNotExtend } from './order.view.js'

const at = new Date('2026-12-04T00:00:00.000Z')
const inMs = (ms: number) => new Date(at.getTime() + ms)

describe('the cancellation of an order', () => {
  it('is possible while it is paid or cools off, and in no other state', () => {
    const possible = OrderState.options.filter((state) => whyNotCancel({ state }, at) === undefined)
    expect(possible).toEqual(['paid', 'cooling_off'])
  })

  it('is possible until the moment the cooling-off period ends', () => {
    const state = 'cooling_off'
    expect(whyNotCancel({ state, coolingOffEndsAt: inMs(1) }, at)).toBeUndefined()
    expect(whyNotCancel({ state, coolingOffEndsAt: at }, at)).toBe('ended')
  })

  it('is blocked by an open dispute only', () => {
    const disputed = (state: 'open' | 'won') => whyNotCancel({ state: 'paid', dispute: { itemId: 'd', state } }, at)
    expect(disputed('open')).toBe('dispute')
    expect(disputed('won')).toBeUndefined()
  })
})

describe('the extension of a reservation', () => {
  const order = { state: 'reserved' as const, expiresAt: inMs(LAST_CALL_MS + 1) }

  it('is possible until the last call, once, and not for large reservations', () => {
    expect(whyNotExtend(order, at)).toBeUndefined()
    expect(whyNotExtend({ ...order, expiresAt: inMs(LAST_CALL_MS) }, at)).toBe('too_late')
    expect(whyNotExtend({ ...order, extension: { at, replaced: 'cs_1' } }, at)).toBe('extended')
    expect(whyNotExtend({ ...order, large: true }, at)).toBe('large')
    expect(whyNotExtend({ ...order, ending: { reason: 'released' } }, at)).toBe('releasing')
    expect(whyNotExtend({ ...order, state: 'paid' }, at)).toBe('ended')
  })
})
