import { describe, expect, it } from '@jest/globals'
import { fils, sum, units } from '@hissa/money'
import { counted, type Valuation, worthOf } from './valuation.js'

const valuation = (id: string, date: string, decidedAt: string) =>
  ({ _id: id, date, decidedAt: new Date(decidedAt) }) as Valuation
const shuffled = <T>(rows: readonly T[]) =>
  rows
    .map((row) => ({ row, by: Math.random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ row }) => row)

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

describe('the valuations that count', () => {
  it('are the newest first, and of one date the one that was approved last, in whatever order they are read', () => {
    const rows = [
      valuation('a', '2026-03-31', '2026-04-02T08:00:00Z'),
      valuation('b', '2026-09-30', '2026-10-02T08:00:00Z'),
      valuation('c', '2026-09-30', '2026-10-05T08:00:00Z'),
      valuation('d', '2025-12-31', '2026-01-05T08:00:00Z'),
    ]
    for (let round = 0; round < 50; round += 1)
      expect(counted(shuffled(rows)).map(({ _id }) => _id)).toEqual(['c', 'a', 'd'])
  })
})
