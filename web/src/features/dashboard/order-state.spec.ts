import { describe, expect, it } from '@jest/globals'
import { OrderReason, type HoldingView, type OrderView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { dateOf, holdingState, nextDatesOf, orderState, reasonOf, timeLeft } from './order-state.js'

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
    ['expired', 'raise_failed', 'dashboard.order.notCompleted'],
    ['refunding', 'account_not_eligible', 'dashboard.order.refunding'],
    ['refunded', 'cancelled', 'dashboard.order.refunded'],
    ['refunded', 'dispute_lost', 'dashboard.order.reversed'],
  ] as const)('shows %s with the reason %s as %s', (state, reason, word) => {
    expect(orderState({ state, ...(reason ? { reason } : {}) }).word).toBe(word)
  })

  it('shows an order on hold as such, unless its payment is disputed', () => {
    expect(orderState({ state: 'cooling_off', onHold: true }).word).toBe('dashboard.order.onHold')
    expect(orderState({ state: 'cooling_off', onHold: true, dispute: 'open' }).word).toBe('dashboard.order.disputed')
  })
})

describe('after the cooling-off period', () => {
  it('shows an order as awaiting the title deed', () => {
    expect(orderState({ state: 'cooling_off', canCancel: true }).word).toBe('dashboard.order.cooling_off')
    expect(orderState({ state: 'cooling_off', canCancel: false }).word).toBe('dashboard.awaitingDeed')
    expect(orderState({ state: 'cooling_off', canCancel: false, dispute: 'open' }).word).toBe(
      'dashboard.order.disputed',
    )
  })

  it('shows a holding as awaiting the title deed once the server no longer states the end of the period', () => {
    const { nextDates } = holding()
    const completed = holding({ state: 'cooling_off', nextDates: [], raiseState: 'completed' })
    expect(holdingState(holding({ state: 'cooling_off', nextDates })).word).toBe('dashboard.holding.cooling_off')
    expect(holdingState(holding({ state: 'cooling_off', nextDates: [] })).word).toBe('dashboard.awaitingDeed')
    expect(holdingState(completed).word).toBe('dashboard.awaitingRegistration')
    expect(holdingState(holding({ state: 'pending', nextDates: [] })).word).toBe('dashboard.holding.pending')
  })
})

describe('a dispute', () => {
  it('replaces the state of the order only while it is open', () => {
    expect(orderState({ state: 'allotted', dispute: 'open' }).word).toBe('dashboard.order.disputed')
    expect(orderState({ state: 'allotted', dispute: 'won' }).word).toBe('dashboard.order.allotted')
  })
})

describe('reasonOf', () => {
  it('returns a separate text for every reason, except those that the order’s label already states', () => {
    const inLabel = ['lapsed', 'released'] as const
    const others = OrderReason.options.filter((reason) => !inLabel.some((stated) => stated === reason))
    const texts = others.map((reason) => reasonOf({ reason }))
    expect(texts).not.toContain(undefined)
    expect(new Set(texts).size).toBe(others.length)
    for (const reason of inLabel) expect(reasonOf({ reason })).toBeUndefined()
  })

  it('returns the text of a reason, or undefined if there is none or the label states it', () => {
    expect(reasonOf({ reason: 'raise_failed' })).toBe('dashboard.reason.raiseFailed')
    expect(reasonOf({ reason: 'cancelled_by_staff' })).toBe('dashboard.reason.cancelledByStaff')
    expect(reasonOf({ reason: 'lapsed' })).toBeUndefined()
    expect(reasonOf({})).toBeUndefined()
  })
})

describe('dateOf', () => {
  const times = {
    ...{ expiresAt: '1', coolingOffEndsAt: '2', cancelledAt: '3', refundedAt: '4', allottedAt: '5' },
  }
  it.each([
    [{ state: 'reserved' }, { text: 'dashboard.heldUntil', at: '1' }],
    [{ state: 'paid' }, undefined],
    [
      { state: 'cooling_off', canCancel: true },
      { text: 'dashboard.cancelUntil', at: '2' },
    ],
    [
      { state: 'cooling_off', canCancel: false },
      { text: 'dashboard.coolingOffEnded', at: '2' },
    ],
    [{ state: 'cancelled' }, { text: 'dashboard.cancelledOn', at: '3' }],
    [{ state: 'refunding' }, { text: 'dashboard.cancelledOn', at: '3' }],
    [{ state: 'refunding', cancelledAt: undefined }, undefined],
    [{ state: 'refunded' }, { text: 'dashboard.refundedOn', at: '4' }],
    [
      { state: 'refunded', reason: 'dispute_lost' },
      { text: 'dashboard.reversedOn', at: '4' },
    ],
    [{ state: 'allotted' }, { text: 'dashboard.registeredOn', at: '5' }],
  ] as const)('of %o is %o', (order, date) => {
    expect(dateOf({ ...times, ...order } as OrderView)).toEqual(date)
  })
})

describe('timeLeft', () => {
  const now = Date.parse('2026-11-22T10:00:00Z')
  it.each([
    ['2026-11-24T10:00:00Z', { text: 'dashboard.left.days', count: 2 }],
    ['2026-11-24T09:59:00Z', { text: 'dashboard.left.hours', count: 47 }],
    ['2026-11-22T10:59:30Z', { text: 'dashboard.left.hours', count: 1 }],
    ['2026-11-22T10:00:30Z', { text: 'dashboard.left.minutes', count: 1 }],
    ['2026-11-22T10:00:00Z', undefined],
  ])('until %s is %o', (until, left) => {
    expect(timeLeft(until, now)).toEqual(left)
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
