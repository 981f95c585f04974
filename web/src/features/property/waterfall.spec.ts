import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { barsOf } from './waterfall.js'

const bars = (...amounts: number[]) => barsOf(amounts.map((amount) => ({ amountFils: fils(amount) })))

describe('barsOf', () => {
  it('starts each cost at the running sum, between two full bars', () => {
    expect(bars(1_000, -200, -300, 500)).toEqual([
      { from: 0, width: 100, whole: true },
      { from: 80, width: 20, whole: false },
      { from: 50, width: 30, whole: false },
      { from: 0, width: 50, whole: true },
    ])
  })

  it('stacks parts up to their sum', () => {
    expect(bars(900, 100, 1_000)).toEqual([
      { from: 0, width: 90, whole: false },
      { from: 90, width: 10, whole: false },
      { from: 0, width: 100, whole: true },
    ])
  })
})
