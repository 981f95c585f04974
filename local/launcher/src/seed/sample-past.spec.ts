import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { pastOrders, SAMPLE_INVESTORS } from './sample-past.js'

const OFFERED = [
  { unitsTotal: units(3_600), unitPriceFils: fils(10_000) },
  { unitsTotal: units(2_400), unitPriceFils: fils(10_000) },
]

describe('the orders of the sample past', () => {
  const orders = pastOrders(OFFERED)

  it('pay exactly the units of each property, in whole shares', () => {
    const sums = OFFERED.map((_, property) =>
      orders.filter((order) => order.property === property).reduce((sum, { amountAed }) => sum + amountAed, 0),
    )
    expect(sums).toEqual([360_000, 240_000])
    expect(orders.filter(({ amountAed }) => amountAed < 2_000 || amountAed % 100 !== 0)).toEqual([])
  })

  it('are those of every sample investor and of the demo investor, each once a day in a property', () => {
    const buyers = new Set(orders.map(({ buyer }) => buyer))
    expect(buyers).toEqual(new Set(['demo', ...SAMPLE_INVESTORS.keys()]))
    const keys = orders.map(({ buyer, property, day }) => `${buyer}:${property}:${day}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are ordered by day, and end with one that leaves enough paid when it is cancelled', () => {
    expect(orders.map(({ day }) => day)).toEqual(orders.map(({ day }) => day).sort((a, b) => a - b))
    const last = orders.filter(({ buyer }) => buyer === 'demo').at(-1)!
    expect(240_000 - last.amountAed).toBeGreaterThanOrEqual(240_000 * 0.8)
  })
})
