import { describe, expect, it } from '@jest/globals'
import type { HoldingView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { nextDatesOf, orderState } from './order-state.js'

const deadline = '2026-12-20T20:00:00.000Z'
const holding = (change: Partial<HoldingView> = {}): HoldingView => ({
  property: { propertyId: 'Prop_1_reem', slug: 'reem', title: 'Reem' },
  state: 'pending',
  raiseState: 'active',
  units: units(20),
  allottedUnits: units(0),
  unitPriceFils: fils(10_000),
  amountFils: fils(200_000),
  feeFils: fils(3_000),
  sharePartsPerMillion: 3_900,
  unitsTotal: units(200),
  unitsPaid: units(60),
  expectedReturnBasisPoints: 700,
  firstPaidAt: '2026-11-21T10:00:00.000Z',
  lastPaidAt: '2026-11-21T10:00:00.000Z',
  coolingOffHours: 48,
  nextDates: [
    { kind: 'raise_deadline', at: deadline, exact: false },
    { kind: 'cooling_off_ends', at: '2026-12-22T20:00:00.000Z', exact: false },
  ],
  ...change,
})

describe('orderState', () => {
  it.each([
    ['reserved', undefined, 'dashboard.order.reserved'],
    ['reserved', 'released', 'dashboard.order.releasing'],
    ['expired', 'lapsed', 'dashboard.order.expired'],
    ['expired', 'released', 'dashboard.order.released'],
    ['expired', 'account_not_eligible', 'dashboard.order.notCompleted'],
    ['refunding', 'account_not_eligible', 'dashboard.order.refunding'],
  ] as const)('shows %s with the reason %s as %s', (state, reason, word) => {
    expect(orderState({ state, ...(reason ? { reason } : {}) }).word).toBe(word)
  })
})

describe('nextDatesOf', () => {
  it('returns the server’s dates of all holdings in chronological order', () => {
    const yas = { propertyId: 'Prop_2_yas', slug: 'yas', title: 'Yas' }
    const later = { kind: 'cooling_off_ends' as const, at: '2026-12-01T20:00:00.000Z', exact: true }
    const dates = nextDatesOf([holding(), holding({ property: yas, raiseState: 'completed', nextDates: [later] })])
    expect(
      dates.map(({ kind, at, exact, property, raiseState }) => [kind, at, exact, property.slug, raiseState]),
    ).toEqual([
      ['cooling_off_ends', later.at, true, 'yas', 'completed'],
      ['raise_deadline', deadline, false, 'reem', 'active'],
      ['cooling_off_ends', '2026-12-22T20:00:00.000Z', false, 'reem', 'active'],
    ])
  })

  it('returns no dates if the server names none', () => {
    expect(nextDatesOf([holding({ raiseState: 'failed', nextDates: [] })])).toEqual([])
  })
})
