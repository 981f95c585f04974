import { fils, units } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import type { Terms } from '../offerings/terms.js'
import { faultsOfTerms } from './terms-faults.js'

const NOW = new Date('2026-11-22T08:00:00Z')
const TERMS: Terms = {
  unitPriceFils: fils(10_000),
  unitsTotal: units(200),
  unitsIssued: units(5_000),
  minimumUnits: units(150),
  minimumFils: fils(200_000),
  feeBasisPoints: 150,
  expectedReturn: null,
  termYears: 5,
  deadline: new Date('2027-01-01T00:00:00Z'),
  acquisition: [],
  rent: [],
  spv: { name: 'Marina SPV', registrationNumber: 'R1', jurisdiction: 'ADGM' },
}
const codesOf = (change: Partial<Terms>, published: Terms | null = null) =>
  faultsOfTerms({ ...TERMS, ...change }, published, NOW)
    .filter(({ path }) => /minimum|unitsTotal|deadline/.test(path))
    .map(({ path, code }) => `${path} ${code}`)

describe('faultsOfTerms', () => {
  it('accepts a minimum investment of whole units within the raise', () => {
    expect(codesOf({})).toEqual([])
    expect(codesOf({ minimumFils: fils(200_001) })).toEqual(['/terms/minimumFils not_multiple'])
    expect(codesOf({ minimumFils: fils(2_010_000) })).toEqual(['/terms/minimumFils too_much'])
  })

  it('rejects more units than were issued', () => {
    expect(codesOf({ unitsTotal: units(5_000) })).toEqual([])
    expect(codesOf({ unitsTotal: units(5_001) })).toEqual(['/terms/unitsTotal too_many'])
  })

  it('accepts any number of units needed to close, up to those offered', () => {
    expect(codesOf({ minimumUnits: units(200) })).toEqual([])
    expect(codesOf({ minimumUnits: undefined })).toEqual([])
    expect(codesOf({ minimumUnits: units(201) })).toEqual(['/terms/minimumUnits too_many'])
  })

  it('keeps the number of units needed to close while units are on offer', () => {
    const fixed = ['/terms/minimumUnits fixed']
    expect(codesOf({}, TERMS)).toEqual([])
    expect(codesOf({ minimumUnits: units(149) }, TERMS)).toEqual(fixed)
    expect(codesOf({ minimumUnits: undefined }, TERMS)).toEqual(fixed)
    // Terms without a minimum need all units.
    expect(codesOf({ minimumUnits: units(200) }, { ...TERMS, minimumUnits: undefined })).toEqual([])
  })

  it('accepts a deadline in the future, and for units on offer only the current one', () => {
    const [earlier, later] = [new Date(TERMS.deadline.getTime() - 1), new Date(TERMS.deadline.getTime() + 1)]
    expect(codesOf({ deadline: new Date(NOW.getTime() + 1) })).toEqual([])
    expect(codesOf({ deadline: NOW })).toEqual(['/terms/deadline passed'])
    expect(codesOf({ deadline: earlier })).toEqual([])
    for (const deadline of [earlier, later]) expect(codesOf({ deadline }, TERMS)).toEqual(['/terms/deadline fixed'])
  })
})
