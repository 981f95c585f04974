import { describe, expect, it } from '@jest/globals'
import { latestCancelEnd } from './cooling-off.js'

describe('the right to cancel', () => {
  it.each([
    [
      'the deadline, when it was paid before',
      '2026-11-21T10:00:00Z',
      '2026-12-20T20:00:00Z',
      '2026-12-22T20:00:00.000Z',
    ],
    ['the payment, when it came after', '2026-12-21T10:00:00Z', '2026-12-20T20:00:00Z', '2026-12-23T10:00:00.000Z'],
  ])('ends 48 hours after %s', (_name, paidAt, deadline, end) =>
    expect(latestCancelEnd(paidAt, deadline, 48)).toBe(end),
  )
})
