import { describe, expect, it } from '@jest/globals'
import { daysOf, lastDayOf, quarterAfter, quarterOf, quarterText } from './quarter.js'

describe('quarters', () => {
  it('contain the dates of three months', () => {
    expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf)).toEqual([
      ...['2026-Q1', '2026-Q1', '2026-Q2', '2026-Q4'],
    ])
  })

  it('follow each other across years', () => {
    expect(quarterAfter('2026-Q4', 1)).toBe('2027-Q1')
    expect(quarterAfter('2026-Q1', -1)).toBe('2025-Q4')
    expect(quarterAfter('2026-Q2', -6)).toBe('2024-Q4')
  })

  it('have their last day and number of days, also in leap years', () => {
    expect(lastDayOf('2026-Q3')).toBe('2026-09-30')
    expect(lastDayOf('2026-Q4')).toBe('2026-12-31')
    expect([daysOf('2026-Q1'), daysOf('2028-Q1'), daysOf('2026-Q3')]).toEqual([90, 91, 92])
  })

  it('have a text with their year', () => {
    expect(quarterText('2026-Q3')).toEqual(['income.quarter.3', { year: '2026' }])
  })
})
