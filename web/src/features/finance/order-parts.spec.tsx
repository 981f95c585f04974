import { describe, expect, it } from '@jest/globals'
import { awaitsDeed } from './order-parts.js'

const ENDED_AT = Date.parse('2026-11-23T08:00:00Z')
const order = { state: 'cooling_off', coolingOffEndsAt: '2026-11-23T08:00:00Z' } as const

describe('an order on the desk', () => {
  it('awaits the title deed from the end of its cooling-off period', () => {
    expect(awaitsDeed(order, ENDED_AT - 1)).toBe(false)
    expect(awaitsDeed(order, ENDED_AT)).toBe(true)
  })

  it('does not await the title deed before the period has begun, once registered, disputed or on hold', () => {
    expect(awaitsDeed({ state: 'cooling_off' }, ENDED_AT)).toBe(false)
    expect(awaitsDeed({ ...order, state: 'allotted' }, ENDED_AT)).toBe(false)
    expect(awaitsDeed({ ...order, dispute: 'open' }, ENDED_AT)).toBe(false)
    expect(awaitsDeed({ ...order, dispute: 'won' }, ENDED_AT)).toBe(true)
    expect(awaitsDeed({ ...order, holds: ['awaiting_review'] }, ENDED_AT)).toBe(false)
  })
})
