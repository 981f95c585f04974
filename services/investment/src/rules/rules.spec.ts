import { describe, expect, it } from '@jest/globals'
import { type Fils, fils, units } from '@hissa/money'
import { dubaiYear, startOfYear } from './calendar.js'
import { EXEMPT_CONSIDERATION_FILS } from './limits.js'
import { outstanding } from './order-rules.js'
import { LEAST_HOLD_MS } from './reservation-rules.js'
import type { OrderFacts, Rule } from './rule.js'
import { annualLimitOf, evaluate, REGISTRY, RULE_PACKS, type RulePack, RuleRegistry } from './rules.js'

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
const denied = (change: Partial<OrderFacts>, pack: RulePack = 'adgm') =>
  evaluate(pack, { ...facts, ...change })
    .filter((decision) => !decision.allowed)
    .map((decision) => decision.rule)
const packs = Object.keys(RULE_PACKS) as RulePack[]

describe.each(packs)('evaluate with the %s pack', (pack) => {
  it('allows an eligible investor, and records the rules, versions and inputs', () => {
    const decisions = evaluate(pack, facts)
    expect(decisions).toHaveLength(RULE_PACKS[pack].length)
    expect(decisions.filter(({ allowed }) => !allowed)).toEqual([])
    expect(decisions[1]).toEqual({
      rule: `${pack}.minimum`,
      version: 1,
      allowed: true,
      inputs: { amountFils: 200_000, minimumFils: 200_000, unitsAvailable: 50 },
    })
  })

  it.each<[string, Partial<OrderFacts>]>([
    ['eligibility', { userStatus: 'kyc_pending' }],
    ['eligibility', { userStatus: 'suspended' }],
    ['minimum', { amountFils: fils(199_999) }],
    ['disclosures', { accepted: [] }],
    ['disclosures', { accepted: [{ ...accepted[0]!, version: 1 }] }],
    ['disclosures', { required: [] }],
    ['appropriateness', { answered: null }],
    ['appropriateness', { at: answered.validUntil }],
    ['valuation', { valuedOn: null }],
    ['valuation', { valuedOn: '2026-11-23' }],
  ])('denies by %s', (name, change) => expect(denied(change, pack)).toEqual([`${pack}.${name}`]))

  it.each<[string, Partial<OrderFacts>]>([
    ['unpaid-orders', { openOrders: 3 }],
    ['unpaid-orders', { openOrders: 1, openHere: 1 }],
    ['reservation-pause', { pausedUntil: new Date(1) }],
    ['large-reservations', { units: units(21) }],
    ['large-reservations', { units: units(21), allowanceLeftMs: LEAST_HOLD_MS - 1 }],
  ])('denies by the platform’s %s', (name, change) => expect(denied(change, pack)).toEqual([`platform.${name}`]))

  it('blocks the sale when the valuation is 92 days old', () => {
    expect(denied({ valuedOn: '2026-08-23' }, pack)).toEqual([]) // 91 days before 22 November
    expect(denied({ valuedOn: '2026-08-22' }, pack)).toEqual([`${pack}.valuation`])
  })

  it('asks only retail clients the questions about the risks', () => {
    expect(denied({ answered: null, investorClass: 'professional' }, pack)).toEqual([])
    expect(denied({ at: new Date(answered.validUntil.getTime() - 1) }, pack)).toEqual([])
  })

  it('allows a large order while enough of the allowance is left', () => {
    expect(denied({ units: units(21), allowanceLeftMs: LEAST_HOLD_MS }, pack)).toEqual([])
  })

  it('evaluates every stored decision again with the same result', () => {
    const everything: Partial<OrderFacts>[] = [{}, { answered: null, valuedOn: null, usedFils: fils(18_362_500) }]
    for (const change of everything) {
      const decisions = evaluate(pack, { ...facts, ...change })
      expect(decisions.map((decision) => REGISTRY.reevaluate(decision))).toEqual(decisions)
    }
  })
})

