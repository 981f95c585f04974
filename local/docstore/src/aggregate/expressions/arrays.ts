import { compare, equal } from '../../bson/compare.js'
import { int, isDoc, isNumber, toNumber, truthy, typeName, type Doc, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import type { Compile, Evaluate, Scope } from '../scope.js'
import type { Build } from '../scope.js'
import { average, largest, smallest, total } from '../accumulate.js'
import { binary, named, nullish, positional, unary, variadic } from './arguments.js'

const listOf = (name: string, code: number, value: Value): Value[] =>
  Array.isArray(value)
    ? value
    : fail(
        code,
        `The argument to ${name} must be an array, but was of type: ${value === undefined ? 'missing' : typeName(value)}`,
      )

const bind = (scope: Scope, name: string, value: Value): Scope => ({
  ...scope,
  variables: new Map([...scope.variables, [name, value]]),
})

const nameOf = (argument: Value): string => {
  const given = isDoc(argument) ? argument.get('as') : undefined
  return typeof given === 'string' ? given : 'this'
}

/** Compiles `{input, as, …}`: `as` is a name, not an expression. */
function looped(
  compile: Compile,
  name: string,
  argument: Value,
  body: string,
  optional: string[] = [],
): { input: Evaluate; body: Evaluate; as: string; fields: Record<string, Evaluate | undefined> } {
  if (!isDoc(argument)) fail(28646, `${name} only supports an object as its argument`)
  const rest: Doc = new Map([...argument].filter(([key]) => key !== 'as'))
  const fields = named(compile, name, rest, ['input', body], optional)
  return { input: fields.input as Evaluate, body: fields[body] as Evaluate, as: nameOf(argument), fields }
}

const filter: Build = (argument, compile) => {
  const { input, body, as, fields } = looped(compile, '$filter', argument, 'cond', ['limit'])
  return (scope) => {
    const value = input(scope)
    if (nullish(value)) return null
    const kept = listOf('$filter', 28651, value).filter((item) => truthy(body(bind(scope, as, item))))
    const limit = fields.limit?.(scope)
    return nullish(limit) ? kept : kept.slice(0, toNumber(limit))
  }
}

const map: Build = (argument, compile) => {
  const { input, body, as } = looped(compile, '$map', argument, 'in')
  return (scope) => {
    const value = input(scope)
    return nullish(value) ? null : listOf('$map', 16883, value).map((item) => body(bind(scope, as, item)) ?? null)
  }
}

const reduce: Build = (argument, compile) => {
  const fields = named(compile, '$reduce', argument, ['input', 'initialValue', 'in'])
  return (scope) => {
    const value = fields.input?.(scope)
    if (nullish(value)) return null
    const step = (sum: Value, item: Value) => fields.in?.(bind(bind(scope, 'value', sum), 'this', item))
    return listOf('$reduce', 40080, value).reduce(step, fields.initialValue?.(scope))
  }
}

function elementAt(list: Value, place: Value): Value {
  if (nullish(list) || nullish(place)) return null
  const array = listOf('$arrayElemAt', 28689, list)
  const index = isNumber(place)
    ? (toNumber(place) as number)
    : fail(28690, `$arrayElemAt's second argument must be a numeric value, but is ${typeName(place)}`)
  return array[index < 0 ? array.length + index : index]
}

const slice: Build = (argument, compile) => {
  const items = positional(compile, '$slice', argument, 2, 3)
  return (scope) => {
    const [list, first, second] = items.map((item) => item(scope))
    if (nullish(list) || nullish(first)) return null
    const array = listOf('$slice', 28724, list)
    const a = toNumber(first) as number
    if (second === undefined) return a >= 0 ? array.slice(0, a) : array.slice(a)
    const start = a < 0 ? Math.max(0, array.length + a) : a
    return array.slice(start, start + (toNumber(second) as number))
  }
}

function concatenated(values: Value[]): Value {
  if (values.some(nullish)) return null
  return values.flatMap((value) => listOf('$concatArrays', 28664, value))
}

const distinct = (values: Value[]): Value[] =>
  values.filter((value, i) => values.findIndex((other) => equal(other, value)) === i).sort(compare)

const sets = (name: string, combine: (left: Value[], right: Value[]) => Value[]): Build =>
  variadic(name, (values) => {
    if (values.some(nullish)) return null
    return distinct(values.map((value) => listOf(name, 17043, value)).reduce(combine))
  })

const has = (list: Value[], value: Value): boolean => list.some((item) => equal(item, value))

const range: Build = (argument, compile) => {
  const items = positional(compile, '$range', argument, 2, 3)
  return (scope) => {
    const [start, end, step = 1] = items.map((item) => toNumber(item(scope)))
    if (start === undefined || end === undefined || step === 0)
      return fail(34443, '$range requires numeric arguments and a non-zero step')
    const out: Value[] = []
    for (let at = start; step > 0 ? at < end : at > end; at += step) out.push(int(at))
    return out
  }
}

function indexOfArray(list: Value, wanted: Value): Value {
  return nullish(list) ? null : int(listOf('$indexOfArray', 40090, list).findIndex((item) => equal(item, wanted)))
}

/** `$sum` and similar operators take one array, or several values. */
const folded =
  (name: string, fold: (values: Value[]) => Value): Build =>
  (argument, compile) => {
    const items = positional(compile, name, argument, 0, Infinity)
    const single = !Array.isArray(argument) || argument.length === 1
    return (scope) => {
      const values = items.map((item) => item(scope))
      return fold(single && Array.isArray(values[0]) ? values[0] : values)
    }
  }

const ends = (name: string, at: number): Build =>
  unary(name, (value) => (nullish(value) ? null : listOf(name, 28689, value).at(at)))

const variablesIn: Build = (argument, compile) => {
  if (!isDoc(argument) || !isDoc(argument.get('vars'))) fail(16874, '$let only supports an object with vars and in')
  const variables = [...(argument.get('vars') as Doc)].map(([name, value]) => [name, compile(value)] as const)
  const body = compile(argument.get('in'))
  return (scope) =>
    body({
      ...scope,
      variables: new Map([...scope.variables, ...variables.map(([name, value]) => [name, value(scope)] as const)]),
    })
}

export const ARRAYS: Record<string, Build> = {
  $filter: filter,
  $map: map,
  $reduce: reduce,
  $let: variablesIn,
  $arrayElemAt: binary('$arrayElemAt', elementAt),
  $first: ends('$first', 0),
  $last: ends('$last', -1),
  $slice: slice,
  $size: unary('$size', (value) => int(listOf('$size', 17124, value).length)),
  $concatArrays: variadic('$concatArrays', concatenated),
  $in: binary('$in', (value, list) => has(listOf('$in', 40081, list), value)),
  $isArray: unary('$isArray', (value) => Array.isArray(value)),
  $reverseArray: unary('$reverseArray', (value) =>
    nullish(value) ? null : [...listOf('$reverseArray', 34435, value)].reverse(),
  ),
  $indexOfArray: binary('$indexOfArray', indexOfArray),
  $range: range,
  $setUnion: sets('$setUnion', (left, right) => [...left, ...right]),
  $setIntersection: sets('$setIntersection', (left, right) => left.filter((item) => has(right, item))),
  $setDifference: sets('$setDifference', (left, right) => left.filter((item) => !has(right, item))),
  $setIsSubset: binary('$setIsSubset', (left, right) =>
    listOf('$setIsSubset', 17046, left).every((item) => has(listOf('$setIsSubset', 17042, right), item)),
  ),
  $setEquals: binary('$setEquals', (left, right) =>
    equal(distinct(listOf('$setEquals', 17044, left)), distinct(listOf('$setEquals', 17044, right))),
  ),
  $anyElementTrue: unary('$anyElementTrue', (value) => listOf('$anyElementTrue', 17041, value).some(truthy)),
  $allElementsTrue: unary('$allElementsTrue', (value) => listOf('$allElementsTrue', 17040, value).every(truthy)),
  $sum: folded('$sum', total),
  $avg: folded('$avg', average),
  $min: folded('$min', smallest),
  $max: folded('$max', largest),
}
