import {
  basisPointsOf,
  type Fils,
  fils,
  larger,
  partsPerMillion,
  readAed,
  sum,
  times,
  type Units,
  unitsFor,
  ZERO,
} from '@hissa/money'
import type { PropertySummary } from '@hissa/contracts/property'
import { decimalSign, formatCount } from './format-count.js'
import type { AppLocale } from './locale.js'
import { effectiveMinimumFils } from './offering.js'

export type AmountProblem =
  | { code: 'NOT_A_NUMBER' }
  | { code: 'BELOW_MINIMUM'; minimumFils: Fils }
  | { code: 'ABOVE_AVAILABLE'; availableFils: Fils }
  /** `nearestFils`: the nearest amounts below and above that can be bought. */
  | { code: 'NOT_MULTIPLE'; nearestFils: Fils[]; unitPriceFils: Fils }

/** Returns the amount in a text, in fils; null if it isn't one. */
export function readFils(text: string, locale: AppLocale): Fils | null {
  const result = readAed(text, locale)
  return result.ok ? result.fils : null
}

/**
 * Returns the positive amount in an address, in fils; null if there is none. A form that is sent before the page's script
 * has loaded puts the field's text there as it was typed, also with Arabic digits or a decimal comma. Groups have three
 * digits and fractions at most two, so no text is one amount with a decimal point and another with a comma.
 */
export function addressAmount(text: string | null): Fils | null {
  const amount = text === null ? null : (readFils(text, 'en') ?? readFils(text, 'fr'))
  return amount !== null && amount > 0 ? amount : null
}

/** Formats an amount as a field of the shown language has it, like `10,000`, with fils only if there are any. */
export function fieldText(amountFils: Fils): string {
  const rest = amountFils % 100
  const fraction = rest === 0 ? '' : `${decimalSign()}${String(rest).padStart(2, '0')}`
  return `${formatCount(Math.trunc(amountFils / 100))}${fraction}`
}

/** What an amount buys, shown before paying and computed exactly as on the server. */
export interface Quote {
  units: Units
  amountFils: Fils
  feeFils: Fils
  totalFils: Fils
  /** Of all shares of the company. */
  sharePartsPerMillion: number
  /** Target income per year before tax; null if no target is stated. */
  yearlyFils: Fils | null
}

type Subject = Pick<PropertySummary, 'offering'>

/** Returns why an amount can't be bought; null if it can. The server checks again. */
export function checkAmount(amountFils: Fils | null, property: Subject): AmountProblem | null {
  const { unitPriceFils, unitsAvailable } = property.offering
  const minimumFils = effectiveMinimumFils(property)
  const availableFils = times(unitPriceFils, unitsAvailable)
  if (amountFils === null || amountFils <= 0) return { code: 'NOT_A_NUMBER' }
  if (amountFils < minimumFils) return { code: 'BELOW_MINIMUM', minimumFils }
  if (amountFils > availableFils) return { code: 'ABOVE_AVAILABLE', availableFils }
  if (amountFils % unitPriceFils === 0) return null
  const below = times(unitPriceFils, unitsFor(amountFils, unitPriceFils))
  const nearestFils = [below, sum(below, unitPriceFils)].filter((near) => near >= minimumFils && near <= availableFils)
  return { code: 'NOT_MULTIPLE', nearestFils, unitPriceFils }
}

/** Returns the figures for an amount, rounded down to whole shares. */
export function quote(amountFils: Fils, { offering }: Subject): Quote {
  const units = unitsFor(larger(ZERO, amountFils), offering.unitPriceFils)
  const amount = times(offering.unitPriceFils, units)
  const feeFils = basisPointsOf(amount, offering.feeBasisPoints)
  return {
    units,
    amountFils: amount,
    feeFils,
    totalFils: sum(amount, feeFils),
    sharePartsPerMillion: partsPerMillion(units, offering.unitsIssued),
    yearlyFils: offering.expectedReturn ? basisPointsOf(amount, offering.expectedReturn.basisPoints) : null,
  }
}

/** Returns the quick amounts that can be bought, in fils. */
export function quickAmounts(property: Subject): Fils[] {
  return [200_000, 500_000, 1_000_000, 2_500_000].map(fils).filter((amount) => checkAmount(amount, property) === null)
}
