import { compare } from '../bson/compare.js'
import { divide, plus } from '../bson/numbers.js'
import { int, isNumber, type Numeric, type Value } from '../bson/values.js'

/** Returns the sum of the numeric values; 0 without any. */
export const total = (values: readonly Value[]): Numeric => values.filter(isNumber).reduce<Numeric>(plus, int(0))

/** Returns the mean of the numeric values; null without any. */
export function average(values: readonly Value[]): Value {
  const numbers = values.filter(isNumber)
  return numbers.length === 0 ? null : divide(total(numbers), int(numbers.length))
}

const extreme =
  (sign: 1 | -1) =>
  (values: readonly Value[]): Value => {
    const present = values.filter((value) => value !== null && value !== undefined)
    return present.length === 0 ? null : present.reduce((best, next) => (compare(next, best) * sign > 0 ? next : best))
  }

/** Returns the smallest value that is not null; null without any. */
export const smallest = extreme(-1)
/** Returns the largest value that is not null; null without any. */
export const largest = extreme(1)
