import { fils, type Fils, MoneyError } from './fils.js'

declare const unitsBrand: unique symbol

/** A whole number of units (shares) of a property, never negative. Branded, so that a plain number does not compile. */
export type Units = number & { readonly [unitsBrand]: 'Units' }

/**
 * Returns a whole number as units. Minus zero becomes zero.
 * Errors: NOT_A_NUMBER if it is not an integer, OUT_OF_RANGE below 0 and past 2^53 − 1.
 */
export function units(value: number): Units {
  const count = fils(value)
  if (count < 0) throw new MoneyError('OUT_OF_RANGE', `${value} units are fewer than none`)
  return count as number as Units
}

/** Adds numbers of units. Errors: OUT_OF_RANGE if any running sum is unsafe. */
export function sumUnits(...counts: readonly Units[]): Units {
  let total = units(0)
  for (const count of counts) total = units(total + count)
  return total
}

/** Returns a − b. Errors: OUT_OF_RANGE if b is more than a. */
export function subtractUnits(a: Units, b: Units): Units {
  return units(a - b)
}

/**
 * Returns the whole units that an amount pays for at a unit price; the remainder is ignored.
 * Errors: OUT_OF_RANGE if the amount is negative or the price is not positive.
 */
export function unitsFor(amount: Fils, unitPrice: Fils): Units {
  if (unitPrice <= 0) throw new MoneyError('OUT_OF_RANGE', `${unitPrice} fils is not a unit price`)
  return units(Math.floor(amount / unitPrice))
}

/** Returns the larger of two amounts or of two numbers of units. */
export const larger = <T extends Fils | Units>(a: T, b: T): T => (a < b ? b : a)

/** Returns the smaller of two amounts or of two numbers of units. */
export const smaller = <T extends Fils | Units>(a: T, b: T): T => (b < a ? b : a)
