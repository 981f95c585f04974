import { fils, type Fils, subtract, sum, ZERO } from './fils.js'
import { basisPointsOf } from './rate.js'

/** The categories of a property's costs, in the order of a statement. */
export const COST_CATEGORIES = ['serviceCharge', 'management', 'insurance', 'maintenance', 'other'] as const
export type CostCategory = (typeof COST_CATEGORIES)[number]
export type Costs = Readonly<Record<CostCategory, Fils>>

/** What a property's income is computed from. Amounts in fils; costs and vacancy are positive. */
export interface IncomeFacts {
  grossRentFils: Fils
  /** Rent that is not earned while there is no tenant. Of a target only: actual rent does not contain it. */
  vacancyFils: Fils
  costs: Costs
  /** The part of the costs that was paid from the reserve. */
  fromReserveFils: Fils
}

/** How much of a period's income is kept. Rates are shares of the gross rent, in basis points. */
export interface IncomeTerms {
  reserveBasisPoints: number
  platformFeeBasisPoints: number
}

/** What bounds the actual figures; a target has no bounds. */
export interface IncomeBounds {
  /** What the reserve still lacks of its target; missing without a target. */
  reserveRoomFils?: Fils
  /** The money there is to distribute. Less than the income if later costs have used it. */
  availableFils?: Fils
}

/** From gross rent to net income, in fils. Every figure but `operatingIncomeFils` is zero or more. */
export interface Waterfall {
  grossRentFils: Fils
  vacancyFils: Fils
  costs: Costs
  fromReserveFils: Fils
  /** grossRent − vacancy − costs + fromReserve; negative if the period cost more than it earned. */
  operatingIncomeFils: Fils
  /** The part of a positive operating income that is no longer there, because later costs have used it. */
  usedFils: Fils
  reserveFils: Fils
  platformFeeFils: Fils
  /** operatingIncome − used − reserve − platformFee; zero if the operating income is negative. */
  netIncomeFils: Fils
}

/**
 * Computes net income from gross rent. Targets and actual figures, in services and on screens, all go through it.
 * 1. Vacancy and costs are subtracted from the gross rent; costs that the reserve paid are added again.
 * 2. The reserve receives its share of the gross rent, but no more than it lacks of its target and than is left.
 * 3. The platform receives its fee, a share of the gross rent, but no more than is left.
 * 4. The rest is the net income, which is distributed to the holders of all units.
 * Shares are rounded half up to the fil. Errors: MoneyError for unsafe amounts and rates.
 */
export function waterfall(facts: IncomeFacts, terms: IncomeTerms, bounds: IncomeBounds = {}): Waterfall {
  const { grossRentFils, vacancyFils, costs, fromReserveFils } = facts
  const costsFils = costsOf(costs)
  const operatingIncomeFils = subtract(sum(grossRentFils, fromReserveFils), sum(vacancyFils, costsFils))
  const earnedFils = atLeastZero(operatingIncomeFils)
  const thereFils = least(earnedFils, bounds.availableFils ?? earnedFils)
  const shareOf = (basisPoints: number) => basisPointsOf(atLeastZero(grossRentFils), basisPoints)
  const reserveShare = shareOf(terms.reserveBasisPoints)
  const reserveFils = least(thereFils, reserveShare, atLeastZero(bounds.reserveRoomFils ?? reserveShare))
  const platformFeeFils = least(subtract(thereFils, reserveFils), shareOf(terms.platformFeeBasisPoints))
  return {
    ...{ grossRentFils, vacancyFils, costs, fromReserveFils, operatingIncomeFils },
    usedFils: subtract(earnedFils, thereFils),
    ...{ reserveFils, platformFeeFils },
    netIncomeFils: subtract(thereFils, sum(reserveFils, platformFeeFils)),
  }
}

/** Returns the sum of all costs. */
export const costsOf = (costs: Costs): Fils => sum(...COST_CATEGORIES.map((category) => costs[category]))

/** Returns costs of zero in every category, except those given. */
export const costsWith = (some: Partial<Costs> = {}): Costs => {
  const { serviceCharge = ZERO, management = ZERO, insurance = ZERO, maintenance = ZERO, other = ZERO } = some
  return { serviceCharge, management, insurance, maintenance, other }
}

const least = (...amounts: readonly [Fils, ...Fils[]]): Fils => fils(Math.min(...amounts))
const atLeastZero = (amount: Fils): Fils => fils(Math.max(0, amount))
