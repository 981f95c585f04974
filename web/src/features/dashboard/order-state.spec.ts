import { describe, expect, it } from '@jest/globals'
import type { HoldingView } from '@hissa/contracts/investment'
import { nextDatesOf } from './order-state.js'

const deadline = '2026-12-20T20:00:00.000Z'
const holding = (change: Partial<HoldingView> = {}): HoldingView => ({
  property: { propertyId: 'Prop_1_reem', slug: 'reem', title: 'Reem' },
  state: 'pending',
  raiseState: 'active',
  units: 20,
  unitPriceFils: 10_000,
  amountFils: 200_000,
  feeFils: 3_000,
  sharePartsPerMillion: 3_900,
  unitsTotal: 200,
  unitsPaid: 60,
  expectedReturnBasisPoints: 700,
  firstPaidAt: '2026-11-21T10:00:00.000Z',
  lastPaidAt: '2026-11-21T10:00:00.000Z',
  coolingOffHours: 48,
  nextDates: [
    { kind: 'raise_deadline', at: deadline, exact: true },
    { kind: 'cooling_off_ends', at: '2026-11-23T10:00:00.000Z', exact: false },
  ],
  ...change,
})

describe('the dates ahead', () => {
  it('are, of an open offering, the latest that they can be', () => {
    expect(nextDatesOf([holding()]).map(({ kind, at, exact }) => [kind, at, exact])).toEqual([
      ['raise_deadline', deadline, false],
      ['cooling_off_ends', '2026-12-22T20:00:00.000Z', false],
    ])
  })

  it('are exact once the offering has closed', () => {
    expect(nextDatesOf([holding({ raiseState: 'funded' })]).map(({ kind, at, exact }) => [kind, at, exact])).toEqual([
      ['cooling_off_ends', '2026-11-23T10:00:00.000Z', true],
    ])
  })

  it('are in the order of time over all holdings', () => {
    const late = holding({ property: { propertyId: 'Prop_2_yas', slug: 'yas', title: 'Yas' } })
    const soon = holding({ nextDates: [{ kind: 'raise_deadline', at: '2026-12-01T20:00:00.000Z', exact: true }] })
    expect(nextDatesOf([late, soon]).map(({ property }) => property.slug)).toEqual(['reem', 'reem', 'yas', 'yas'])
  })
})
