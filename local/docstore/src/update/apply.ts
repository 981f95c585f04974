import { display } from '../bson/display.js'
import { equal } from '../bson/compare.js'
import { clone, isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { isIndexPosition } from '../query/path.js'
import { type Leaf, NOTHING } from './effect.js'
import { CREATES } from './leaf.js'
import type { ArrayFilters, Modification } from './parse.js'

/** The inputs of an update besides the document. */
export interface UpdateContext {
  /** True when an upsert creates the document. */
  inserting: boolean
  arrayFilters: ArrayFilters
  /** The array index that the query matched below a path, for `$`. */
  position: (prefix: string) => number | undefined
}

const ARRAY_PAD_LIMIT = 1_500_000

/**
 * Applies changes to a copy of a document and returns the copy.
 * @throws DocstoreError 2, 14, 28, 66 as the server does.
 */
export function applyModifications(document: Doc, modifications: readonly Modification[], context: UpdateContext): Doc {
  const result = clone(document)
  for (const modification of modifications) {
    if (modification.operator === '$setOnInsert' && !context.inserting) continue
    if (modification.operator === '$rename') rename(result, modification, context)
    else change(result, modification, 0, [], modification.leaf, context)
  }
  checkId(document, result, context.inserting)
  return result
}

function checkId(before: Doc, after: Doc, inserting: boolean): void {
  if (!before.has('_id') && inserting) return
  if (!after.has('_id') || !equal(before.get('_id'), after.get('_id'))) {
    fail(Code.ImmutableField, "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
}

function rename(document: Doc, { path, parts, target }: Modification, context: UpdateContext): void {
  const value = readPlain(document, parts)
  if (value === undefined) return
  const source = { operator: '$unset', path, parts, leaf: REMOVE }
  change(document, source, 0, [], REMOVE, context)
  const to = target as string
  const leaf: Leaf = () => ({ value })
  change(document, { operator: '$set', path: to, parts: to.split('.'), leaf }, 0, [], leaf, context)
}

const REMOVE: Leaf = (_, present) => (present ? { unset: true } : NOTHING)

function readPlain(document: Doc, parts: readonly string[]): Value {
  let node: Value = document
  for (const part of parts) {
    if (Array.isArray(node)) fail(Code.BadValue, 'The source field cannot be an array element')
    if (!isDoc(node)) return undefined
    node = node.get(part)
  }
  return node
}

/** Follows a path, creating what is missing, and applies the change at its end. */
function change(
  node: Doc | Value[],
  item: Modification,
  at: number,
  trail: string[],
  leaf: Leaf,
  context: UpdateContext,
): void {
  const part = item.parts[at] as string
  if (Array.isArray(node)) {
    for (const index of places(node, part, item, trail, context)) inArray(node, index, item, at, trail, leaf, context)
    return
  }
  if (part === '$' || part.startsWith('$[')) return notAnArray(part, trail, node)
  if (at === item.parts.length - 1) return setField(node, part, leaf(node.get(part), node.has(part), [...trail, part]))
  const child = descend(node.get(part), node.has(part), item, at, trail)
  if (!child) return
  const fresh = !node.has(part)
  change(child, item, at + 1, [...trail, part], leaf, context)
  if (fresh && sizeOf(child) > 0) node.set(part, child)
}

const sizeOf = (node: Doc | Value[]): number => (Array.isArray(node) ? node.length : node.size)

function notAnArray(part: string, trail: string[], node: Doc): void {
  if (part === '$') fail(Code.BadValue, 'The positional operator did not find the match needed from the query.')
  fail(
    Code.BadValue,
    `Cannot apply array updates to non-array element ${trail.at(-1) ?? ''} of ${[...node.keys()].join(', ')}`,
  )
}

function setField(node: Doc, name: string, outcome: ReturnType<Leaf>): void {
  if (outcome === NOTHING) return
  if ('unset' in outcome) node.delete(name)
  else node.set(name, outcome.value)
}

/** Returns the container to descend into; a new document when the field is missing and the operator creates fields. */
function descend(
  child: Value,
  present: boolean,
  item: Modification,
  at: number,
  trail: string[],
): Doc | Value[] | undefined {
  if (isDoc(child) || Array.isArray(child)) return child
  if (!present && !CREATES.has(item.operator)) return undefined
  if (item.operator === '$unset') return undefined
  const next = item.parts[at + 1] as string
  if (!present) {
    if (next === '$' || next.startsWith('$[')) {
      fail(
        Code.BadValue,
        `The path '${[...trail, item.parts[at]].join('.')}' must exist in the document in order to apply array updates.`,
      )
    }
    return new Map()
  }
  if (next === '$') fail(Code.BadValue, 'The positional operator did not find the match needed from the query.')
  if (next.startsWith('$[')) fail(Code.BadValue, `Cannot apply array updates to non-array element ${item.parts[at]}`)
  return fail(Code.PathNotViable, `Cannot create field '${next}' in element {${item.parts[at]}: ${display(child)}}`)
}

function places(array: Value[], part: string, item: Modification, trail: string[], context: UpdateContext): number[] {
  if (part === '$[]') return array.map((_, i) => i)
  if (part.startsWith('$[')) return filtered(array, part.slice(2, -1), item.path, context)
  if (part === '$') {
    const index = context.position(trail.join('.'))
    return [index ?? fail(Code.BadValue, 'The positional operator did not find the match needed from the query.')]
  }
  if (isIndexPosition(part)) return [Number(part)]
  if (item.operator === '$unset') return []
  return fail(Code.PathNotViable, `Cannot create field '${part}' in element {${trail.at(-1)}: array}`)
}

function filtered(array: Value[], name: string, path: string, context: UpdateContext): number[] {
  const test =
    context.arrayFilters.get(name) ??
    fail(Code.BadValue, `No array filter found for identifier '${name}' in path '${path}'`)
  return array.flatMap((element, i) => (test(element) ? [i] : []))
}

function inArray(
  array: Value[],
  index: number,
  item: Modification,
  at: number,
  trail: string[],
  leaf: Leaf,
  context: UpdateContext,
): void {
  const present = index < array.length
  const here = [...trail, String(index)]
  if (at === item.parts.length - 1) {
    const outcome = leaf(array[index], present, here)
    if (outcome === NOTHING) return
    if ('unset' in outcome) {
      if (present) array[index] = null
    } else put(array, index, outcome.value)
    return
  }
  const child = descend(array[index], present, item, at, trail)
  if (!child) return
  change(child, item, at + 1, here, leaf, context)
  if (!present && sizeOf(child) > 0) put(array, index, child)
}

function put(array: Value[], index: number, value: Value): void {
  if (index - array.length > ARRAY_PAD_LIMIT)
    fail(Code.BadValue, `can't backfill more than ${ARRAY_PAD_LIMIT} elements`)
  while (array.length < index) array.push(null)
  array[index] = value
}
