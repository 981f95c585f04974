import { describe, expect, it } from '@jest/globals'
import { LARGE_ALLOWANCE_MS, LEAST_HOLD_MS } from '../rules/rules.api.js'
import { allowance, largestSmallUnits } from './large-reservations.js'

const terms = { unitPriceFils: 10_000, minimumFils: 200_000 }
const at = new Date('2026-11-22T12:00:00Z')
const minute = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const held = (from: number, to: number, closed?: number) => ({
  createdAt: minute(from),
  expiresAt: minute(to),
  ...(closed === undefined ? {} : { closedAt: minute(closed) }),
})
const DAY = 24 * 60

describe('largestSmallUnits', () => {
  it.each([
    [1_000, 100],
    [1_009, 100],
    [200, 20],
    [199, 20],
    [100, 20],
    [20, 20],
    [7, 7],
    [0, 0],
  ])('of %d available units is %d: a tenth, the minimum where that is more, never more than there are', (units, most) =>
    expect(largestSmallUnits(terms, units)).toBe(most),
  )

  it('goes by the larger of the two minimums, rounded up to whole units', () => {
    expect(largestSmallUnits({ ...terms, minimumFils: 500_001 }, 100)).toBe(51)
    expect(largestSmallUnits({ ...terms, minimumFils: 100_000 }, 100)).toBe(20)
  })
})

describe('allowance', () => {
  it('is whole when no large reservation is unpaid', () => {
    expect(allowance([], at)).toEqual({ leftMs: LARGE_ALLOWANCE_MS, retryAt: null })
  })

  it('counts an open reservation with all the time that it may still be held', () => {
    expect(allowance([held(-1, 29)], at)).toEqual({ leftMs: 0, retryAt: minute(29 + DAY) })
  })

  it('counts one that ended with the time it was held, for 24 hours after its end', () => {
    expect(allowance([held(-60, -30, -50)], at).leftMs).toBe(20 * 60_000)
    expect(allowance([held(-DAY - 29, -DAY + 1, -DAY + 1)], at).leftMs).toBe(0)
    expect(allowance([held(-DAY - 30, -DAY, -DAY)], at).leftMs).toBe(LARGE_ALLOWANCE_MS)
  })

  it('does not count the time that a late release takes', () => {
    expect(allowance([held(-60, -50, -10)], at).leftMs).toBe(20 * 60_000)
    expect(allowance([held(-60, -50)], at).leftMs).toBe(20 * 60_000)
  })

  it('names the time from which enough is left again', () => {
    const used = [held(-100, -96, -96), held(-90, -68, -68)]
    expect(LEAST_HOLD_MS).toBe(5 * 60_000)
    expect(allowance(used, at)).toEqual({ leftMs: 4 * 60_000, retryAt: minute(-96 + DAY) })
    expect(allowance([held(-100, -75, -75)], at)).toEqual({ leftMs: 5 * 60_000, retryAt: null })
  })
})
