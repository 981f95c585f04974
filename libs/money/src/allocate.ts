import { fils, type Fils, MoneyError } from './fils.js'

/**
 * Splits a total in proportion to whole weights by largest remainder: each part is rounded toward zero, then the
 * remaining fils go one by one to the largest remainders. The parts sum exactly to the total, and each is less than a
 * fil from its exact share. `tieBreak` orders equal remainders by two positions (default: the earlier first).
 * Errors: MoneyError INVALID_WEIGHTS if a weight is negative, unsafe or not whole, or all are zero.
 */
export function allocate(
  total: Fils,
  weights: readonly number[],
  tieBreak: (a: number, b: number) => number = (a, b) => a - b,
): Fils[] {
  const weightSum = checkedSum(weights)
  const sign = total < 0 ? -1 : 1
  const { parts, remainders, left } = divide(Math.abs(total), weights, weightSum)
  const order = left === 0 ? [] : rank(remainders, tieBreak)
  for (let i = 0; i < left; i += 1) parts[order[i]!]! += 1
  return parts.map((part) => fils(sign * part))
}

function checkedSum(weights: readonly number[]): number {
  let total = 0
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new MoneyError('INVALID_WEIGHTS', `weight ${weight}`)
    total += weight
  }
  if (total <= 0 || !Number.isSafeInteger(total)) throw new MoneyError('INVALID_WEIGHTS', `weights sum to ${total}`)
  return total
}

/** Returns whole parts, remainders (as fractions of the weight sum) and the fils not allocated yet. */
function divide(total: number, weights: readonly number[], weightSum: number) {
  const parts = new Array<number>(weights.length)
  const remainders = new Array<number>(weights.length)
  let left = total
  for (let i = 0; i < weights.length; i += 1) {
    const { floor, remainder } = quotaOf(total, weights[i]!, weightSum)
    parts[i] = floor
    remainders[i] = remainder
    left -= floor
  }
  return { parts, remainders, left }
}

/**
 * Returns `total` × `weight` ÷ `weightSum` rounded down, and the remainder in parts of `weightSum`, exactly. For splits
 * by largest remainder whose parts are too many for one list. All are whole and zero or more, the sum above zero.
 */
export function quotaOf(total: number, weight: number, weightSum: number): { floor: number; remainder: number } {
  const product = total * weight
  if (Number.isSafeInteger(product)) {
    const remainder = product % weightSum
    return { floor: (product - remainder) / weightSum, remainder }
  }
  const exact = BigInt(total) * BigInt(weight)
  return { floor: Number(exact / BigInt(weightSum)), remainder: Number(exact % BigInt(weightSum)) }
}

function rank(remainders: readonly number[], tieBreak: (a: number, b: number) => number): number[] {
  return remainders.map((_, index) => index).sort((a, b) => remainders[b]! - remainders[a]! || tieBreak(a, b))
}
