import { wordOf } from '../bson/display.js'
import { BSONRegExp } from 'bson'
import { compare, orderOf } from '../bson/compare.js'
import { isNumber, toNumber, truthy, typeCodeOf, typeOf, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { equality, isOperators, type ValueTest } from './equality.js'

const REFUSED = new Set([
  '$geoIntersects',
  '$geoWithin',
  '$near',
  '$nearSphere',
  '$within',
  '$bitsAllSet',
  '$bitsAnySet',
  '$bitsAllClear',
  '$bitsAnyClear',
])

type Build = (argument: Value, siblings: Doc) => ValueTest

const OPERATORS: Record<string, Build> = {
  $eq: (argument) => equality(argument instanceof BSONRegExp ? argument : argument),
  $gt: (argument) => ordered(argument, (difference) => difference > 0),
  $gte: (argument) => ordered(argument, (difference) => difference >= 0),
  $lt: (argument) => ordered(argument, (difference) => difference < 0),
  $lte: (argument) => ordered(argument, (difference) => difference <= 0),
  $in: (argument) => oneOf(argument),
  $exists: (argument) => (truthy(argument) ? (value) => value !== undefined : (value) => value === undefined),
  $size: (argument) => sized(argument),
  $type: (argument) => typed(argument),
  $mod: (argument) => modulo(argument),
  $regex: (argument, siblings) => equality(regexArgument(argument, siblings)),
}

/** The operators of a field condition that this engine supports, for `surface.json`. */
export const QUERY_OPERATORS: readonly string[] = [
  ...Object.keys(OPERATORS),
  ...['$ne', '$nin', '$not', '$all', '$elemMatch', '$options', '$and', '$or', '$nor', '$expr', '$comment'],
]

/**
 * Compiles one field operator into a test of a single value.
 * @throws DocstoreError 2 for an unknown operator or bad argument, 115 for one that is not supported.
 */
export function operatorTest(operator: string, argument: Value, siblings: Doc): ValueTest {
  const build = OPERATORS[operator]
  if (build) return build(argument, siblings)
  if (REFUSED.has(operator)) return refuse(`the query operator ${operator}`)
  return fail(Code.BadValue, `unknown operator: ${operator}`)
}

/** Comparisons stay within the type of their argument, except against MinKey and MaxKey. */
function ordered(argument: Value, holds: (difference: number) => boolean): ValueTest {
  if (argument instanceof BSONRegExp) fail(Code.BadValue, "Can't have RegEx as arg to predicate over field")
  const order = orderOf(argument ?? null)
  if (order === 1 || order === 127) return (value) => value !== undefined && holds(compare(value, argument))
  if (argument === null || argument === undefined) return (value) => (value === null || value === undefined) && holds(0)
  const notANumber = isNumber(argument) && Number.isNaN(toNumber(argument))
  return (value) => {
    if (value === undefined || orderOf(value) !== order) return false
    if (isNumber(value) && Number.isNaN(toNumber(value)) !== notANumber) return false
    return holds(compare(value, argument))
  }
}

function oneOf(argument: Value): ValueTest {
  if (!Array.isArray(argument)) fail(Code.BadValue, '$in needs an array')
  if (argument.some((item) => isOperators(item))) fail(Code.BadValue, 'cannot nest $ under $in')
  const strings = new Set(argument.filter((item) => typeof item === 'string'))
  const tests = argument.filter((item) => typeof item !== 'string').map(equality)
  return (value) => (typeof value === 'string' && strings.has(value)) || tests.some((test) => test(value))
}

function sized(argument: Value): ValueTest {
  const size = isNumber(argument) ? toNumber(argument) : undefined
  if (size === undefined || !Number.isInteger(size)) fail(Code.BadValue, `Failed to parse $size. Expected an integer`)
  if (size < 0) fail(Code.BadValue, 'Failed to parse $size. Expected a non-negative number')
  return (value) => Array.isArray(value) && value.length === size
}

function typed(argument: Value): ValueTest {
  const wanted = new Set<number>()
  for (const item of Array.isArray(argument) ? argument : [argument]) {
    if (item === 'number') [1, 16, 18, 19].forEach((code) => wanted.add(code))
    else wanted.add(typeCode(item))
  }
  if (wanted.size === 0) fail(Code.FailedToParse, 'a must match at least one type')
  return (value) => value !== undefined && wanted.has(typeOf(value))
}

function typeCode(item: Value): number {
  if (typeof item === 'string') return typeCodeOf(item) ?? fail(Code.BadValue, `Unknown type name alias: ${item}`)
  const code = isNumber(item) ? toNumber(item) : undefined
  if (code === undefined) fail(Code.TypeMismatch, 'type must be represented as a number or a string')
  return code
}

function modulo(argument: Value): ValueTest {
  if (!Array.isArray(argument)) fail(Code.BadValue, 'malformed mod, needs to be an array')
  if (argument.length < 2) fail(Code.BadValue, 'malformed mod, not enough elements')
  if (argument.length > 2) fail(Code.BadValue, 'malformed mod, too many elements')
  const [divisor, remainder] = argument.map(wholeLong)
  if (divisor === undefined) fail(Code.BadValue, 'malformed mod, divisor not a number')
  if (divisor === 0n) fail(Code.BadValue, 'divisor cannot be 0')
  if (remainder === undefined) fail(Code.BadValue, 'malformed mod, remainder not a number')
  return (value) => {
    const dividend = wholeLong(value)
    return dividend !== undefined && dividend % divisor === remainder
  }
}

/** Returns a number without its fraction; undefined for other values and beyond 64 bits. */
function wholeLong(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value
  const number = isNumber(value) ? Math.trunc(toNumber(value) as number) : NaN
  return number >= -(2 ** 63) && number < 2 ** 63 ? BigInt(number) : undefined
}

/** Returns the regex of `{$regex: pattern, $options: flags}`, either of which may come from a regex value. */
export function regexArgument(argument: Value, siblings: Doc): BSONRegExp {
  const options = siblings.get('$options')
  if (argument instanceof BSONRegExp) {
    if (options === undefined) return argument
    if (argument.options !== '') fail(51074, 'options set in both $regex and $options')
    return new BSONRegExp(argument.pattern, wordOf(options))
  }
  if (typeof argument !== 'string') fail(Code.BadValue, '$regex has to be a string')
  if (options !== undefined && typeof options !== 'string') fail(Code.BadValue, '$options has to be a string')
  return new BSONRegExp(argument, options ?? '')
}
