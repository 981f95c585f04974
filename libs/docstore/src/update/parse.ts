import { compileFilter, elementTest, isOperators, type ValueTest } from '../query/matcher.js'
import { isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { isIndexPosition } from '../query/path.js'
import { compareText } from '../bson/compare.js'

/** One change of one path. */
export interface Modification {
  operator: string
  path: string
  parts: string[]
  argument: Value
}

/** A parsed update: a whole new document, changes of paths, or aggregation stages. */
export type Update =
  | { kind: 'replacement'; document: Doc }
  | { kind: 'modifications'; modifications: Modification[] }
  | { kind: 'pipeline'; stages: Doc[] }

/** The update operators that this engine supports, for `surface.json`. */
export const UPDATE_OPERATORS = [
  ...['$set', '$unset', '$inc', '$mul', '$min', '$max', '$setOnInsert', '$rename', '$currentDate'],
  ...['$push', '$pull', '$pullAll', '$addToSet', '$pop'],
] as const

const KNOWN = new Set<string>(UPDATE_OPERATORS)

/**
 * Parses the `u` of an update statement.
 * @throws DocstoreError 9 for an unknown operator, 40 when two changes meet the same path, 115 for `$bit`.
 */
export function parseUpdate(update: Value): Update {
  if (Array.isArray(update)) return { kind: 'pipeline', stages: update.filter(isDoc) }
  if (!isDoc(update)) fail(Code.FailedToParse, 'Update argument must be either an object or an array')
  const [first] = update.keys()
  if (!first?.startsWith('$')) return { kind: 'replacement', document: replacement(update) }
  const modifications = [...update].flatMap(([operator, fields]) => operatorPart(operator, fields))
  modifications.sort((a, b) => compareParts(a.parts, b.parts))
  checkConflicts(modifications)
  return { kind: 'modifications', modifications }
}

function replacement(document: Doc): Doc {
  const operator = [...document.keys()].find((key) => key.startsWith('$'))
  if (operator)
    fail(
      Code.DollarPrefixedFieldName,
      `The dollar ($) prefixed field '${operator}' in '${operator}' is not valid for storage.`,
    )
  return document
}

function operatorPart(operator: string, fields: Value): Modification[] {
  if (operator === '$bit') refuse('the update operator $bit')
  if (!KNOWN.has(operator)) {
    fail(
      Code.FailedToParse,
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    )
  }
  if (!isDoc(fields)) fail(Code.FailedToParse, `Modifiers operate on fields but we found another type for ${operator}`)
  return [...fields].map(([path, argument]) => ({ operator, path, parts: partsOf(path), argument }))
}

function partsOf(path: string): string[] {
  const parts = path.split('.')
  if (path === '') fail(Code.EmptyFieldName, 'An empty update path is not valid.')
  if (parts.includes(''))
    fail(Code.EmptyFieldName, `The update path '${path}' contains an empty field name, which is not allowed.`)
  if (isPositional(parts[0] as string))
    fail(Code.BadValue, `Cannot have positional (i.e. '$') element in the first position in path '${path}'`)
  const dollar = parts.find(
    (part) => part.startsWith('$') && !isPositional(part) && !['$id', '$ref', '$db'].includes(part),
  )
  if (dollar)
    fail(
      Code.DollarPrefixedFieldName,
      `The dollar ($) prefixed field '${dollar}' in '${path}' is not allowed in the context of an update's replacement document.`,
    )
  return parts
}

const isPositional = (part: string): boolean => part === '$' || part.startsWith('$[')

/** New fields are added in this order: names as text, array places as numbers. */
function compareParts(a: string[], b: string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const x = a[i] as string
    const y = b[i] as string
    if (x === y) continue
    return isIndexPosition(x) && isIndexPosition(y) ? Number(x) - Number(y) : compareText(x, y)
  }
  return a.length - b.length
}

function checkConflicts(modifications: readonly Modification[]): void {
  const taken = new Set<string>()
  const paths = modifications.flatMap((item) =>
    item.operator === '$rename' ? [item.path, String(item.argument)] : [item.path],
  )
  for (const path of paths) {
    if (taken.has(path)) conflict(path, path)
    taken.add(path)
  }
  for (const path of paths) {
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      if (taken.has(path.slice(0, dot))) conflict(path, path.slice(0, dot))
    }
  }
}

const conflict = (path: string, at: string): never =>
  fail(Code.ConflictingUpdateOperators, `Updating the path '${path}' would create a conflict at '${at}'`)

/** Tests of array elements by the names that `$[name]` uses. */
export type ArrayFilters = ReadonlyMap<string, ValueTest>

/** Parses `arrayFilters`. @throws DocstoreError 9 for a bad or doubled name, or one that no path uses. */
export function parseArrayFilters(filters: Value, update: Update): ArrayFilters {
  const out = new Map<string, ValueTest>()
  if (filters === undefined) return out
  if (!Array.isArray(filters))
    fail(Code.TypeMismatch, "BSON field 'update.updates.arrayFilters' is the wrong type, expected type 'array'")
  for (const filter of filters) {
    if (!isDoc(filter) || filter.size === 0)
      fail(Code.FailedToParse, 'Cannot use an expression without a top-level field name in arrayFilters')
    const { name, test } = arrayFilter(filter)
    if (out.has(name))
      fail(Code.FailedToParse, `Found multiple array filters with the same top-level field name ${name}`)
    out.set(name, test)
  }
  const used = update.kind === 'modifications' ? update.modifications.flatMap((item) => item.parts) : []
  for (const name of out.keys()) {
    if (!used.includes(`$[${name}]`))
      fail(Code.FailedToParse, `The array filter for identifier '${name}' was not used in the update`)
  }
  return out
}

/** `{"x.a": 1}` and `{x: {$gt: 1}}` are conditions on an element named x; wrapping it in a document tests both. */
function arrayFilter(filter: Doc): { name: string; test: ValueTest } {
  const names = new Set(namesOf(filter))
  const [name] = names
  if (names.size !== 1 || name === undefined || !/^[a-z][a-zA-Z0-9]*$/.test(name)) {
    fail(
      Code.BadValue,
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...names].join("' and '")}'`,
    )
  }
  const matches = compileFilter(filter)
  return { name, test: (element) => matches(new Map([[name, element]])) }
}

function namesOf(filter: Doc): string[] {
  return [...filter].flatMap(([key, value]) =>
    key.startsWith('$') && Array.isArray(value) ? value.filter(isDoc).flatMap(namesOf) : [key.split('.')[0] as string],
  )
}

/** The test that `$pull` makes of its argument. */
export function pullTest(argument: Value): ValueTest {
  if (isDoc(argument)) {
    const test = elementTest(argument)
    return isOperators(argument) ? test : (item) => isDoc(item) && test(item)
  }
  const matches = compileFilter(new Map([['v', argument]]))
  return (item) => (Array.isArray(item) && !Array.isArray(argument) ? false : matches(new Map([['v', item]])))
}
