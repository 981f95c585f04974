import { fils, type Fils, MoneyError, sum, times } from './fils.js'
import { basisPointsOf } from './rate.js'
import { type Units, unitsFor } from './units.js'

/** What a projection assumes. Rates are in basis points. */
export interface Assumptions {
  /** Whole years until the sale, 1 to 30. */
  years: number
  /** Yearly change of the property's value, −2,000 to 2,000. */
  growthBasisPoints: number
  /** Part of the year that the property is let, 0 to 10,000. */
  occupancyBasisPoints: number
  /** Costs of the sale as a part of its price, 0 to 2,000. */
  exitCostBasisPoints: number
}

/** The property and the investor's part of it. Amounts are those of the whole company. */
export interface Projected {
  units: Units
  /** All shares of the company, over which rent and proceeds are divided. */
  unitsIssued: Units
  /** What the investor pays for the shares, with the platform fee. */
  paidFils: Fils
  /** The price of the property without the costs of buying it. */
  priceFils: Fils
  /** A full year's rent at 100% occupancy. */
  grossRentFils: Fils
  /** A year's costs apart from vacancy, positive. They do not fall with the occupancy. */
  yearlyCostsFils: Fils
}

/** One year of the investor's part. */
export interface ProjectedYear {
  year: number
  /** Paid to the investor for the year; 0 if the costs exceed the rent. */
  incomeFils: Fils
  /** The investor's part of the property's value at the end of the year, before the costs of a sale. */
  valueFils: Fils
  /** Everything received if the property is sold at the end of the year: all income so far and the proceeds. */
  receivedFils: Fils
}

export interface Projection {
  years: ProjectedYear[]
  paidFils: Fils
  /** Income of all years. */
  incomeFils: Fils
  /** The investor's part of the sale after its costs and after what the rent left uncovered; never negative. */
  proceedsFils: Fils
  /** Income and proceeds less what was paid; negative is a loss. */
  resultFils: Fils
  /** Internal rate of return per year in basis points, rounded down; −10,000 if everything is lost. */
  returnBasisPoints: number
  /** The first year in which a sale returns what was paid; null if none does. */
  breakEvenYear: number | null
}

/** Limits of what can be assumed, by field of `Assumptions`. */
export const ASSUMPTION_LIMITS = {
  years: [1, 30],
  growthBasisPoints: [-2_000, 2_000],
  occupancyBasisPoints: [0, 10_000],
  exitCostBasisPoints: [0, 2_000],
} as const satisfies Record<keyof Assumptions, readonly [number, number]>

export const CASES = ['cautious', 'base', 'loss'] as const
export type Case = (typeof CASES)[number]

/** Returns the assumptions of a case, from the occupancy that the offering plans with. They are examples, not forecasts. */
export function assumptionsOf(name: Case, years: number, plannedOccupancyBasisPoints: number): Assumptions {
  const { below, ...rates } = {
    cautious: { growthBasisPoints: 0, below: 1_000, exitCostBasisPoints: 300 },
    base: { growthBasisPoints: 200, below: 0, exitCostBasisPoints: 200 },
    loss: { growthBasisPoints: -500, below: 3_000, exitCostBasisPoints: 500 },
  }[name]
  return { years, ...rates, occupancyBasisPoints: Math.max(0, plannedOccupancyBasisPoints - below) }
}

/**
 * Projects the income and the sale of an investor's shares, with the same rent and costs in every year.
 *
 * Each year the value changes by the growth and the company earns the rent of the occupancy less its costs. If the costs
 * exceed the rent, the difference is carried into the next years and at last deducted from the sale. The investor
 * receives their part of each, and never pays in again. Amounts are rounded down to the fil and costs up, so that no
 * figure is better than the exact one. Errors: MoneyError OUT_OF_RANGE for assumptions beyond their limits.
 */
export function project(subject: Projected, assumptions: Assumptions): Projection {
  checkLimits(assumptions)
  const { unitsIssued, units, paidFils, yearlyCostsFils } = subject
  if (units > unitsIssued || unitsIssued === 0 || paidFils <= 0)
    throw new MoneyError('OUT_OF_RANGE', `${units} of ${unitsIssued} units for ${paidFils} fils`)
  const partOf = (whole: Fils) => fils(Number((BigInt(whole) * BigInt(units)) / BigInt(unitsIssued)))
  const { growthBasisPoints: growth, exitCostBasisPoints } = assumptions
  const rentFils = basisPointsOf(subject.grossRentFils, assumptions.occupancyBasisPoints, 'down')
  const years: ProjectedYear[] = []
  let value = subject.priceFils
  let uncovered = fils(0)
  let income = fils(0)
  let proceeds = fils(0)
  for (let year = 1; year <= assumptions.years; year += 1) {
    const change = basisPointsOf(value, Math.abs(growth), growth < 0 ? 'up' : 'down')
    value = fils(growth < 0 ? value - change : value + change)
    const net = rentFils - yearlyCostsFils - uncovered
    uncovered = fils(Math.max(0, -net))
    const incomeFils = partOf(fils(Math.max(0, net)))
    income = fils(income + incomeFils)
    const sold = value - basisPointsOf(value, exitCostBasisPoints, 'up') - uncovered
    proceeds = partOf(fils(Math.max(0, sold)))
    years.push({ year, incomeFils, valueFils: partOf(value), receivedFils: fils(income + proceeds) })
  }
  return {
    years,
    paidFils,
    incomeFils: income,
    proceedsFils: proceeds,
    resultFils: fils(income + proceeds - paidFils),
    returnBasisPoints: returnOf(years, paidFils, proceeds),
    breakEvenYear: years.find(({ receivedFils }) => receivedFils >= paidFils)?.year ?? null,
  }
}

