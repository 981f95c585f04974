import { fils, type Fils, MoneyError } from './fils.js'

/** How to round a fraction of a fil: `halfUp` (a half away from zero), `down` (toward zero), `up` (away from zero). */
export type Rounding = 'halfUp' | 'down' | 'up'

/**
 * Returns a fee or share of an amount in basis points (150 is 1.5 %), rounded to the fil; half up by default.
 * Errors: MoneyError NOT_A_NUMBER if the rate is not a whole number of basis points from 0 to 1,000,000.
 */
export function basisPointsOf(amount: Fils, basisPoints: number, rounding: Rounding = 'halfUp'): Fils {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 1_000_000) {
    throw new MoneyError('NOT_A_NUMBER', `${basisPoints} is not a rate in basis points`)
  }
  const product = BigInt(Math.abs(amount)) * BigInt(basisPoints)
  const carry = rounding === 'halfUp' ? 5_000n : rounding === 'up' ? 9_999n : 0n
  const magnitude = fils(Number((product + carry) / 10_000n))
  return amount < 0 ? fils(0 - magnitude) : magnitude
}

/**
 * Returns a part as parts per million of a whole, rounded down; 0 if the whole is 0. Accepts fils and units. Errors:
 * MoneyError NOT_A_NUMBER for negative or unsafe input.
 */
export function partsPerMillion(part: number, whole: number): number {
  if (!Number.isSafeInteger(part) || !Number.isSafeInteger(whole) || part < 0 || whole < 0) {
    throw new MoneyError('NOT_A_NUMBER', `${part} of ${whole}`)
  }
  return whole === 0 ? 0 : Number((BigInt(part) * 1_000_000n) / BigInt(whole))
}
