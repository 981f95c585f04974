import { Decimal128, Int32 } from 'bson'
import { aligned, decimalOf, decimalOfDouble, exactPartsOfDouble, partsOf, type Parts } from './decimal.js'
import type { Numeric } from './values.js'

const INT32_MIN = -2147483648
const INT32_MAX = 2147483647
export const LONG_MIN = -(1n << 63n)
export const LONG_MAX = (1n << 63n) - 1n

const plain = (value: Numeric): number | bigint | Decimal128 => (value instanceof Int32 ? value.value : value)

/** Compares two numbers of any types by value; NaN is below everything and equal to itself. */
export function compareNumbers(left: Numeric, right: Numeric): number {
  const a = plain(left)
  const b = plain(right)
  if (a instanceof Decimal128 || b instanceof Decimal128) return compareParts(exact(a), exact(b))
  if (a < b) return -1
  if (a > b) return 1
  // Neither is greater: they are equal, or one is NaN.
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a))
}

/** Returns the exact value of a number as the parts of a decimal. */
export function exact(value: number | bigint | Decimal128): Parts {
  if (value instanceof Decimal128) return partsOf(value)
  if (typeof value === 'number') return exactPartsOfDouble(value)
  return { kind: 'finite', negative: value < 0n, coefficient: value < 0n ? -value : value, exponent: 0 }
}

function compareParts(a: Parts, b: Parts): number {
  if (a.kind === 'nan' || b.kind === 'nan') return Number(b.kind === 'nan') - Number(a.kind === 'nan')
  if (a.kind === 'infinite' || b.kind === 'infinite') return infinity(a) - infinity(b)
  const { a: left, b: right } = aligned(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

const infinity = (parts: Parts): number => (parts.kind === 'infinite' ? (parts.negative ? -1 : 1) : 0)

/** Returns an integer as Int32 if it is small enough, else as Long; undefined beyond 64 bits. */
export function wholeOf(value: bigint, atLeastLong: boolean): Int32 | bigint | undefined {
  if (!atLeastLong && value >= INT32_MIN && value <= INT32_MAX) return new Int32(Number(value))
  return value >= LONG_MIN && value <= LONG_MAX ? value : undefined
}

export type Arithmetic = 'add' | 'subtract' | 'multiply'

/**
 * Adds, subtracts or multiplies with the server's promotions: Int32 → Long on overflow, Double beats Long, Decimal128
 * beats all. Returns undefined when the result of two integers exceeds 64 bits; the caller chooses an error or a
 * Double.
 */
export function arithmetic(op: Arithmetic, left: Numeric, right: Numeric): Numeric | undefined {
  if (left instanceof Decimal128 || right instanceof Decimal128)
    return decimalArithmetic(op, asDecimal(left), asDecimal(right))
  const a = plain(left) as number | bigint
  const b = plain(right) as number | bigint
  if (typeof left === 'number' || typeof right === 'number') return doubleArithmetic(op, Number(a), Number(b))
  const x = BigInt(a)
  const y = BigInt(b)
  const result = op === 'add' ? x + y : op === 'subtract' ? x - y : x * y
  return wholeOf(result, typeof left === 'bigint' || typeof right === 'bigint')
}

const doubleArithmetic = (op: Arithmetic, a: number, b: number): number =>
  op === 'add' ? a + b : op === 'subtract' ? a - b : a * b

/** Converts any number to Decimal128; a double gets 15 significant digits. */
export function asDecimal(value: Numeric): Decimal128 {
  if (value instanceof Decimal128) return value
  if (typeof value === 'number') return decimalOfDouble(value)
  return Decimal128.fromString(String(plain(value)))
}

const NOT_A_NUMBER: Parts = { kind: 'nan', negative: false, coefficient: 0n, exponent: 0 }

function decimalArithmetic(op: Arithmetic, left: Decimal128, right: Decimal128): Decimal128 {
  const a = partsOf(left)
  const b = op === 'subtract' ? negated(partsOf(right)) : partsOf(right)
  return decimalOf(op === 'multiply' ? product(a, b) : sum(a, b))
}

const negated = (parts: Parts): Parts => ({ ...parts, negative: !parts.negative })

function sum(a: Parts, b: Parts): Parts {
  if (a.kind === 'nan' || b.kind === 'nan') return NOT_A_NUMBER
  if (a.kind === 'infinite') return b.kind === 'infinite' && a.negative !== b.negative ? NOT_A_NUMBER : a
  if (b.kind === 'infinite') return b
  const { a: x, b: y, exponent } = aligned(a, b)
  const total = x + y
  return { kind: 'finite', negative: total < 0n, coefficient: total < 0n ? -total : total, exponent }
}

function product(a: Parts, b: Parts): Parts {
  if (a.kind === 'nan' || b.kind === 'nan') return NOT_A_NUMBER
  const negative = a.negative !== b.negative
  if (a.kind === 'infinite' || b.kind === 'infinite') {
    const zero = [a, b].some((p) => p.kind === 'finite' && p.coefficient === 0n)
    return zero ? NOT_A_NUMBER : { kind: 'infinite', negative, coefficient: 0n, exponent: 0 }
  }
  return { kind: 'finite', negative, coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent }
}

/** Divides. Returns a Decimal128 if either operand is one, otherwise a Double. The caller rejects division by zero. */
export function divide(left: Numeric, right: Numeric): Numeric {
  if (!(left instanceof Decimal128) && !(right instanceof Decimal128)) return Number(plain(left)) / Number(plain(right))
  const a = partsOf(asDecimal(left))
  const b = partsOf(asDecimal(right))
  if (a.kind !== 'finite' || b.kind !== 'finite') return decimalOf(NOT_A_NUMBER)
  const shift = 34 + Math.max(0, b.coefficient.toString().length - a.coefficient.toString().length)
  let coefficient = (a.coefficient * 10n ** BigInt(shift)) / b.coefficient
  let exponent = a.exponent - b.exponent - shift
  while (exponent < a.exponent - b.exponent && coefficient !== 0n && coefficient % 10n === 0n) {
    coefficient /= 10n
    exponent++
  }
  return decimalOf({ kind: 'finite', negative: a.negative !== b.negative, coefficient, exponent })
}

/** Adds two numbers as `$add` and `$sum` do: an integer result beyond 64 bits becomes a double. */
export const plus = (a: Numeric, b: Numeric): Numeric => arithmetic('add', a, b) ?? Number(plain(a)) + Number(plain(b))
