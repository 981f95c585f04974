import { describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import { nextDates } from './next-dates.js'

const PAID = '2026-11-21T10:00:00.000Z'
const FUNDED = '2026-11-25T12:00:00.000Z'
const DEADLINE = '2026-12-20T20:00:00.000Z'
const at = (text: string) => new Date(text)
const holding = { units: units(20), allottedUnits: units(0), lastPaidAt: at(PAID) }
const raise = { state: 'active' as const, deadline: at(DEADLINE) }
const funded = { ...raise, state: 'funded' as const, fundedAt: at(FUNDED) }
const DURING = at('2026-12-01T00:00:00Z')

describe('the next dates of a paid holding', () => {
  it('are the latest possible ones while the raise is open', () => {
    expect(nextDates(holding, raise, DURING)).toEqual([
      { kind: 'raise_deadline', at: DEADLINE, exact: false },
      { kind: 'cooling_off_ends', at: '2026-12-22T20:00:00.000Z', exact: false },
    ])
  })

  it('count from the payment when it arrived after the deadline', () => {
    const late = { ...holding, lastPaidAt: at('2026-12-21T10:00:00Z') }
    expect(nextDates(late, raise, DURING)[1]).toMatchObject({ at: '2026-12-23T10:00:00.000Z' })
  })

  it('count from the funding once the raise is funded, but are not exact: it may reopen until its deadline', () => {
    expect(nextDates(holding, funded, at(FUNDED))).toEqual([
      { kind: 'cooling_off_ends', at: '2026-11-27T12:00:00.000Z', exact: false },
    ])
  })

  it.each([
    ['a funded raise has reached its deadline', { ...funded, deadline: at(FUNDED) }],
    ['the raise is completed', { ...funded, state: 'completed' as const }],
  ])('are exact when %s', (_name, closed) => {
    expect(nextDates(holding, closed, at(FUNDED))).toEqual([
      { kind: 'cooling_off_ends', at: '2026-11-27T12:00:00.000Z', exact: true },
    ])
  })

  it('are empty when the raise has failed, because all investors are refunded', () => {
    expect(nextDates(holding, { ...raise, state: 'failed' as const }, DURING)).toEqual([])
  })

  it('are empty once the cooling-off period has ended, although the title deed is not on file yet', () => {
    const ends = at('2026-11-27T12:00:00Z')
    expect(nextDates(holding, funded, new Date(ends.getTime() - 1))).toHaveLength(1)
    expect(nextDates(holding, funded, ends)).toEqual([])
  })

  it('are empty once the shares are on the register', () => {
    expect(nextDates({ ...holding, allottedUnits: units(20) }, funded, DURING)).toEqual([])
  })
})
