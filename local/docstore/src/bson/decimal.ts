import { Decimal128 } from 'bson'

/** The parts of a decimal: value = (negative ? -1 : 1) · coefficient · 10^exponent. */
export interface Parts {
  kind: 'finite' | 'infinite' | 'nan'
  negative: boolean
  coefficient: bigint
  exponent: number
}

const LOW_MASK = (1n << 49n) - 1n
const BIAS = 6176
const DIGITS = 34

/** Splits a Decimal128 (binary integer encoding) into its parts without converting it to text. */
export function partsOf(value: Decimal128): Parts {
  const bytes = Buffer.from(value.bytes.buffer, value.bytes.byteOffset, 16)
  const high = bytes.readBigUInt64LE(8)
  const negative = high >> 63n === 1n
  const combination = Number((high >> 58n) & 31n)
  if (combination === 31) return { kind: 'nan', negative: false, coefficient: 0n, exponent: 0 }
  if (combination === 30) return { kind: 'infinite', negative, coefficient: 0n, exponent: 0 }
  if (combination >> 3 === 3)
    return { kind: 'finite', negative, coefficient: 0n, exponent: Number((high >> 47n) & 0x3fffn) - BIAS }
  const coefficient = ((high & LOW_MASK) << 64n) | bytes.readBigUInt64LE(0)
  return { kind: 'finite', negative, coefficient, exponent: Number((high >> 49n) & 0x3fffn) - BIAS }
}

/** Builds a Decimal128, rounding half to even at 34 digits. */
export function decimalOf(parts: Parts): Decimal128 {
  if (parts.kind === 'nan') return Decimal128.fromString('NaN')
  if (parts.kind === 'infinite') return Decimal128.fromString(parts.negative ? '-Infinity' : 'Infinity')
  const { coefficient, exponent } = rounded(parts.coefficient, parts.exponent)
  return Decimal128.fromString(`${parts.negative ? '-' : ''}${coefficient}E${exponent}`)
}

function rounded(coefficient: bigint, exponent: number): { coefficient: bigint; exponent: number } {
  const excess = coefficient.toString().length - DIGITS
  if (excess <= 0) return { coefficient, exponent }
  const scale = 10n ** BigInt(excess)
  const quotient = coefficient / scale
  const twice = (coefficient % scale) * 2n
  const up = twice > scale || (twice === scale && quotient % 2n === 1n)
  return rounded(quotient + (up ? 1n : 0n), exponent + excess)
}

/** Returns the signed coefficients of two finite decimals brought to one exponent. */
export function aligned(a: Parts, b: Parts): { a: bigint; b: bigint; exponent: number } {
  const exponent = Math.min(a.exponent, b.exponent)
  const scale = (p: Parts) => (p.negative ? -1n : 1n) * p.coefficient * 10n ** BigInt(p.exponent - exponent)
  return { a: scale(a), b: scale(b), exponent }
}

/** Converts a double to a decimal of 15 significant digits, as the server does in mixed arithmetic. */
export function decimalOfDouble(value: number): Decimal128 {
  if (Number.isNaN(value)) return Decimal128.fromString('NaN')
  if (!Number.isFinite(value)) return Decimal128.fromString(value < 0 ? '-Infinity' : 'Infinity')
  if (value === 0) return Decimal128.fromString('0')
  return Decimal128.fromString(value.toExponential(14))
}

/** Returns the exact parts of a finite double: every double is a finite decimal. */
export function exactPartsOfDouble(value: number): Parts {
  if (Number.isNaN(value)) return { kind: 'nan', negative: false, coefficient: 0n, exponent: 0 }
  if (!Number.isFinite(value)) return { kind: 'infinite', negative: value < 0, coefficient: 0n, exponent: 0 }
  const { mantissa, power } = binaryParts(Math.abs(value))
  if (power >= 0) return { kind: 'finite', negative: value < 0, coefficient: mantissa << BigInt(power), exponent: 0 }
  return { kind: 'finite', negative: value < 0, coefficient: mantissa * 5n ** BigInt(-power), exponent: power }
}

/** Splits a non-negative finite double into mantissa · 2^power. */
export function binaryParts(value: number): { mantissa: bigint; power: number } {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeDoubleBE(value)
  const bits = bytes.readBigUInt64BE()
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & ((1n << 52n) - 1n)
  return biased === 0
    ? { mantissa: fraction, power: -1074 }
    : { mantissa: fraction | (1n << 52n), power: biased - 1075 }
}
