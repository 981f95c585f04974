import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { LEAST_HOLD_MS } from './reservation-rules.js'
import { outstanding } from './order-rules.js'
import type { OrderFacts } from './rule.js'
import { evaluate, RULE_PACKS } from './rules.js'

const text = { documentId: 'risk', version: 2, hash: 'h' }
const accepted = [{ ...text, locale: 'ar', at: new Date(0) }]
const at = new Date('2026-11-22T10:00:00Z')
const answered = { version: 1, hash: 'q', passedAt: new Date(0), validUntil: new Date('2027-01-01T00:00:00Z') }
const facts: OrderFacts = {
  ...{ at, today: '2026-11-22', year: 2026, investorClass: 'retail', answered, usedFils: fils(0) },
  ...{ valuedOn: '2026-11-01', otherPersons: 0, isKnownPerson: false },
  ...{
    basis: 'licensed-platform',
    userStatus: 'kyc_complete',
    amountFils: fils(200_000),
    minimumFils: fils(200_000),
    unitsAvailable: units(50),
  },
  ...{ required: [text], accepted },
  ...{ openOrders: 2, openHere: 0, unpaidToday: 3, pausedUntil: null },
  ...{ units: units(20), largestSmallUnits: units(20), allowanceLeftMs: null },
}
const denied = (change: Partial<OrderFacts>) =>
  evaluate('adgm', { ...facts, ...change })
    .filter((decision) => !decision.allowed)
    .map((decision) => decision.rule)

describe('evaluate with the adgm pack', () => {
  it('allows an eligible investor, and records the rules, versions and inputs', () => {
    const decisions = evaluate('adgm', facts)
    expect(decisions).toHaveLength(RULE_PACKS.adgm.length)
    expect(decisions[1]).toEqual({
      rule: 'adgm.minimum',
      version: 1,
      allowed: true,
      inputs: { amountFils: 200_000, minimumFils: 200_000, unitsAvailable: 50 },
    })
  })

  it.each([
    ['adgm.eligibility', { userStatus: 'kyc_pending' as const }],
    ['adgm.eligibility', { userStatus: 'suspended' as const }],
    ['adgm.minimum', { amountFils: fils(199_999) }],
    ['adgm.disclosures', { accepted: [] }],
    ['adgm.disclosures', { accepted: [{ ...accepted[0]!, version: 1 }] }],
    ['adgm.disclosures', { required: [] }],
    ['platform.unpaid-orders', { openOrders: 3 }],
    ['platform.unpaid-orders', { openOrders: 1, openHere: 1 }],
    ['platform.reservation-pause', { pausedUntil: new Date(1) }],
    ['platform.large-reservations', { units: units(21) }],
    ['platform.large-reservations', { units: units(21), allowanceLeftMs: LEAST_HOLD_MS - 1 }],
  ])('denies by %s', (rule, change) => expect(denied(change)).toEqual([rule]))

  it('allows a large order while enough of the allowance is left', () => {
    expect(denied({ units: units(21), allowanceLeftMs: LEAST_HOLD_MS })).toEqual([])
  })

  it('evaluates a stored decision again with the same result', () => {
    const [first] = evaluate('adgm', facts)
    expect(evaluate('adgm', { ...facts, ...(first!.inputs as Partial<OrderFacts>) })[0]).toEqual(first)
  })
})

it('lists the texts that are still to be accepted', () => {
  expect(outstanding([text, { ...text, documentId: 'fees' }], accepted)).toMatchObject([{ documentId: 'fees' }])
})