function checkLimits(assumptions: Assumptions): void {
  for (const [name, [least, most]] of Object.entries(ASSUMPTION_LIMITS)) {
    const value = assumptions[name as keyof Assumptions]
    if (!Number.isInteger(value) || value < least || value > most)
      throw new MoneyError('OUT_OF_RANGE', `${name} ${value} is not a whole number from ${least} to ${most}`)
  }
}

const WORST_BASIS_POINTS = -10_000
/** Income alone can exceed a small price many times, so the search needs an end: 1,000% per year. */
const BEST_BASIS_POINTS = 100_000

/**
 * Returns the largest whole rate at which the payments are worth at least what was paid. Only multiplication and
 * division are used, whose results are the same in every runtime.
 */
function returnOf(years: readonly ProjectedYear[], paidFils: Fils, proceedsFils: Fils): number {
  let low = WORST_BASIS_POINTS
  let high = BEST_BASIS_POINTS
  while (low < high) {
    const rate = Math.ceil((low + high) / 2)
    if (worthOf(years, proceedsFils, rate) >= paidFils) low = rate
    else high = rate - 1
  }
  return low
}

function worthOf(years: readonly ProjectedYear[], proceedsFils: Fils, rateBasisPoints: number): number {
  const factor = 1 + rateBasisPoints / 10_000
  let worth = proceedsFils as number
  for (const { incomeFils } of [...years].reverse()) worth = (worth + incomeFils) / factor
  return worth
}

interface Line {
  kind: string
  amountFils: Fils
}

/** The published terms that a calculation reads. */
export interface ProjectedTerms {
  offering: { unitPriceFils: Fils; unitsIssued: Units; feeBasisPoints: number }
  /** The costs of the purchase, with a line `purchase_price`. */
  acquisition: readonly Line[]
  /** From `gross_rent` to `net_rent`; costs are negative. */
  rent: readonly Line[]
}

export interface Calculation {
  /** The shares that the amount buys, rounded down to whole ones, with their price and the platform fee. */
  units: Units
  amountFils: Fils
  feeFils: Fils
  plannedOccupancyBasisPoints: number
  assumptions: Assumptions
  projection: Projection
  cases: { name: Case; assumptions: Assumptions; projection: Projection }[]
}

/** What is asked. Rates that are left out are those of the base case. */
export interface Question extends Partial<Omit<Assumptions, 'years'>> {
  amountFils: Fils
  years: number
}

/** Returns the occupancy that the rent is planned with, in basis points rounded down; null without a rent. */
export function plannedOccupancyOf(rent: readonly Line[]): number | null {
  const grossFils = rent.find(({ kind }) => kind === 'gross_rent')?.amountFils ?? 0
  const vacancyFils = rent.find(({ kind }) => kind === 'vacancy')?.amountFils ?? 0
  return grossFils <= 0 ? null : Math.max(0, Math.floor(((grossFils + vacancyFils) * 10_000) / grossFils))
}

/**
 * Calculates what an amount may earn or lose in a property: with the assumptions asked for, and in each case. Null if the
 * terms state no rent or no price, if the amount buys no share, or if it buys more than the company has.
 */
export function calculate({ offering, acquisition, rent }: ProjectedTerms, question: Question): Calculation | null {
  const planned = plannedOccupancyOf(rent)
  const priceFils = acquisition.find(({ kind }) => kind === 'purchase_price')?.amountFils
  const units = unitsFor(question.amountFils, offering.unitPriceFils)
  if (planned === null || priceFils === undefined || units === 0 || units > offering.unitsIssued) return null
  const amountFils = times(offering.unitPriceFils, units)
  const feeFils = basisPointsOf(amountFils, offering.feeBasisPoints)
  const costs = rent.filter(({ kind }) => !['gross_rent', 'vacancy', 'net_rent'].includes(kind))
  const subject: Projected = {
    units,
    unitsIssued: offering.unitsIssued,
    paidFils: sum(amountFils, feeFils),
    priceFils,
    grossRentFils: rent.find(({ kind }) => kind === 'gross_rent')!.amountFils,
    yearlyCostsFils: fils(0 - sum(...costs.map((line) => line.amountFils))),
  }
  const { years, growthBasisPoints, occupancyBasisPoints, exitCostBasisPoints } = question
  const base = assumptionsOf('base', years, planned)
  const assumptions: Assumptions = {
    years,
    growthBasisPoints: growthBasisPoints ?? base.growthBasisPoints,
    occupancyBasisPoints: occupancyBasisPoints ?? base.occupancyBasisPoints,
    exitCostBasisPoints: exitCostBasisPoints ?? base.exitCostBasisPoints,
  }
  return {
    ...{ units, amountFils, feeFils, plannedOccupancyBasisPoints: planned, assumptions },
    projection: project(subject, assumptions),
    cases: CASES.map((name) => {
      const assumed = assumptionsOf(name, years, planned)
      return { name, assumptions: assumed, projection: project(subject, assumed) }
    }),
  }
}
