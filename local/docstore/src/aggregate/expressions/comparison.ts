import { compare, orderOf } from '../../bson/compare.js'
import { int, isDoc, truthy, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import type { Build } from '../scope.js'
import { binary, named, nullish, positional, unary } from './arguments.js'

/** Compares two values as expressions do: missing sorts below null, unlike in queries. */
export const compareInExpressions = (left: Value, right: Value): number => compare(left, right)

const test = (name: string, holds: (difference: number) => boolean): Build =>
  binary(name, (left, right) => holds(compareInExpressions(left, right)))

const and: Build = (argument, compile) => {
  const items = positional(compile, '$and', argument, 0, Infinity)
  return (scope) => items.every((item) => truthy(item(scope)))
}

const or: Build = (argument, compile) => {
  const items = positional(compile, '$or', argument, 0, Infinity)
  return (scope) => items.some((item) => truthy(item(scope)))
}

const condition: Build = (argument, compile) => {
  const list = Array.isArray(argument) ? positional(compile, '$cond', argument, 3, 3) : undefined
  const fields = list
    ? { if: list[0], then: list[1], else: list[2] }
    : named(compile, '$cond', argument, ['if', 'then', 'else'])
  return (scope) => (truthy(fields.if?.(scope)) ? fields.then?.(scope) : fields.else?.(scope))
}

const ifNull: Build = (argument, compile) => {
  const items = positional(compile, '$ifNull', argument, 2, Infinity)
  return (scope) => {
    for (const item of items.slice(0, -1)) {
      const value = item(scope)
      if (!nullish(value)) return value
    }
    return items.at(-1)?.(scope)
  }
}

const choose: Build = (argument, compile) => {
  const branches = isDoc(argument) ? argument.get('branches') : undefined
  if (!isDoc(argument) || !Array.isArray(branches) || branches.length === 0)
    fail(40068, '$switch requires at least one branch')
  const cases = branches.map((branch) => named(compile, '$switch', branch, ['case', 'then']))
  const otherwise = argument.has('default') ? compile(argument.get('default')) : undefined
  return (scope) => {
    for (const branch of cases) if (truthy(branch.case?.(scope))) return branch.then?.(scope)
    if (!otherwise) fail(40066, '$switch could not find a matching branch for an input, and no default was specified.')
    return otherwise(scope)
  }
}

export const COMPARISON: Record<string, Build> = {
  $eq: test('$eq', (difference) => difference === 0),
  $ne: test('$ne', (difference) => difference !== 0),
  $gt: test('$gt', (difference) => difference > 0),
  $gte: test('$gte', (difference) => difference >= 0),
  $lt: test('$lt', (difference) => difference < 0),
  $lte: test('$lte', (difference) => difference <= 0),
  $cmp: binary('$cmp', (left, right) => int(Math.sign(compareInExpressions(left, right)))),
  $and: and,
  $or: or,
  $not: unary('$not', (value) => !truthy(value)),
  $cond: condition,
  $ifNull: ifNull,
  $switch: choose,
  $isNumber: unary('$isNumber', (value) => value !== undefined && orderOf(value) === 10),
}
