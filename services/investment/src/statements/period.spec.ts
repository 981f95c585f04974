import { describe, expect, it } from '@jest/globals'
import { momentsOf, statedOf, statedPeriods } from './period.js'

/** 01:00 on 1 March in Dubai. */
const NOW = new Date('2026-02-28T21:00:00Z')
const codeOf = (result: ReturnType<typeof statedOf>) => (result.ok ? result.value : result.error.extra?.errors[0]?.code)

describe('the days of a statement', () => {
  it('begin and end at midnight in Dubai', () => {
    expect(momentsOf({ from: '2026-02-01', to: '2026-02-28' })).toEqual({
      before: new Date('2026-01-31T19:59:59.999Z'),
      end: new Date('2026-02-28T19:59:59.999Z'),
    })
  })

  it('have ended', () => {
    expect(codeOf(statedOf({ from: '2026-02-01', to: '2026-02-28' }, NOW))).toMatchObject({ kind: 'account' })
    expect(codeOf(statedOf({ from: '2026-02-01', to: '2026-03-01' }, NOW))).toBe('future')
    expect(codeOf(statedOf({ from: '2026-02-02', to: '2026-02-01' }, NOW))).toBe('order')
  })

  it('are at most a leap year', () => {
    expect(codeOf(statedOf({ from: '2024-01-01', to: '2024-12-31' }, NOW))).toMatchObject({ from: '2024-01-01' })
    expect(codeOf(statedOf({ from: '2024-01-01', to: '2025-01-01' }, NOW))).toBe('too_long')
  })

  it('of a running year end yesterday', () => {
    expect(codeOf(statedOf({ year: 2026 }, NOW))).toEqual({ kind: 'tax', from: '2026-01-01', to: '2026-02-28' })
    expect(codeOf(statedOf({ year: 2025 }, NOW))).toMatchObject({ to: '2025-12-31' })
    expect(codeOf(statedOf({ year: 2027 }, NOW))).toBe('future')
  })
})

describe('the list of months and years', () => {
  it('begins with the first movement, and says which still run', () => {
    const { months, years } = statedPeriods('2025-12-31', new Date('2026-02-10T08:00:00Z'))
    expect(months).toEqual([
      { month: '2026-02', from: '2026-02-01', to: '2026-02-09', complete: false },
      { month: '2026-01', from: '2026-01-01', to: '2026-01-31', complete: true },
      { month: '2025-12', from: '2025-12-01', to: '2025-12-31', complete: true },
    ])
    expect(years).toEqual([
      { year: 2026, from: '2026-01-01', to: '2026-02-09', complete: false },
      { year: 2025, from: '2025-01-01', to: '2025-12-31', complete: true },
    ])
  })

  it('is empty on the day of the first movement', () => {
    expect(statedPeriods('2026-03-01', NOW)).toEqual({ months: [], years: [] })
  })
})
