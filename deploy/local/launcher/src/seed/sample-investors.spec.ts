import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { plan } from './sample-investors.js'

/** Two untouched places come first, then one of which 31 % are paid. */
const catalogue = (total: number, paid: number) =>
  ['first', 'second', 'third'].map((propertyId) => ({
    propertyId,
    offering: { unitPriceFils: fils(10_000), unitsTotal: units(total), unitsPaid: units(paid) },
  }))

describe('what the sample investors pay', () => {
  it('is their part of a raise in whole shares, in payments that a card takes, by one after the other', () => {
    expect(plan(catalogue(63_518, 0))).toEqual([
      { propertyId: 'third', amount: 980_000, buyer: 0 },
      { propertyId: 'third', amount: 980_000, buyer: 1 },
      { propertyId: 'third', amount: 9_000, buyer: 2 },
    ])
  })

  it('is only what an interrupted start has left', () => {
    expect(plan(catalogue(10_000, 3_000))).toEqual([{ propertyId: 'third', amount: 10_000, buyer: 0 }])
    for (const paid of [3_099, 3_100]) expect(plan(catalogue(10_000, paid))).toEqual([])
  })
})
