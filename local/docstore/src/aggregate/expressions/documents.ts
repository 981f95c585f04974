import { wordOf } from '../../bson/display.js'
import { isDoc, typeName, type Doc, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import type { Build } from '../scope.js'
import { named, nullish, unary, variadic } from './arguments.js'
import type { Evaluate } from '../scope.js'

function merged(values: Value[]): Value {
  const out: Doc = new Map()
  for (const value of values) {
    if (nullish(value)) continue
    if (!isDoc(value))
      return fail(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`)
    for (const [key, item] of value) out.set(key, item)
  }
  return out
}

function toArray(value: Value): Value {
  if (nullish(value)) return null
  if (!isDoc(value)) return fail(40390, `$objectToArray requires a document input, found: ${typeName(value)}`)
  return [...value].map(
    ([k, v]): Doc =>
      new Map<string, Value>([
        ['k', k],
        ['v', v],
      ]),
  )
}

function toObject(value: Value): Value {
  if (nullish(value)) return null
  if (!Array.isArray(value)) return fail(40386, `$arrayToObject requires an array input, found: ${typeName(value)}`)
  return new Map(value.map(pair))
}

function pair(item: Value): [string, Value] {
  const [key, value] = Array.isArray(item) ? item : isDoc(item) ? [item.get('k'), item.get('v')] : []
  return typeof key === 'string'
    ? [key, value]
    : fail(40394, '$arrayToObject requires [key, value] pairs or {k, v} documents, with string keys')
}

const getField: Build = (argument, compile) => {
  const namedArguments =
    isDoc(argument) && argument.has('field') ? named(compile, '$getField', argument, ['field'], ['input']) : undefined
  const field = namedArguments ? (namedArguments.field as Evaluate) : compile(argument)
  return (scope) => {
    const from = namedArguments?.input ? namedArguments.input(scope) : scope.root
    return isDoc(from) ? from.get(wordOf(field(scope))) : nullish(from) ? null : undefined
  }
}

export const DOCUMENTS: Record<string, Build> = {
  $mergeObjects: variadic('$mergeObjects', merged),
  $objectToArray: unary('$objectToArray', toArray),
  $arrayToObject: unary('$arrayToObject', toObject),
  $getField: getField,
  $literal: (argument) => () => argument,
}
