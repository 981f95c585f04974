import { isDoc, type Doc, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import type { Compile, Evaluate, Scope } from '../scope.js'

/** Compiles positional arguments; a single argument needs no array. @throws DocstoreError 16020 for a wrong count. */
export function positional(compile: Compile, name: string, argument: Value, least: number, most: number): Evaluate[] {
  const items = Array.isArray(argument) ? argument : [argument]
  if (items.length < least || items.length > most) {
    fail(
      16020,
      `Expression ${name} takes ${least === most ? `exactly ${least}` : `at least ${least}, and at most ${most},`} arguments. ${items.length} were passed in.`,
    )
  }
  return items.map(compile)
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

/** Compiles named arguments; rejects unknown names and missing required ones. */
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

/** Returns whether a value is null or missing, for which most operators return null. */
export const nullish = (value: Value): value is null | undefined => value === null || value === undefined
