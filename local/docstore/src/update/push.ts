import { compare } from '../bson/compare.js'
import { clone, isDoc, isNumber, toNumber, typeName, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { parseSort, sortBy } from '../query/sort.js'
import type { Leaf } from './effect.js'

const MODIFIERS = ['$each', '$slice', '$sort', '$position']

/** Applies `$push`, alone or with `$each`, `$position`, `$sort` and `$slice`, which apply in that order. */
export function pushed(path: string, argument: Value): Leaf {
  const modifiers = isDoc(argument) && argument.has('$each') ? argument : undefined
  const items = modifiers ? modifiers.get('$each') : [argument]
  if (!Array.isArray(items))
    fail(Code.BadValue, `The argument to $each in $push must be an array but it was of type: ${typeName(items)}`)
  const unknown = modifiers && [...modifiers.keys()].find((key) => !MODIFIERS.includes(key))
  if (unknown) fail(Code.BadValue, `Unrecognized clause in $push: ${unknown}`)
  const position = whole(modifiers, '$position')
  const slice = whole(modifiers, '$slice')
  const order = orderOf(modifiers?.get('$sort'))
  return (current, present) => {
    if (present && !Array.isArray(current))
      fail(Code.BadValue, `The field '${path}' must be an array but is of type ${typeName(current)}`)
    const array = Array.isArray(current) ? [...current] : []
    array.splice(position ?? array.length, 0, ...items.map(clone))
    return { value: cut(order(array), slice) }
  }
}

function whole(modifiers: Doc | undefined, name: string): number | undefined {
  const value = modifiers?.get(name)
  if (value === undefined) return undefined
  const number = isNumber(value) ? toNumber(value) : undefined
  if (number === undefined || !Number.isInteger(number))
    fail(Code.BadValue, `The value for ${name} must be an integer value but was given type: ${typeName(value)}`)
  return number
}

function orderOf(sort: Value): (array: Value[]) => Value[] {
  if (sort === undefined) return (array) => array
  if (isDoc(sort)) {
    const fields = parseSort(sort)
    return (array) => sortBy(array, fields, (item) => (isDoc(item) ? item : new Map()))
  }
  const direction = isNumber(sort) ? toNumber(sort) : undefined
  if (direction !== 1 && direction !== -1) fail(Code.BadValue, 'The $sort element value must be either 1 or -1')
  return (array) => [...array].sort((a, b) => compare(a, b) * direction)
}

function cut(array: Value[], slice: number | undefined): Value[] {
  if (slice === undefined) return array
  if (slice === 0) return []
  return slice > 0 ? array.slice(0, slice) : array.slice(slice)
}
