import { fils } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import { type ClassFacts, classFault, classRule } from './class-rule.js'
import { REGISTRY } from './rules.js'

const at = new Date('2026-11-22T10:00:00Z')
const facts: ClassFacts = {
  ...{ investorClass: 'professional', evidenceKind: 'net_assets', netAssetsFils: fils(367_250_000) },
  ...{ asOf: '2026-10-31', isRequested: true, expiresAt: new Date('2027-10-31T20:00:00Z'), at },
}
const fault = (change: Partial<ClassFacts>) => classFault({ ...facts, ...change })

describe('the class of an investor', () => {
  it('is possible with net assets of exactly USD 1,000,000', () => {
    expect(fault({})).toBeUndefined()
    expect(fault({ netAssetsFils: fils(367_249_999) })).toBe('net_assets')
    expect(fault({ netAssetsFils: null })).toBe('net_assets')
  })

  it.each<[string, Partial<ClassFacts>]>([
    ['evidence', { evidenceKind: null }],
    ['evidence', { asOf: null }],
    ['evidence', { investorClass: 'market_counterparty' }],
    ['evidence_date', { asOf: '2026-11-23' }],
    ['evidence_date', { asOf: '2025-11-20' }],
    ['opt_up', { isRequested: false }],
    ['expiry', { expiresAt: null }],
    ['expiry', { expiresAt: at }],
    ['expiry', { expiresAt: new Date('2027-11-02T20:00:00Z') }],
  ])('is refused with %s', (why, change) => expect(fault(change)).toBe(why))

  it('accepts evidence that is 12 months old', () => {
    expect(fault({ asOf: '2025-11-21', expiresAt: new Date('2026-11-22T10:00:00.001Z') })).toBeUndefined()
  })

  it('is market counterparty only for a regulated entity or a large undertaking', () => {
    const entity = { investorClass: 'market_counterparty', netAssetsFils: null } as const
    expect(fault({ ...entity, evidenceKind: 'regulated_entity' })).toBeUndefined()
    expect(fault({ ...entity, evidenceKind: 'large_undertaking' })).toBeUndefined()
  })

  it('can return to retail without evidence', () => {
    expect(fault({ investorClass: 'retail', evidenceKind: null, isRequested: false, expiresAt: null })).toBeUndefined()
  })

  it('is evaluated again from its stored inputs', () => {
    for (const change of [{}, { netAssetsFils: fils(1) }]) {
      const { id: rule, version } = classRule
      const stored = { rule, version, ...classRule.evaluate({ ...facts, ...change }) }
      expect(REGISTRY.reevaluate(stored)).toEqual(stored)
    }
  })
})