describe('an exempt offer under the adgm pack', () => {
  it('refuses the 50th retail investor, and admits those who already count', () => {
    const basis = 'exempt-persons'
    expect(denied({ basis, otherPersons: 48 })).toEqual([])
    expect(denied({ basis, otherPersons: 49 })).toEqual(['adgm.offer-persons'])
    expect(denied({ basis, otherPersons: 49, isKnownPerson: true })).toEqual([])
    expect(denied({ basis, otherPersons: 49, investorClass: 'professional' })).toEqual([])
    expect(denied({ otherPersons: 49 })).toEqual([])
  })

  it('refuses USD 99,999 and accepts USD 100,000', () => {
    const basis = 'exempt-consideration'
    expect(EXEMPT_CONSIDERATION_FILS).toBe(36_725_000)
    expect(denied({ basis, amountFils: fils(Math.floor(99_999 * 367.25)) })).toEqual(['adgm.offer-consideration'])
    expect(denied({ basis, amountFils: fils(36_724_999) })).toEqual(['adgm.offer-consideration'])
    expect(denied({ basis, amountFils: fils(36_725_000) })).toEqual([])
  })

  it('refuses retail clients when it is directed at professional clients', () => {
    const basis = 'exempt-professional'
    expect(denied({ basis })).toEqual(['adgm.offer-class'])
    expect(denied({ basis, investorClass: 'professional' })).toEqual([])
    expect(denied({ basis, investorClass: 'market_counterparty' })).toEqual([])
  })
})

describe('the annual limit of the dfsa pack', () => {
  const used = (usedFils: Fils, change: Partial<OrderFacts> = {}) => denied({ usedFils, ...change }, 'dfsa')

  it('is USD 50,000 at the fixed rate, to the fil', () => {
    expect(annualLimitOf('dfsa', 'retail')).toBe(18_362_500)
    expect(used(fils(18_162_500))).toEqual([])
    expect(used(fils(18_162_501))).toEqual(['dfsa.annual-limit'])
  })

  it('applies to retail clients only', () => {
    expect(used(fils(18_362_500), { investorClass: 'professional' })).toEqual([])
    expect(annualLimitOf('dfsa', 'professional')).toBeNull()
    expect(annualLimitOf('adgm', 'retail')).toBeNull()
  })
})

describe('the calendar year', () => {
  it('turns at midnight in Dubai', () => {
    expect(dubaiYear(new Date('2026-12-31T19:59:59.999Z'))).toBe(2026)
    expect(dubaiYear(new Date('2026-12-31T20:00:00.000Z'))).toBe(2027)
    expect(startOfYear(2027)).toEqual(new Date('2026-12-31T20:00:00.000Z'))
  })
})

describe('RuleRegistry', () => {
  const next = (allowed: boolean): Rule => ({
    ...{ id: 'adgm.minimum', version: allowed ? 1 : 2, explanation: '' },
    evaluate: ({ amountFils }) => ({ allowed, inputs: { amountFils } }),
  })

  it('evaluates a decision of version 1 identically after version 2 exists', () => {
    const [, stored] = evaluate('adgm', facts)
    const registry = new RuleRegistry([...RULE_PACKS.adgm, next(false)])
    expect(registry.reevaluate(stored!)).toEqual(stored)
    expect(registry.reevaluate({ ...stored!, version: 2 })).toMatchObject({ version: 2, allowed: false })
  })

  it('knows the versions that decided orders of earlier releases', () => {
    const inputs = { units: 21, largestSmallUnits: 20, allowanceLeftMs: null }
    for (const version of [1, 2, 3]) {
      const decision = { rule: 'platform.large-reservations', version, allowed: false, inputs }
      expect(REGISTRY.reevaluate(decision)).toEqual(decision)
    }
  })

  it('rejects two rules with the same id and version', () => {
    expect(() => new RuleRegistry([...RULE_PACKS.adgm, next(true)])).toThrow('share an id')
  })
})

it('lists the texts that are still to be accepted', () => {
  expect(outstanding([text, { ...text, documentId: 'fees' }], accepted)).toMatchObject([{ documentId: 'fees' }])
})
