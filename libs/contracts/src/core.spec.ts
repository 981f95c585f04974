import { describe, expect, it } from '@jest/globals'
import { fils as filsOf, type Fils, type Units, units as unitsOf } from '@hissa/money'
import * as z from 'zod/mini'
import { fils, units } from './core.js'

const accepts = (make: (value: number) => number, value: number) => {
  try {
    make(value)
    return true
  } catch {
    return false
  }
}

describe('schemas of money', () => {
  const values = [0, -0, 1, -1, 0.5, 200_000, NaN, Infinity, -Infinity]
  const bounds = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 53, -(2 ** 53)]

  it.each([...values, ...bounds])('accept %d if and only if the branded constructors do', (value) => {
    expect(fils.safeParse(value).success).toBe(accepts(filsOf, value))
    expect(units.safeParse(value).success).toBe(accepts(unitsOf, value))
  })

  it('return branded values', () => {
    const order = z.object({ amountFils: fils, units }).parse({ amountFils: 200_000, units: 20 })
    const amount: Fils = order.amountFils
    const count: Units = order.units
    // @ts-expect-error an amount is not a number of units
    const wrong: Units = order.amountFils
    expect([amount, count, wrong]).toEqual([200_000, 20, 200_000])
  })
})
