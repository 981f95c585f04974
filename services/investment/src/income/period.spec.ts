import { describe, expect, it } from '@jest/globals'
import { dayAfter, endOf, firstDayOf, lastDayOf, nextPeriod, periodOf, periodsBetween } from './period.js'

describe('a quarter in Dubai', () => {
  it.each([
    ['2026-01-01', '2026-Q1', '2026-01-01', '2026-03-31', '2026-Q2'],
    ['2028-02-29', '2028-Q1', '2028-01-01', '2028-03-31', '2028-Q2'],
    ['2026-12-31', '2026-Q4', '2026-10-01', '2026-12-31', '2027-Q1'],
  ])('of %s is %s', (day, period, first, last, next) => {
    expect(periodOf(day)).toBe(period)
    expect([firstDayOf(period), lastDayOf(period), nextPeriod(period)]).toEqual([first, last, next])
  })

  it('ends at midnight in Dubai', () => {
    expect(endOf('2026-Q3').toISOString()).toBe('2026-09-30T20:00:00.000Z')
    expect(dayAfter('2026-09-30')).toBe('2026-10-01')
  })

  it('is listed with those before it, newest first, up to a limit', () => {
    expect(periodsBetween('2026-Q3', '2027-Q1', 40)).toEqual(['2027-Q1', '2026-Q4', '2026-Q3'])
    expect(periodsBetween('2020-Q1', '2027-Q1', 2)).toEqual(['2027-Q1', '2026-Q4'])
    expect(periodsBetween('2027-Q1', '2026-Q4', 40)).toEqual([])
  })
})
