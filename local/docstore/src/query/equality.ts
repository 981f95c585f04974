import { BSONRegExp } from 'bson'
import { compare, equal, orderOf } from '../bson/compare.js'
import { isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { regexOf } from './regex.js'

/** Decides whether one value satisfies a condition; `undefined` is a missing field. */
export type ValueTest = (value: Value) => boolean

/** Returns whether a condition is a document of operators, as in `{a: {$gt: 1}}`. */
export function isOperators(value: Value): value is Doc {
  if (!isDoc(value)) return false
  const [first] = value.keys()
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first)
}

/** Compiles `{field: value}`: a regex matches strings, null matches a missing field, other values are compared. */
export function equality(expected: Value): ValueTest {
  if (expected instanceof BSONRegExp) {
    const regex = regexOf(expected)
    return (value) =>
      typeof value === 'string' ? regex.test(value) : value instanceof BSONRegExp && equal(value, expected)
  }
  if (expected === null) return (value) => value === null || value === undefined
  if (expected === undefined) fail(Code.BadValue, 'cannot compare to undefined')
  const order = orderOf(expected)
  return (value) => value !== undefined && orderOf(value) === order && compare(value, expected) === 0
}
