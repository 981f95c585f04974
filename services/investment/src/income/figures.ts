import type { TargetIncome } from '@hissa/contracts/property'
import {
  allocate,
  type Costs,
  costsWith,
  fils,
  type Fils,
  type IncomeFacts,
  type IncomeTerms,
  subtract,
  type Waterfall,
  waterfall,
  ZERO,
} from '@hissa/money'
import type { Raise } from '../raises/raises.api.js'
import type { IncomeBalances, IncomePeriodRow } from './income.js'

/** Returns how much of a property's income is kept, by its offering; nothing if the offering states no target. */
export const termsOf = ({ income }: Pick<Raise, 'income'>): IncomeTerms => ({
  reserveBasisPoints: income?.reserveBasisPoints ?? 0,
  platformFeeBasisPoints: income?.platformFeeBasisPoints ?? 0,
})

/** Returns the waterfall of the target year of an offering; undefined if it states none. */
export function targetYear(raise: Pick<Raise, 'income'>): Waterfall | undefined {
  return raise.income && waterfall(factsOfTarget(raise.income), termsOf(raise))
}

/**
 * Returns the waterfall of a quarter of the target year; undefined if the offering states none. Rent and costs of the
 * four quarters sum exactly to those of the year.
 */
export function targetOf(raise: Pick<Raise, 'income'>, period: string): Waterfall | undefined {
  if (!raise.income) return undefined
  const quarter = Number(period.slice(-1)) - 1
  const part = (amount: Fils) => allocate(amount, [1, 1, 1, 1])[quarter]!
  const { grossRentFils, vacancyFils, costs, fromReserveFils } = factsOfTarget(raise.income)
  const costsOfQuarter = Object.fromEntries(Object.entries(costs).map(([category, amount]) => [category, part(amount)]))
  const facts = { grossRentFils: part(grossRentFils), vacancyFils: part(vacancyFils), fromReserveFils }
  return waterfall({ ...facts, costs: costsOfQuarter as unknown as Costs }, termsOf(raise))
}

/**
 * Returns the actual waterfall of a period: as distributed, or as of now. It distributes no more than the operating
 * account has, and fills the reserve up to its target.
 */
export function actualOf(
  raise: Pick<Raise, 'income'>,
  row: IncomePeriodRow | undefined,
  { operatingFils, reserveFils }: IncomeBalances,
): Waterfall {
  if (row?.figures) return row.figures
  const targetFils = raise.income?.reserveTargetFils
  return waterfall(row ? factsOf(row) : NOTHING, termsOf(raise), {
    availableFils: operatingFils,
    ...(targetFils === undefined ? {} : { reserveRoomFils: fils(Math.max(0, subtract(targetFils, reserveFils))) }),
  })
}

const NOTHING: IncomeFacts = { grossRentFils: ZERO, vacancyFils: ZERO, costs: costsWith(), fromReserveFils: ZERO }

const factsOf = ({ grossRentFils, costs, fromReserveFils }: IncomePeriodRow): IncomeFacts => ({
  ...{ grossRentFils, costs, fromReserveFils },
  vacancyFils: ZERO,
})

const factsOfTarget = (target: TargetIncome): IncomeFacts => ({
  grossRentFils: target.grossRentFils,
  vacancyFils: target.vacancyFils,
  costs: costsWith({
    serviceCharge: target.serviceChargeFils,
    management: target.managementFils,
    ...(target.insuranceFils === undefined ? {} : { insurance: target.insuranceFils }),
    ...(target.maintenanceFils === undefined ? {} : { maintenance: target.maintenanceFils }),
    ...(target.otherFils === undefined ? {} : { other: target.otherFils }),
  }),
  fromReserveFils: ZERO,
})
