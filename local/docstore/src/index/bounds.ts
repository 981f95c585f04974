import { BSONRegExp } from 'bson'
import { compare, orderOf } from '../bson/compare.js'
import type { Value } from '../bson/values.js'
import { literalPrefix } from '../query/regex.js'
import { ABOVE, keyString, typePrefix } from './key-string.js'
import type { Predicate } from './predicates.js'

/** Keys k of one index field with lower <= k < upper, both relative to the preceding fields of the key. */
export interface Interval {
  lower: Buffer
  upper: Buffer
  point: boolean
}

const above = (key: Buffer): Buffer => Buffer.concat([key, ABOVE])

/** Every value of a field. */
export const FULL: readonly Interval[] = [{ lower: Buffer.alloc(0), upper: ABOVE, point: false }]

/**
 * Returns the narrowest intervals of one index field that cover what the predicates allow: points if possible, else
 * ranges. Undefined when no predicate narrows the field.
 * @param multikey uses one predicate only, because different array elements may satisfy different predicates
 */
export function boundsOf(
  predicates: readonly Predicate[],
  direction: number,
  multikey: boolean,
): Interval[] | undefined {
  const points = predicates.map((predicate) => pointsOf(predicate, direction)).filter((found) => found !== undefined)
  if (points.length > 0) return points.reduce((best, next) => (next.length < best.length ? next : best))
  const ranges = predicates
    .map((predicate) => ({ group: predicate.group, found: rangeOf(predicate, direction) }))
    .filter((range): range is { group: number; found: Interval[] } => range.found !== undefined)
  const [first] = ranges
  if (!first) return undefined
  const usable = multikey
    ? ranges.filter((range) => range === first || (range.group !== 0 && range.group === first.group))
    : ranges
  return usable.map((range) => range.found).reduce(intersect)
}

function pointsOf({ operator, value }: Predicate, direction: number): Interval[] | undefined {
  if (operator === '$eq') return point(value, direction)
  if (operator !== '$in' || !Array.isArray(value)) return undefined
  const sorted = [...value].sort(compare)
  const out: Interval[] = []
  for (const [i, item] of sorted.entries()) {
    if (i > 0 && compare(item, sorted[i - 1]) === 0) continue
    const found = point(item, direction)
    if (!found) return undefined
    out.push(...found)
  }
  return direction === 1 ? out : out.reverse()
}

/** Null also matches missing fields and empty arrays; a single key cannot express how arrays and regexes match. */
function point(value: Value, direction: number): Interval[] | undefined {
  if (Array.isArray(value) || value instanceof BSONRegExp || value === undefined) return undefined
  const values: Value[] = value === null ? [undefined, null] : [value]
  return values.map((item) => {
    const lower = keyString([item], [direction])
    return { lower, upper: above(lower), point: true }
  })
}

function rangeOf(predicate: Predicate, direction: number): Interval[] | undefined {
  const { operator, value } = predicate
  if (operator === '$regex') return regexRange(value, direction)
  if (operator === '$exists' || operator === '$in' || operator === '$eq') return undefined
  if (value === null || value === undefined || Array.isArray(value)) return undefined
  const order = orderOf(value)
  if (order === 1 || order === 127) return undefined
  const type = typePrefix(order, direction === -1)
  const key = keyString([value], [direction])
  const upwards = (operator === '$gt' || operator === '$gte') === (direction === 1)
  const inclusive = operator === '$gte' || operator === '$lte'
  if (upwards) return [{ lower: inclusive ? key : above(key), upper: above(type), point: false }]
  return [{ lower: type, upper: inclusive ? above(key) : key, point: false }]
}

/** Strings with the literal prefix of an anchored pattern, and stored regexes, which match themselves. */
function regexRange(value: Value, direction: number): Interval[] | undefined {
  const prefix = literalPrefix(value as BSONRegExp)
  if (prefix === '' || direction === -1) return undefined
  // The encoding of a string ends with two bytes that no longer string contains at that position.
  const text = keyString([prefix]).subarray(0, -2)
  const regexes = typePrefix(50, false)
  return [
    { lower: text, upper: above(text), point: false },
    { lower: regexes, upper: above(regexes), point: false },
  ]
}

function intersect(left: Interval[], right: Interval[]): Interval[] {
  const out: Interval[] = []
  for (const a of left) {
    for (const b of right) {
      const lower = Buffer.compare(a.lower, b.lower) >= 0 ? a.lower : b.lower
      const upper = Buffer.compare(a.upper, b.upper) <= 0 ? a.upper : b.upper
      if (Buffer.compare(lower, upper) < 0) out.push({ lower, upper, point: false })
    }
  }
  return out
}
