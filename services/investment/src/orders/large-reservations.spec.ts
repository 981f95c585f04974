import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { LARGE_ALLOWANCE_MS, LEAST_HOLD_MS } from '../rules/rules.api.js'
import { allowance, largestSmallUnits } from './large-reservations.js'

const terms = { unitPriceFils: fils(10_000), minimumFils: fils(200_000) }
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
  ])(
    'of %d available units is %d: a tenth, or the minimum if that is more, but never more than are available',
    (available, most) => expect(largestSmallUnits(terms, units(available))).toBe(most),
  )

  it('uses the larger of the two minimums, rounded up to whole units', () => {
    expect(largestSmallUnits({ ...terms, minimumFils: fils(500_001) }, units(100))).toBe(51)
    expect(largestSmallUnits({ ...terms, minimumFils: fils(100_000) }, units(100))).toBe(20)
  })
})

describe('allowance', () => {
  const MINUTE = 60_000

  it('is complete when no large reservation is unpaid', () => {
    expect(allowance([], at)).toEqual({ holdMs: LARGE_ALLOWANCE_MS, retryAt: null })
  })

  it('is shared with an open reservation until that one expires', () => {
    expect(allowance([held(-1, 30)], at)).toEqual({ holdMs: 30 * MINUTE, retryAt: null })
    expect(allowance([held(-26, 5)], at)).toEqual({ holdMs: 5 * MINUTE, retryAt: null })
    expect(allowance([held(-27, 4)], at)).toEqual({ holdMs: 4 * MINUTE, retryAt: minute(4 + DAY) })
  })

  it('extends past the last open reservation by what remains after it, up to 31 minutes', () => {
    expect(allowance([held(-2, 10)], at).holdMs).toBe((10 + 19) * MINUTE)
    expect(allowance([held(-2, 10), held(-1, 12)], at).holdMs).toBe((12 + 17) * MINUTE)
    expect(allowance([held(0, 10)], at).holdMs).toBe(31 * MINUTE)
  })

  it('counts minutes that several reservations share once', () => {
    expect(allowance([held(-60, -30, -50), held(-55, -25, -45)], at).holdMs).toBe(16 * MINUTE)
    expect(allowance([held(-60, -30, -40), held(-58, -28, -50)], at).holdMs).toBe(11 * MINUTE)
    expect(allowance([held(-60, -30, -50), held(-40, -10, -35)], at).holdMs).toBe(16 * MINUTE)
    expect(
      allowance(
        Array.from({ length: 10 }, () => held(-60, -30, -50)),
        at,
      ).holdMs,
    ).toBe(21 * MINUTE)
  })

  it('counts an ended reservation for 24 hours after its end', () => {
    expect(allowance([held(-DAY - 30, -DAY + 1, -DAY + 1)], at).holdMs).toBe(0)
    expect(allowance([held(-DAY - 30, -DAY, -DAY)], at).holdMs).toBe(LARGE_ALLOWANCE_MS)
  })

  it('does not count the delay of a late release', () => {
    expect(allowance([held(-60, -50, -10)], at).holdMs).toBe(21 * MINUTE)
    expect(allowance([held(-60, -50)], at).holdMs).toBe(21 * MINUTE)
  })

  it('returns the time from which enough remains again', () => {
    const used = [held(-100, -96, -96), held(-90, -67, -67)]
    expect(LEAST_HOLD_MS).toBe(5 * MINUTE)
    expect(allowance(used, at)).toEqual({ holdMs: 4 * MINUTE, retryAt: minute(-96 + DAY) })
    expect(allowance([held(-100, -74, -74)], at)).toEqual({ holdMs: 5 * MINUTE, retryAt: null })
    // The first of two reservations that shared their minutes frees nothing yet.
    const shared = [held(-101, -70, -71), held(-101, -70, -70)]
    expect(allowance(shared, at)).toEqual({ holdMs: 0, retryAt: minute(-70 + DAY) })
  })

  it('is never exceeded in any 24 hours, with reservations at random times of the longest hold', () => {
    let seed = 7
    const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const made: Array<{ createdAt: Date; expiresAt: Date; endsAt: Date }> = []
    for (let now = 0; now < 4 * DAY; now += Math.ceil(chance() * 15)) {
      const seen = made.map(({ endsAt, ...one }) => (endsAt <= minute(now) ? { ...one, closedAt: endsAt } : one))
      const { holdMs } = allowance(seen, minute(now))
      if (holdMs < LEAST_HOLD_MS) continue
      const one = held(now, now + Math.floor(holdMs / MINUTE))
      made.push({ ...one, endsAt: chance() < 0.5 ? one.expiresAt : minute(now + 3) })
    }
    expect(made.length).toBeGreaterThan(10)
    const minutes = Array.from({ length: 5 * DAY }, (_, m) =>
      Number(made.some(({ createdAt, endsAt }) => createdAt <= minute(m) && minute(m) < endsAt)),
    )
    const sums = minutes.map((_, m) => minutes.slice(m, m + DAY).reduce((sum, n) => sum + n, 0))
    expect(Math.max(...sums)).toBeLessThanOrEqual(31)
    expect(Math.max(...sums)).toBeGreaterThan(24)
  })
})
