import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  ASSUMPTION_LIMITS,
  assumptionsOf,
  calculate,
  CASES,
  fils,
  MoneyError,
  plannedOccupancyOf,
  project,
  units,
  type Projected,
} from './index.js'

const VILLA: Projected = {
  units: units(100),
  unitsIssued: units(10_000),
  paidFils: fils(1_015_000),
  priceFils: fils(95_000_000),
  grossRentFils: fils(8_000_000),
  yearlyCostsFils: fils(1_500_000),
}
const BASE = { years: 5, growthBasisPoints: 200, occupancyBasisPoints: 9_500, exitCostBasisPoints: 200 }

const between = ([min, max]: readonly [number, number]) => fc.integer({ min, max })
const assumed = fc.record({
  years: between(ASSUMPTION_LIMITS.years),
  growthBasisPoints: between(ASSUMPTION_LIMITS.growthBasisPoints),
  occupancyBasisPoints: between(ASSUMPTION_LIMITS.occupancyBasisPoints),
  exitCostBasisPoints: between(ASSUMPTION_LIMITS.exitCostBasisPoints),
})
const subjects = fc
  .record({
    unitsIssued: fc.integer({ min: 1, max: 1_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    paidFils: fc.integer({ min: 1, max: 1_000_000_000 }).map(fils),
    priceFils: fc.integer({ min: 0, max: 50_000_000_000 }).map(fils),
    grossRentFils: fc.integer({ min: 0, max: 5_000_000_000 }).map(fils),
    yearlyCostsFils: fc.integer({ min: 0, max: 5_000_000_000 }).map(fils),
  })
  .map(({ part, unitsIssued, ...rest }): Projected => {
    return { ...rest, unitsIssued: units(unitsIssued), units: units(Math.floor(part * unitsIssued)) }
  })

describe('project', () => {
  it('pays the part of the net rent each year and the part of the sale at the end', () => {
    const { years, ...totals } = project(VILLA, { ...BASE, years: 2, growthBasisPoints: 1_000 })
    // Rent: 7,600,000 − 1,500,000 = 6,100,000, of which 1% is 61,000. Value: 95,000,000 → 104,500,000 → 114,950,000.
    expect(years).toEqual([
      { year: 1, incomeFils: 61_000, valueFils: 1_045_000, receivedFils: 61_000 + 1_024_100 },
      { year: 2, incomeFils: 61_000, valueFils: 1_149_500, receivedFils: 122_000 + 1_126_510 },
    ])
    expect(totals).toEqual({
      paidFils: 1_015_000,
      incomeFils: 122_000,
      proceedsFils: 1_126_510,
      resultFils: 233_510,
      returnBasisPoints: 1_121,
      breakEvenYear: 1,
    })
  })

  it('deducts costs that the rent does not cover from the sale, and pays no income', () => {
    const { years, proceedsFils, breakEvenYear, returnBasisPoints } = project(VILLA, {
      ...BASE,
      years: 2,
      growthBasisPoints: 0,
      occupancyBasisPoints: 0,
      exitCostBasisPoints: 0,
    })
    expect(years.map(({ incomeFils }) => incomeFils)).toEqual([0, 0])
    expect(proceedsFils).toBe((95_000_000 - 3_000_000) / 100)
    expect(breakEvenYear).toBeNull()
    expect(returnBasisPoints).toBeLessThan(0)
  })

  it('loses at most what was paid', () => {
    const nothing = { ...VILLA, grossRentFils: fils(0), yearlyCostsFils: fils(90_000_000) }
    expect(project(nothing, BASE)).toMatchObject({
      proceedsFils: 0,
      resultFils: -1_015_000,
      returnBasisPoints: -10_000,
    })
  })

  it.each([
    ['years', 0],
    ['years', 2.5],
    ['growthBasisPoints', 2_001],
    ['occupancyBasisPoints', 10_001],
    ['exitCostBasisPoints', -1],
  ])('rejects %s of %d', (name, value) => {
    expect(() => project(VILLA, { ...BASE, [name]: value })).toThrow(MoneyError)
  })

  it('adds up for every subject and every assumption, and never pays more than the whole company has', () => {
    fc.assert(
      fc.property(subjects, assumed, (subject, assumptions) => {
        const { years, incomeFils, proceedsFils, resultFils, paidFils } = project(subject, assumptions)
        expect(years).toHaveLength(assumptions.years)
        expect(years.reduce((total, year) => total + year.incomeFils, 0)).toBe(incomeFils)
        expect(resultFils).toBe(incomeFils + proceedsFils - paidFils)
        expect(years.at(-1)!.receivedFils).toBe(incomeFils + proceedsFils)
        expect(resultFils).toBeGreaterThanOrEqual(0 - paidFils)
        const most = Math.max(0, subject.grossRentFils - subject.yearlyCostsFils) * assumptions.years
        expect(incomeFils).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('is never better with less growth, less occupancy or a dearer sale', () => {
    fc.assert(
      fc.property(subjects, assumed, (subject, assumptions) => {
        const result = project(subject, assumptions).resultFils
        const worse = {
          years: assumptions.years,
          growthBasisPoints: Math.max(-2_000, assumptions.growthBasisPoints - 300),
          occupancyBasisPoints: Math.max(0, assumptions.occupancyBasisPoints - 700),
          exitCostBasisPoints: Math.min(2_000, assumptions.exitCostBasisPoints + 100),
        }
        expect(project(subject, worse).resultFils).toBeLessThanOrEqual(result)
      }),
    )
  })

  it('returns a rate that is positive exactly if more is received than was paid', () => {
    fc.assert(
      fc.property(subjects, assumed, (subject, assumptions) => {
        const { returnBasisPoints, resultFils } = project(subject, assumptions)
        expect(returnBasisPoints >= 0).toBe(resultFils >= 0)
      }),
    )
  })
})

describe('assumptionsOf', () => {
  it('orders the cases from the best to the worst', () => {
    const results = (['base', 'cautious', 'loss'] as const).map(
      (name) => project(VILLA, assumptionsOf(name, 5, 9_500)).resultFils,
    )
    expect([...results].sort((a, b) => b - a)).toEqual(results)
    expect(results.at(-1)).toBeLessThan(0)
  })

  it('stays within the limits at any planned occupancy', () => {
    for (const name of CASES)
      for (const planned of [0, 500, 10_000])
        expect(() => project(VILLA, assumptionsOf(name, 1, planned))).not.toThrow()
  })
})

describe('calculate', () => {
  const line = (kind: string, amount: number) => ({ kind, amountFils: fils(amount) })
  const TERMS = {
    offering: { unitPriceFils: fils(10_000), unitsIssued: units(10_000), feeBasisPoints: 150 },
    acquisition: [line('purchase_price', 95_000_000), line('agency_fee', 5_000_000), line('total', 100_000_000)],
    rent: [
      line('gross_rent', 8_000_000),
      line('vacancy', -400_000),
      line('service_charge', -1_000_000),
      line('management', -500_000),
      line('net_rent', 6_100_000),
    ],
  }

  it('reads the part and the planned occupancy from the terms, and buys whole shares', () => {
    const result = calculate(TERMS, { amountFils: fils(1_009_999), years: 5 })
    expect(result).toMatchObject({ units: 100, amountFils: 1_000_000, feeFils: 15_000 })
    expect(result).toMatchObject({ plannedOccupancyBasisPoints: 9_500, assumptions: BASE })
    expect(result!.projection).toEqual(project(VILLA, BASE))
    expect(result!.cases.map(({ name }) => name)).toEqual(['cautious', 'base', 'loss'])
    expect(result!.cases[1]!.projection).toEqual(result!.projection)
  })

  it('pays the published net rent in a year of the planned occupancy', () => {
    const { projection } = calculate(TERMS, { amountFils: fils(1_000_000), years: 1 })!
    expect(projection.incomeFils).toBe(61_000)
  })

  it.each([
    ['no rent is stated', { ...TERMS, rent: [] }, 1_000_000],
    ['no price is stated', { ...TERMS, acquisition: [] }, 1_000_000],
    ['the amount buys no share', TERMS, 9_999],
    ['the amount buys more shares than there are', TERMS, 100_010_000],
  ])('returns nothing if %s', (_why, terms, amount) => {
    expect(calculate(terms, { amountFils: fils(amount), years: 5 })).toBeNull()
  })

  it('has no planned occupancy without a rent', () => {
    expect(plannedOccupancyOf([])).toBeNull()
  })
})
