import { compare } from '../bson/compare.js'
import { divide, plus } from '../bson/numbers.js'
import { int, isNumber, type Numeric, type Value } from '../bson/values.js'

/** The sum of the numbers among the values; 0 when there is none. */
export const total = (values: readonly Value[]): Numeric => values.filter(isNumber).reduce<Numeric>(plus, int(0))

/** The mean of the numbers among the values; null when there is none. */
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

/** The least value that is not null; null when there is none. */
export const smallest = extreme(-1)
/** The greatest value that is not null; null when there is none. */
export const largest = extreme(1)
