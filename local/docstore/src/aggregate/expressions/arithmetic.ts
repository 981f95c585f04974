import { arithmetic, compareNumbers, divide, plus, wholeOf } from '../../bson/numbers.js'
import { partsOf, decimalOf } from '../../bson/decimal.js'
import { Decimal128, Int32, int, isNumber, toNumber, typeName, type Numeric, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import type { Build } from '../scope.js'
import { binary, nullish, positional, unary, variadic } from './arguments.js'

const numeric = (name: string, value: Value): Numeric =>
  isNumber(value) ? value : fail(28765, `${name} only supports numeric types, not ${typeName(value)}`)

const toDouble = (value: Numeric): number => toNumber(value) as number

function add(values: Value[]): Value {
  let total: Numeric = int(0)
  let date = false
  for (const value of values) {
    if (nullish(value)) return null
    if (value instanceof Date) {
      if (date) fail(16612, 'only one date allowed in an $add expression')
      date = true
      total = plus(total, BigInt(value.getTime()))
    } else if (isNumber(value)) total = plus(total, value)
    else fail(16554, `$add only supports numeric or date types, not ${typeName(value)}`)
  }
  return date ? new Date(Math.round(toDouble(total))) : total
}

function subtract(left: Value, right: Value): Value {
  if (nullish(left) || nullish(right)) return null
  if (left instanceof Date) {
    if (right instanceof Date) return BigInt(left.getTime() - right.getTime())
    if (!isNumber(right)) fail(16613, `can't $subtract ${typeName(right)} from a date`)
    return new Date(left.getTime() - Math.round(toDouble(right)))
  }
  if (!isNumber(left) || !isNumber(right)) fail(16556, `can't $subtract ${typeName(right)} from ${typeName(left)}`)
  return arithmetic('subtract', left, right) ?? toDouble(left) - toDouble(right)
}

function multiply(values: Value[]): Value {
  let product: Numeric = int(1)
  for (const value of values) {
    if (nullish(value)) return null
    if (!isNumber(value)) return fail(16555, `$multiply only supports numeric types, not ${typeName(value)}`)
    product = arithmetic('multiply', product, value) ?? toDouble(product) * toDouble(value)
  }
  return product
}

function quotient(left: Value, right: Value): Value {
  if (nullish(left) || nullish(right)) return null
  if (!isNumber(left) || !isNumber(right))
    fail(16609, `$divide only supports numeric types, not ${typeName(left)} and ${typeName(right)}`)
  if (compareNumbers(right, 0) === 0) fail(16608, "can't $divide by zero")
  return divide(left, right)
}

function modulo(left: Value, right: Value): Value {
  if (nullish(left) || nullish(right)) return null
  if (!isNumber(left) || !isNumber(right))
    fail(16611, `$mod only supports numeric types, not ${typeName(left)} and ${typeName(right)}`)
  if (compareNumbers(right, 0) === 0) fail(16610, "can't $mod by zero")
  if (left instanceof Decimal128 || right instanceof Decimal128)
    fail(115, '$mod of Decimal128 is not supported by docstore')
  if (typeof left === 'number' || typeof right === 'number') return toDouble(left) % toDouble(right)
  return wholeOf(toBigInt(left) % toBigInt(right), typeof left === 'bigint' || typeof right === 'bigint')
}

const toBigInt = (value: Int32 | bigint): bigint => (typeof value === 'bigint' ? value : BigInt(value.value))

/** Rounds to a decimal place, keeping the type: half to even for `$round`, towards zero for `$trunc`. */
function rounding(name: '$round' | '$trunc'): Build {
  return (argument, compile) => {
    const [value, place] = positional(compile, name, argument, 1, 2)
    return (scope) => {
      const input = value?.(scope)
      const places = place ? place(scope) : int(0)
      if (nullish(input) || nullish(places)) return null
      return roundTo(name, numeric(name, input), toNumber(places) as number)
    }
  }
}

function roundTo(name: '$round' | '$trunc', value: Numeric, places: number): Value {
  if (!Number.isInteger(places) || places < -20 || places > 100)
    fail(51083, `cannot apply ${name} with precision value ${places}, value must be in [-20, 100]`)
  if (typeof value === 'number' && !Number.isFinite(value)) return value
  if ((value instanceof Int32 || typeof value === 'bigint') && places >= 0) return value
  const text =
    typeof value === 'number' ? Decimal128.fromString(exactDigits(value)) : Decimal128.fromString(String(value))
  const rounded = roundParts(name, text, places)
  if (value instanceof Decimal128) return rounded
  if (typeof value === 'number') return Number(rounded.toString())
  return wholeOf(BigInt(Number(rounded.toString())), typeof value === 'bigint') ?? Number(rounded.toString())
}

/** Returns 30 significant digits, so that 2.675 rounds by its stored value. */
const exactDigits = (value: number): string => value.toPrecision(30)

function roundParts(name: string, value: Decimal128, places: number): Decimal128 {
  const parts = partsOf(value)
  if (parts.kind !== 'finite' || parts.exponent >= -places) return value
  const scale = 10n ** BigInt(-places - parts.exponent)
  let coefficient = parts.coefficient / scale
  const twice = (parts.coefficient % scale) * 2n
  if (name === '$round' && (twice > scale || (twice === scale && coefficient % 2n === 1n))) coefficient += 1n
  return decimalOf({ ...parts, coefficient, exponent: -places })
}

/** Applies a function to the value as a double; the result is a double. */
const real =
  (name: string, apply: (value: number) => number): Build =>
  (argument, compile) =>
    unary(name, (value) => (nullish(value) ? null : apply(toDouble(numeric(name, value)))))(argument, compile)

const keepingType = (name: string, places: (value: number) => number): Build =>
  unary(name, (value) => {
    if (nullish(value)) return null
    const number = numeric(name, value)
    if (number instanceof Decimal128) return Decimal128.fromString(String(places(toDouble(number))))
    return typeof number === 'number' ? places(number) : number
  })

function absolute(value: Value): Value {
  if (nullish(value)) return null
  const number = numeric('$abs', value)
  if (compareNumbers(number, 0) >= 0) return number
  return arithmetic('multiply', number, int(-1))
}

function power(base: Value, exponent: Value): Value {
  if (nullish(base) || nullish(exponent)) return null
  const result = toDouble(numeric('$pow', base)) ** toDouble(numeric('$pow', exponent))
  const doubles = typeof base === 'number' || typeof exponent === 'number'
  if (doubles || !Number.isSafeInteger(result)) return result
  return wholeOf(BigInt(result), typeof base === 'bigint' || typeof exponent === 'bigint') ?? result
}

export const ARITHMETIC: Record<string, Build> = {
  $add: variadic('$add', add),
  $subtract: binary('$subtract', subtract),
  $multiply: variadic('$multiply', multiply),
  $divide: binary('$divide', quotient),
  $mod: binary('$mod', modulo),
  $abs: unary('$abs', absolute),
  $ceil: keepingType('$ceil', Math.ceil),
  $floor: keepingType('$floor', Math.floor),
  $round: rounding('$round'),
  $trunc: rounding('$trunc'),
  $pow: binary('$pow', power),
  $sqrt: real('$sqrt', Math.sqrt),
  $exp: real('$exp', Math.exp),
  $ln: real('$ln', Math.log),
  $log10: real('$log10', Math.log10),
}
