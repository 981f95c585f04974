import { beforeEach, describe, expect, it } from '@jest/globals'
import { dropOrderKey, isUndecided, orderKey, settleOrderKey } from './order-key.js'
import { errorOf, localError, NETWORK, TIMEOUT } from './problem.js'

const order = { userId: 'user-1', propertyId: 'Prop_1', amountFils: 200_000 }
const NOW = Date.parse('2026-11-21T08:00:00Z')
const MINUTE = 60_000

beforeEach(() => sessionStorage.clear())

describe('the key of an order', () => {
  it('is the same for as long as the order may go on, also after a reload', () => {
    const key = orderKey(order, NOW)
    expect(orderKey({ ...order }, NOW + 29 * MINUTE)).toBe(key)
    expect(Object.values(sessionStorage).join()).toContain(key)
  })

  it.each([
    ['another reader', { userId: 'user-2' }],
    ['another property', { propertyId: 'Prop_2' }],
    ['another amount', { amountFils: 210_000 }],
  ])('is another for %s', (_name, change) => {
    const key = orderKey(order, NOW)
    expect(orderKey({ ...order, ...change }, NOW)).not.toBe(key)
    expect(orderKey(order, NOW)).toBe(key)
  })

  it('is another once the shares are no longer held', () => {
    const key = orderKey(order, NOW)
    expect(orderKey(order, NOW + 30 * MINUTE)).not.toBe(key)
  })

  it('is spent when the order is placed', () => {
    const key = orderKey(order, NOW)
    dropOrderKey(order)
    expect(orderKey(order, NOW)).not.toBe(key)
  })

  it('holds for a second press where the browser keeps nothing', () => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = () => {
      throw new Error('QuotaExceededError')
    }
    try {
      const key = orderKey({ ...order, userId: 'user-3' }, NOW)
      expect(orderKey({ ...order, userId: 'user-3' }, NOW)).toBe(key)
    } finally {
      Storage.prototype.setItem = setItem
    }
  })
})

describe('a call that failed', () => {
  it.each([
    localError(NETWORK, 'x'),
    localError(TIMEOUT, 'x'),
    localError('BAD_RESPONSE', 'x'),
    errorOf(500, {}),
    errorOf(503, { code: 'PAYMENT_UNAVAILABLE' }),
    errorOf(401, { code: 'TOKEN_EXPIRED' }),
    errorOf(429, { code: 'RATE_LIMITED' }),
    errorOf(409, { code: 'IDEMPOTENCY_IN_FLIGHT' }),
    errorOf(409, { code: 'TRY_AGAIN' }),
  ])('may have placed the order: $status $code keeps the key', (error) => {
    const key = orderKey(order, NOW)
    expect(isUndecided(error)).toBe(true)
    settleOrderKey(order, error)
    expect(orderKey(order, NOW)).toBe(key)
  })

  it.each([
    errorOf(409, { code: 'RESERVATION_CLOSED' }),
    errorOf(422, { code: 'IDEMPOTENCY_KEY_REUSED' }),
    errorOf(422, { code: 'PAYMENT_REFUSED' }),
    errorOf(409, { code: 'PROPERTY_FULLY_FUNDED' }),
  ])('has refused it for good: $status $code takes a new key', (error) => {
    const key = orderKey(order, NOW)
    settleOrderKey(order, error)
    expect(orderKey(order, NOW)).not.toBe(key)
  })
})
