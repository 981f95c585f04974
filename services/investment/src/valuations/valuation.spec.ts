import { describe, expect, it } from '@jest/globals'
import { fils, sum, units } from '@hissa/money'
import { worthOf } from './valuation.js'

describe('what units of a property are worth', () => {
  it('is their part of its valuation, rounded down', () => {
    expect(worthOf(fils(100), units(1), units(3))).toBe(33)
    expect(worthOf(fils(100), units(3), units(3))).toBe(100)
    expect(worthOf(fils(1_000_000_000_000), units(14_999_999), units(15_000_000))).toBe(999_999_933_333)
  })

  it('never adds up to more than the valuation, and falls short by less than a fil for each holder', () => {
    for (let round = 0; round < 500; round += 1) {
      const held = Array.from(
        { length: 1 + Math.floor(Math.random() * 20) },
        () => 1 + Math.floor(Math.random() * 5_000),
      )
      const issued = units(held.reduce((total, some) => total + some, 0))
      const value = fils(1 + Math.floor(Math.random() * 1e12))
      const parts = sum(...held.map((some) => worthOf(value, units(some), issued)))
      expect(parts).toBeLessThanOrEqual(value)
      expect(value - parts).toBeLessThan(held.length)
    }
  })
})
