import { describe, expect, it } from '@jest/globals'
import { unpaidToday } from './reservation-pause.js'

const at = new Date('2026-11-22T12:00:00Z')
const ended = (minutesAgo: number, reason: 'lapsed' | 'released' | 'account_not_eligible' = 'lapsed', late = 0) => ({
  reason,
  expiresAt: new Date(at.getTime() - minutesAgo * 60_000),
  closedAt: new Date(at.getTime() - (minutesAgo - late) * 60_000),
})

describe('unpaidToday', () => {
  it('pauses after the third reservation that ended unpaid, for an hour from the latest', () => {
    expect(unpaidToday([ended(10), ended(20)], at)).toEqual({ count: 2, pausedUntil: null })
    const pausedUntil = new Date(at.getTime() + 50 * 60_000)
    expect(unpaidToday([ended(10), ended(20, 'released'), ended(30)], at)).toEqual({ count: 3, pausedUntil })
    expect(unpaidToday([ended(60), ended(70), ended(80)], at)).toEqual({ count: 3, pausedUntil: null })
  })

  it('ignores reservations that ended more than 24 hours ago', () => {
    expect(unpaidToday([ended(1), ended(2), ended(24 * 60)], at)).toEqual({ count: 2, pausedUntil: null })
    expect(unpaidToday([ended(1), ended(2), ended(24 * 60 - 1)], at).count).toBe(3)
  })

  it('uses the end of the reservation, not a later release', () => {
    expect(unpaidToday([ended(65, 'lapsed', 30), ended(70), ended(80)], at).pausedUntil).toBeNull()
  })

  it('ignores reservations that the platform ended', () => {
    expect(unpaidToday([ended(1), ended(2), ended(3, 'account_not_eligible')], at).count).toBe(2)
  })
})
