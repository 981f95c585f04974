import { compare, equal } from '../bson/compare.js'
import { arithmetic } from '../bson/numbers.js'
import { clone, int, isDoc, isNumber, Timestamp, toNumber, typeName, type Numeric, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { type Leaf, NOTHING } from './effect.js'
import { pushed } from './push.js'
import { isOperators, type ValueTest } from '../query/equality.js'
import { compileFilter, elementTest } from '../query/matcher.js'

/** Operators that create missing fields on their path. */
export const CREATES: ReadonlySet<string> = new Set([
  '$set',
  '$setOnInsert',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$currentDate',
  '$push',
  '$addToSet',
])

/** Returns the effect of a modification at the end of its path. @throws DocstoreError for an invalid argument. */
export function leafChange(operator: string, path: string, argument: Value, now: Date): Leaf {
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return () => ({ value: clone(argument) })
    case '$unset':
      return (_, present) => (present ? { unset: true } : NOTHING)
    case '$inc':
    case '$mul':
      return counted(operator, path, argument)
    case '$min':
    case '$max':
      return bounded(operator === '$min' ? -1 : 1, argument)
    case '$currentDate':
      return dated(argument, now)
    case '$push':
      return pushed(path, argument)
    case '$addToSet':
      return addedToSet(path, argument)
    case '$pull':
      return without(path, '$pull', pullTest(argument))
    case '$pullAll':
      return pulledAll(path, argument)
    default:
      return popped(path, argument)
  }
}

function counted(operator: '$inc' | '$mul', path: string, argument: Value): Leaf {
  const verb = operator === '$inc' ? 'increment' : 'multiply'
  if (!isNumber(argument))
    fail(Code.TypeMismatch, `Cannot ${verb} with non-numeric argument: {${path}: ${typeName(argument)}}`)
  return (current, present) => {
    if (!present) return { value: operator === '$inc' ? argument : zeroLike(argument) }
    if (!isNumber(current)) {
      fail(
        Code.TypeMismatch,
        `Cannot apply ${operator} to a value of non-numeric type. The field '${path}' is of non-numeric type ${typeName(current)}`,
      )
    }
    const value = arithmetic(operator === '$inc' ? 'add' : 'multiply', current, argument)
    return {
      value:
        value ??
        fail(Code.BadValue, `Failed to apply ${operator} operations to current value of '${path}': it leaves 64 bits`),
    }
  }
}

const zeroLike = (value: Numeric): Value => arithmetic('multiply', value, int(0))

const bounded =
  (sign: 1 | -1, argument: Value): Leaf =>
  (current, present) =>
    !present || compare(argument, current) * sign > 0 ? { value: clone(argument) } : NOTHING

function dated(argument: Value, now: Date): Leaf {
  const type = isDoc(argument) ? argument.get('$type') : 'date'
  if (type === 'timestamp') return () => ({ value: new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }) })
  if (type !== 'date' || (!isDoc(argument) && typeof argument !== 'boolean')) {
    fail(
      Code.BadValue,
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    )
  }
  return () => ({ value: now })
}

function eachOf(argument: Value): Value[] {
  if (!isDoc(argument) || !argument.has('$each')) return [argument]
  const each = argument.get('$each')
  if (!Array.isArray(each))
    fail(Code.TypeMismatch, `The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`)
  const other = [...argument.keys()].find((key) => key !== '$each')
  if (other) fail(Code.BadValue, `Found unexpected fields after $each in $addToSet: ${other}`)
  return each
}

function addedToSet(path: string, argument: Value): Leaf {
  const items = eachOf(argument)
  return (current, present) => {
    if (present && !Array.isArray(current)) {
      fail(
        Code.BadValue,
        `Cannot apply $addToSet to non-array field. Field named '${path}' has non-array type ${typeName(current)}`,
      )
    }
    const out = Array.isArray(current) ? [...current] : []
    for (const item of items) if (!out.some((known) => equal(known, item))) out.push(clone(item))
    return present && out.length === (current as Value[]).length ? NOTHING : { value: out }
  }
}

function without(path: string, operator: string, drop: (item: Value) => boolean): Leaf {
  return (current, present) => {
    if (!present) return NOTHING
    if (!Array.isArray(current)) fail(Code.BadValue, `Cannot apply ${operator} to a non-array value at '${path}'`)
    const kept = current.filter((item) => !drop(item))
    return kept.length === current.length ? NOTHING : { value: kept }
  }
}

function pulledAll(path: string, argument: Value): Leaf {
  if (!Array.isArray(argument))
    fail(Code.BadValue, `$pullAll requires an array argument but was given a ${typeName(argument)}`)
  return without(path, '$pullAll', (item) => argument.some((unwanted) => equal(unwanted, item)))
}

function popped(path: string, argument: Value): Leaf {
  const side = isNumber(argument) ? toNumber(argument) : undefined
  if (side !== 1 && side !== -1)
    fail(Code.FailedToParse, `$pop expects 1 or -1, found: ${String(side ?? typeName(argument))}`)
  return (current, present) => {
    if (!present) return NOTHING
    if (!Array.isArray(current))
      fail(Code.TypeMismatch, `Path '${path}' contains an element of non-array type '${typeName(current)}'`)
    if (current.length === 0) return NOTHING
    return { value: side === 1 ? current.slice(0, -1) : current.slice(1) }
  }
}

/** Returns the test that `$pull` compiles from its argument. */
function pullTest(argument: Value): ValueTest {
  if (isDoc(argument)) {
    const test = elementTest(argument)
    return isOperators(argument) ? test : (item) => isDoc(item) && test(item)
  }
  const matches = compileFilter(new Map([['v', argument]]))
  return (item) => (Array.isArray(item) && !Array.isArray(argument) ? false : matches(new Map([['v', item]])))
}
