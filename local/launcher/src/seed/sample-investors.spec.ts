import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { plan } from './sample-investors.js'

/** Returns a catalogue of two raises without payments, then one of which 31 % are to be paid. */
const catalogue = (total: number, paid: number) =>
  ['first', 'second', 'third'].map((propertyId) => ({
    propertyId,
    offering: { unitPriceFils: fils(10_000), unitsTotal: units(total), unitsPaid: units(paid) },
  }))

describe('plan', () => {
  it('splits a share of the raise into whole units and card-sized payments by alternating investors', () => {
    expect(plan(catalogue(63_518, 0))).toEqual([
      { propertyId: 'third', amount: 980_000, buyer: 0 },
      { propertyId: 'third', amount: 980_000, buyer: 1 },
      { propertyId: 'third', amount: 9_000, buyer: 2 },
    ])
  })

  it('divides each raise among three to five investors if there are many', () => {
    const purchases = plan(catalogue(63_518, 0), 5, true)
    expect(purchases.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_969_000)
    expect(new Set(purchases.map(({ buyer }) => buyer)).size).toBe(5)
  })

  it('contains only what an interrupted start has not paid', () => {
    expect(plan(catalogue(10_000, 3_000))).toEqual([{ propertyId: 'third', amount: 10_000, buyer: 0 }])
    for (const paid of [3_099, 3_100]) expect(plan(catalogue(10_000, paid))).toEqual([])
  })
})
