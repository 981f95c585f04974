import { wordOf } from '../../bson/display.js'
import { asDecimal, LONG_MAX, LONG_MIN } from '../../bson/numbers.js'
import { Decimal128, Int32, int, isNumber, ObjectId, toNumber, typeName, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import type { Build } from '../scope.js'
import { named, nullish, unary } from './arguments.js'
import { converted } from './text.js'

const FAILURE = 241

const refused = (value: Value, to: string): never =>
  fail(FAILURE, `Unsupported conversion from ${typeName(value)} to ${to} in $convert with no onError value`)

const unparsed = (text: string): never =>
  fail(FAILURE, `Failed to parse number '${text}' in $convert with no onError value`)

function toWhole(value: Value, to: 'int' | 'long'): Value {
  const [least, most] = to === 'int' ? [-2147483648n, 2147483647n] : [LONG_MIN, LONG_MAX]
  const whole = wholeFrom(value, to)
  if (whole < least || whole > most)
    return fail(FAILURE, `Conversion would overflow target type in $convert with no onError value: ${whole}`)
  return to === 'int' ? int(Number(whole)) : whole
}

function wholeFrom(value: Value, to: string): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'string') return /^[-+]?\d+$/.test(value) ? BigInt(value) : unparsed(value)
  if (value instanceof Date && to === 'long') return BigInt(value.getTime())
  if (!isNumber(value)) return refused(value, to)
  if (typeof value === 'bigint') return value
  const number = value instanceof Decimal128 ? Number(value.toString()) : (toNumber(value) as number)
  if (!Number.isFinite(number))
    return fail(FAILURE, 'Attempt to convert NaN or infinity value to integer type in $convert with no onError value')
  return BigInt(Math.trunc(number))
}

function toDouble(value: Value): Value {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  if (isNumber(value)) return toNumber(value)
  if (typeof value !== 'string') return refused(value, 'double')
  return value.trim() === value && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : unparsed(value)
}

function toDecimal(value: Value): Value {
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0')
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()))
  if (isNumber(value)) return asDecimal(value)
  if (typeof value !== 'string') return refused(value, 'decimal')
  try {
    return Decimal128.fromString(value)
  } catch {
    return unparsed(value)
  }
}

function toDate(value: Value): Value {
  if (value instanceof Date) return value
  if (value instanceof ObjectId) return value.getTimestamp()
  if (isNumber(value) && !(value instanceof Int32)) return new Date(Math.trunc(toNumber(value) as number))
  if (typeof value !== 'string') return refused(value, 'date')
  const time = Date.parse(/[zZ]|[-+]\d\d:?\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`)
  return Number.isNaN(time) ? fail(FAILURE, `Error parsing date string '${value}'`) : new Date(time)
}

function toObjectId(value: Value): Value {
  if (value instanceof ObjectId) return value
  if (typeof value !== 'string') return refused(value, 'objectId')
  if (!/^[0-9a-fA-F]{24}$/.test(value))
    return fail(FAILURE, `Failed to parse objectId '${value}' in $convert with no onError value`)
  return new ObjectId(value)
}

const toBool = (value: Value): Value =>
  isNumber(value) ? toNumber(value) !== 0 : typeof value === 'boolean' ? value : true

const CONVERSIONS: Record<string, (value: Value) => Value> = {
  int: (value) => toWhole(value, 'int'),
  long: (value) => toWhole(value, 'long'),
  double: toDouble,
  decimal: toDecimal,
  date: toDate,
  objectId: toObjectId,
  bool: toBool,
  string: converted,
}

const conversion = (name: string, to: string): Build =>
  unary(name, (value) => (nullish(value) ? null : (CONVERSIONS[to] as (value: Value) => Value)(value)))

const NUMBERED: Record<number, string> = {
  1: 'double',
  2: 'string',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  16: 'int',
  18: 'long',
  19: 'decimal',
}

const convert: Build = (argument, compile) => {
  const fields = named(compile, '$convert', argument, ['input', 'to'], ['onError', 'onNull'])
  return (scope) => {
    const value = fields.input?.(scope)
    const to = fields.to?.(scope)
    if (nullish(value)) return fields.onNull ? fields.onNull(scope) : null
    const name = typeof to === 'string' ? to : NUMBERED[toNumber(to) ?? 0]
    const apply = CONVERSIONS[name ?? ''] ?? fail(2, `Unknown type name: ${wordOf(to)}`)
    if (!fields.onError) return apply(value)
    try {
      return apply(value)
    } catch {
      return fields.onError(scope)
    }
  }
}

export const CONVERSION: Record<string, Build> = {
  $toInt: conversion('$toInt', 'int'),
  $toLong: conversion('$toLong', 'long'),
  $toDouble: conversion('$toDouble', 'double'),
  $toDecimal: conversion('$toDecimal', 'decimal'),
  $toDate: conversion('$toDate', 'date'),
  $toObjectId: conversion('$toObjectId', 'objectId'),
  $toBool: conversion('$toBool', 'bool'),
  $toString: conversion('$toString', 'string'),
  $convert: convert,
  $type: unary('$type', (value) => (value === undefined ? 'missing' : typeName(value))),
}
