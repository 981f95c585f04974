import { describe, expect, it } from '@jest/globals'
import { freeTop, type Span } from './free-place.js'

const CARD = { height: 60, screenHeight: 640, inset: 0, current: null }
const HEADER = { top: 0, bottom: 68 }
const at = (top: number, height = 48): Span => ({ top, bottom: top + height })
const top = (change: Partial<Parameters<typeof freeTop>[0]> = {}) =>
  freeTop({ ...CARD, header: undefined, taken: [], ...change })

describe('freeTop', () => {
  it('returns a position below the header while that is visible, otherwise at the foot', () => {
    expect(top({ header: HEADER })).toBe(72)
    expect(top()).toBe(564)
    expect(top({ inset: 34 })).toBe(546)
  })

  it('never covers the header, even when everything else is taken or the card was there before', () => {
    const rows = Array.from({ length: 16 }, (_, row) => at(row * 40, 38))
    for (const bottom of [20, 68, 140]) {
      const header = { top: bottom - 68, bottom }
      for (const current of [null, 4, bottom - 1, 300])
        expect(top({ header, current, taken: rows })).toBeGreaterThanOrEqual(bottom)
    }
  })

  it('avoids fields and bars, wherever they are', () => {
    for (const taken of [[at(560)], [at(480), at(560, 80)], [at(0), at(100), at(420), at(560)]]) {
      const place = top({ taken, header: taken[0]!.top === 0 ? HEADER : undefined })
      expect(taken.filter((span) => span.top < place + 60 && span.bottom > place)).toEqual([])
      expect(place + 60).toBeLessThanOrEqual(640 - 16)
    }
  })

  it('keeps the current position while that is free', () => {
    expect(top({ current: 300, header: HEADER })).toBe(300)
    expect(top({ current: 300, taken: [at(320)] })).toBe(564)
  })

  it('covers as little as possible if nothing is free', () => {
    const rows = Array.from({ length: 16 }, (_, row) => at(row * 40, 38))
    const place = top({ taken: rows })
    expect(rows.filter((span) => span.top < place + 60 && span.bottom > place)).toHaveLength(2)
    expect(place).toBeGreaterThan(0)
  })
})
