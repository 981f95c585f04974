import { type ValueTest } from '../query/equality.js'
import { compileFilter } from '../query/matcher.js'
import { isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { type Leaf, NOTHING } from './effect.js'
import { leafChange } from './leaf.js'
import { isIndexPosition } from '../query/path.js'
import { compareText } from '../bson/compare.js'

/** One change of one path. */
export interface Modification {
  operator: string
  path: string
  parts: string[]
  leaf: Leaf
  /** Where `$rename` puts the value. */
  target?: string
}

/** A parsed update: a replacement document, changes of paths, or aggregation stages. */
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
 * @throws DocstoreError 9 for an unknown operator, 40 when two changes affect the same path, 115 for `$bit`.
 */
export function parseUpdate(update: Value, now: Date): Update {
  if (Array.isArray(update)) return { kind: 'pipeline', stages: update.filter(isDoc) }
  if (!isDoc(update)) fail(Code.FailedToParse, 'Update argument must be either an object or an array')
  const [first] = update.keys()
  if (!first?.startsWith('$')) return { kind: 'replacement', document: replacement(update) }
  const modifications: Modification[] = []
  const paths = new Paths()
  for (const [operator, fields] of update) {
    for (const modification of operatorPart(operator, fields, now)) {
      paths.add(modification.parts)
      if (modification.target !== undefined) paths.add(partsOf(modification.target))
      modifications.push(modification)
    }
  }
  modifications.sort((a, b) => compareParts(placeOf(a), placeOf(b)))
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

function* operatorPart(operator: string, fields: Value, now: Date): Generator<Modification> {
  if (operator === '$bit') refuse('the update operator $bit')
  if (!KNOWN.has(operator)) {
    fail(
      Code.FailedToParse,
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    )
  }
  if (!isDoc(fields)) fail(Code.FailedToParse, `Modifiers operate on fields but we found another type for ${operator}`)
  for (const [path, argument] of fields) {
    const parts = partsOf(path)
    if (operator === '$rename')
      yield { operator, path, parts, leaf: () => NOTHING, target: renameTarget(path, argument) }
    else yield { operator, path, parts, leaf: leafChange(operator, path, argument, now) }
  }
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

/** A rename is ordered by its target. */
const placeOf = (item: Modification): string[] => item.target?.split('.') ?? item.parts

/** The order in which new fields are added: names as strings, array indexes as numbers. */
function compareParts(a: string[], b: string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const x = a[i] as string
    const y = b[i] as string
    if (x === y) continue
    return isIndexPosition(x) && isIndexPosition(y) ? Number(x) - Number(y) : compareText(x, y)
  }
  return a.length - b.length
}

function renameTarget(path: string, argument: Value): string {
  if (typeof argument !== 'string') fail(Code.BadValue, `The 'to' field for $rename must be a string: ${path}`)
  if ([path, argument].some((name) => name.split('.').some(isPositional)))
    fail(Code.BadValue, `The source and target of $rename may not be dynamic: ${path}`)
  if (argument === path) fail(Code.BadValue, `The source and target field for $rename must differ: ${path}`)
  return argument
}

/**
 * The paths that an update changes. None may contain another, and names and `$[…]` may not appear at the same position.
 */
class Paths {
  private readonly ends = new Set<string>()
  private readonly inner = new Map<string, boolean>()

  add(parts: readonly string[]): void {
    const path = parts.join('.')
    for (let i = 0; i < parts.length; i++) {
      const prefix = parts.slice(0, i).join('.')
      const everyElement = (parts[i] as string).startsWith('$[')
      if (i > 0 && this.ends.has(prefix)) conflict(path, prefix)
      if ((this.inner.get(prefix) ?? everyElement) !== everyElement) conflict(path, prefix)
      this.inner.set(prefix, everyElement)
    }
    if (this.ends.has(path) || this.inner.has(path)) conflict(path, path)
    this.ends.add(path)
  }
}

const conflict = (path: string, at: string): never =>
  fail(Code.ConflictingUpdateOperators, `Updating the path '${path}' would create a conflict at '${at}'`)

/** Tests of array elements, by the names in `$[name]`. */
export type ArrayFilters = ReadonlyMap<string, ValueTest>

/** Parses `arrayFilters`. @throws DocstoreError 9 for an invalid or duplicate name, or one that no path uses. */
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
