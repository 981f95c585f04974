import { isDoc, type Doc, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import type { Compile, Evaluate, Scope } from '../scope.js'

/** Compiles positional arguments; a single argument needs no array. @throws DocstoreError 16020 for a wrong count. */
export function positional(compile: Compile, name: string, argument: Value, min: number, max: number): Evaluate[] {
  const items = Array.isArray(argument) ? argument : [argument]
  if (items.length < min || items.length > max) {
    fail(16020, `Expression ${name} takes ${countsOf(min, max)} arguments. ${items.length} were passed in.`)
  }
  return items.map(compile)
}

function countsOf(min: number, max: number): string {
  if (min === max) return `exactly ${min}`
  return max === Infinity ? `at least ${min}` : `at least ${min}, and at most ${max},`
}

/** Defines an operator with one argument. */
export const unary =
  (name: string, apply: (value: Value, scope: Scope) => Value) =>
  (argument: Value, compile: Compile): Evaluate => {
    const [only] = positional(compile, name, argument, 1, 1) as [Evaluate]
    return (scope) => apply(only(scope), scope)
  }

/** Defines an operator with two arguments. */
export const binary =
  (name: string, apply: (left: Value, right: Value) => Value) =>
  (argument: Value, compile: Compile): Evaluate => {
    const [left, right] = positional(compile, name, argument, 2, 2) as [Evaluate, Evaluate]
    return (scope) => apply(left(scope), right(scope))
  }

/** Defines an operator with any number of arguments. */
export const variadic =
  (name: string, apply: (values: Value[]) => Value) =>
  (argument: Value, compile: Compile): Evaluate => {
    const items = positional(compile, name, argument, 0, Infinity)
    return (scope) => apply(items.map((item) => item(scope)))
  }

/**
 * Compiles named arguments.
 * @throws DocstoreError 40063 for an unknown name, 40064 for a missing one, 40065 unless the argument is an object
 */
export function named(
  compile: Compile,
  name: string,
  argument: Value,
  required: string[],
  optional: string[] = [],
): Record<string, Evaluate | undefined> {
  const fields: Doc = isDoc(argument) ? argument : fail(40065, `${name} only supports an object as its argument`)
  const unknown = [...fields.keys()].find((key) => !required.includes(key) && !optional.includes(key))
  if (unknown) fail(40063, `Unrecognized argument to ${name}: ${unknown}`)
  const missing = required.find((key) => !fields.has(key))
  if (missing) fail(40064, `Missing '${missing}' parameter to ${name}`)
  return Object.fromEntries([...fields].map(([key, value]) => [key, compile(value)]))
}

/** Returns whether a value is null or missing. Most operators return null for such a value. */
export const nullish = (value: Value): value is null | undefined => value === null || value === undefined
