import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { addBusinessMs, businessMsBetween, decisionDueAt } from './business-days.js'

const HOUR_MS = 3_600_000
/** An instant from its date and time in Dubai. */
const dubai = (text: string) => new Date(`${text}:00+04:00`)

describe('business time', () => {
  it.each([
    ['within a day', '2026-11-30T10:00', '2026-11-30T12:30', 2.5],
    ['before opening and after closing', '2026-11-30T07:00', '2026-11-30T20:00', 9],
    ['over a night', '2026-11-30T17:00', '2026-12-01T10:00', 2],
    ['over a weekend', '2026-11-27T17:00', '2026-11-30T10:00', 2],
    ['at the weekend', '2026-11-28T10:00', '2026-11-29T18:00', 0],
    ['from a later to an earlier instant', '2026-12-01T10:00', '2026-11-30T17:00', -2],
    ['around midnight in Dubai', '2026-11-30T23:30', '2026-12-01T00:30', 0],
  ])('is counted %s', (_, from, to, hours) => expect(businessMsBetween(dubai(from), dubai(to))).toBe(hours * HOUR_MS))

  it('is at most two working days until a decision is due', () => {
    expect(businessMsBetween(dubai('2026-11-30T08:00'), decisionDueAt(dubai('2026-11-30T08:00')))).toBe(18 * HOUR_MS)
    expect(businessMsBetween(dubai('2026-11-28T08:00'), decisionDueAt(dubai('2026-11-28T08:00')))).toBe(9 * HOUR_MS)
  })

  it('added to an instant is the time between the two', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 100 * HOUR_MS }),
        (from, ms) => expect(businessMsBetween(from, addBusinessMs(from, ms))).toBe(ms),
      ),
    ))
})
