import { basisPointsOf, fils, readAed } from '@hissa/money'
import type { PropertySummary } from '@hissa/contracts/property'
import type { AppLocale } from './locale.js'
import { effectiveMinimumFils } from './property.js'

export type AmountProblem =
  | { code: 'NOT_A_NUMBER' }
  | { code: 'BELOW_MINIMUM'; minimumFils: number }
  | { code: 'ABOVE_AVAILABLE'; availableFils: number }
  /** `nearestFils`: the amounts to either side that can be bought. */
  | { code: 'NOT_MULTIPLE'; nearestFils: number[] }

/** Returns the amount that a text reads as, in fils; null where it reads as none. */
export function readFils(text: string, locale: AppLocale): number | null {
  const result = readAed(text, locale)
  return result.ok ? result.fils : null
}

/** What an amount buys: shown before paying, by the same arithmetic as the server's. */
export interface Quote {
  units: number
  amountFils: number
  feeFils: number
  totalFils: number
  /** Of all shares of the company, in basis points with two decimals. */
  partBasisPoints: number
  /** Target income of a year before tax; null where no return is stated. */
  yearlyFils: number | null
}

type Subject = Pick<PropertySummary, 'offering'>

/** Why an amount cannot be bought; null when it can. The server decides again. */
export function checkAmount(amountFils: number | null, property: Subject): AmountProblem | null {
  const { unitPriceFils, unitsAvailable } = property.offering
  const minimumFils = effectiveMinimumFils(property)
  const availableFils = unitsAvailable * unitPriceFils
  if (amountFils === null || amountFils <= 0) return { code: 'NOT_A_NUMBER' }
  if (amountFils < minimumFils) return { code: 'BELOW_MINIMUM', minimumFils }
  if (amountFils > availableFils) return { code: 'ABOVE_AVAILABLE', availableFils }
  if (amountFils % unitPriceFils === 0) return null
  const below = amountFils - (amountFils % unitPriceFils)
  const nearestFils = [below, below + unitPriceFils].filter((near) => near >= minimumFils && near <= availableFils)
  return { code: 'NOT_MULTIPLE', nearestFils }
}

/** Figures for an amount; parts of a share are left out. */
export function quote(amountFils: number, { offering }: Subject): Quote {
  const units = Math.floor(Math.max(0, amountFils) / offering.unitPriceFils)
  const amount = fils(units * offering.unitPriceFils)
  const feeFils = basisPointsOf(amount, offering.feeBasisPoints)
  return {
    units,
    amountFils: amount,
    feeFils,
    totalFils: amount + feeFils,
    partBasisPoints: (units / Math.max(1, offering.unitsIssued)) * 10_000,
    yearlyFils: offering.expectedReturn ? basisPointsOf(amount, offering.expectedReturn.basisPoints) : null,
  }
}

/** The quick amounts that can be bought here, in fils. */
export function quickAmounts(property: Subject): number[] {
  return [200_000, 500_000, 1_000_000, 2_500_000].filter((amount) => checkAmount(amount, property) === null)
}
