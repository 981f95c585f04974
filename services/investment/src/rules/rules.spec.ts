import { describe, expect, it } from '@jest/globals'
import { evaluate, type OrderFacts, outstanding, RULE_PACKS } from './rules.js'

const text = { documentId: 'risk', version: 2, hash: 'h' }
const accepted = [{ ...text, locale: 'ar', at: new Date(0) }]
const facts: OrderFacts = {
  ...{
    basis: 'licensed-platform',
    userStatus: 'kyc_complete',
    amountFils: 200_000,
    minimumFils: 200_000,
    unitsAvailable: 50,
  },
  ...{ required: [text], accepted },
}
const denied = (change: Partial<OrderFacts>) =>
  evaluate('adgm', { ...facts, ...change })
    .filter((decision) => !decision.allowed)
    .map((decision) => decision.rule)

describe('the adgm pack', () => {
  it('allows an eligible investor, and says by which rule, version and inputs', () => {
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
    ['adgm.minimum', { amountFils: 199_999 }],
    ['adgm.disclosures', { accepted: [] }],
    ['adgm.disclosures', { accepted: [{ ...accepted[0]!, version: 1 }] }],
    ['adgm.disclosures', { required: [] }],
  ])('denies by %s', (rule, change) => expect(denied(change)).toEqual([rule]))

  it('evaluates a stored decision to the same again', () => {
    const [first] = evaluate('adgm', facts)
    expect(evaluate('adgm', { ...facts, ...(first!.inputs as Partial<OrderFacts>) })[0]).toEqual(first)
  })
})

it('finds the texts that are still to be accepted', () => {
  expect(outstanding([text, { ...text, documentId: 'fees' }], accepted)).toMatchObject([{ documentId: 'fees' }])
})
