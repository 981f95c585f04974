import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import type { ValueOverTime } from '../../../api/valuations-api.js'
import { PROPERTY } from '../../../../test/token.js'
import { shownIn } from './value-range.js'

const step = (day: string, value: number) => ({ day, valueFils: fils(value), contributedFils: fils(100) })
const event = (day: string) => ({ day, kind: 'valuation' as const, property: PROPERTY, amountFils: fils(1) })
const data: ValueOverTime = {
  steps: [step('2024-05-01', 100), step('2025-09-30', 110), step('2026-09-30', 120)],
  events: [event('2025-09-30'), event('2026-09-30')],
  asOf: '2026-11-21T08:00:00Z',
}

describe('what the chart of the value shows', () => {
  it('is everything from the first contribution on, or the last year with the value that was in force', () => {
    expect(shownIn(data, 'all', '2026-11-21')).toMatchObject({ from: '2024-05-01', steps: data.steps })
    expect(shownIn(data, 'year', '2026-11-21')).toEqual({
      ...{ from: '2025-11-21', to: '2026-11-21', events: [event('2026-09-30')] },
      steps: [step('2025-11-21', 110), step('2026-09-30', 120)],
    })
  })

  it('is the last month or the last three, which end with the last day of a shorter month', () => {
    expect(shownIn(data, 'month', '2026-11-21')).toMatchObject({ from: '2026-10-21', steps: [step('2026-10-21', 120)] })
    expect(shownIn(data, 'quarter', '2026-11-21')).toMatchObject({
      ...{ from: '2026-08-21', steps: [step('2026-08-21', 110), step('2026-09-30', 120)] },
    })
    expect(shownIn(data, 'quarter', '2026-05-31')).toMatchObject({ from: '2026-02-28' })
    expect(shownIn(data, 'month', '2027-01-31')).toMatchObject({ from: '2026-12-31' })
  })

  it('is the year from 28 February on if today is 29 February', () => {
    expect(shownIn(data, 'year', '2028-02-29')).toMatchObject({ from: '2027-02-28', steps: [step('2027-02-28', 120)] })
  })

  it('never begins before the first contribution, and is nothing without one', () => {
    const young = { ...data, steps: [step('2026-06-01', 100)] }
    expect(shownIn(young, 'year', '2026-11-21')).toMatchObject({ from: '2026-06-01', steps: young.steps })
    expect(shownIn({ ...data, steps: [] }, 'all', '2026-11-21')).toBeUndefined()
  })
})
