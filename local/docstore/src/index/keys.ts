import { Code, fail } from '../errors.js'
import type { Doc, Value } from '../bson/values.js'
import { keyString } from './key-string.js'
import type { IndexInfo } from '../storage/catalog.js'
import { isIndexPosition } from '../query/path.js'

/** The keys of one document in one index: none if a sparse or partial index excludes it, several if it is multikey. */
export interface DocumentKeys {
  keys: Buffer[]
  multikey: boolean
}

const NONE: DocumentKeys = { keys: [], multikey: false }

/**
 * Computes the keys of a document in an index.
 * @throws DocstoreError 171 when two indexed paths run through different arrays.
 */
export function keysOf(index: IndexInfo, document: Doc): DocumentKeys {
  if (index.partial && !index.partial(document)) return NONE
  const plain = plainKey(index, document)
  if (plain) return plain
  const walk = walkOf(index.fields, document, Code.CannotIndexParallelArrays)
  const { rows } = walk
  if (index.sparse && !walk.found) return NONE
  const first = rows[0] as Value[]
  if (rows.length === 1) return { keys: [keyString(first, index.directions)], multikey: walk.multikey }
  const unique = new Map<string, Buffer>()
  for (const row of rows) {
    const key = keyString(row, index.directions)
    unique.set(key.toString('latin1'), key)
  }
  return { keys: [...unique.values()], multikey: walk.multikey }
}

/** Returns the single key of a document without arrays on the paths (most documents); undefined for others. */
function plainKey(index: IndexInfo, document: Doc): DocumentKeys | undefined {
  const values: Value[] = []
  let found = false
  for (const { parts } of index.fields) {
    let node: Value = document
    let missing = false
    for (const name of parts) {
      if (Array.isArray(node)) return undefined
      missing = !(node instanceof Map) || !node.has(name)
      if (missing) break
      node = (node as Doc).get(name)
    }
    if (!missing && Array.isArray(node)) return undefined
    found ||= !missing
    values.push(missing ? null : node)
  }
  return index.sparse && !found ? NONE : { keys: [keyString(values, index.directions)], multikey: false }
}

/** Returns the values of a key, for a duplicate-key error. */
export function keyRows(index: IndexInfo, document: Doc, key: Buffer): Value[] {
  const { rows } = walkOf(index.fields, document, Code.CannotIndexParallelArrays)
  return rows.find((row) => keyString(row, index.directions).equals(key)) ?? []
}

/**
 * Returns the tuples of values at the paths of a document, as an index on them would contain. @throws DocstoreError 2.
 */
export const tuplesOf = (fields: readonly Field[], document: Doc): Value[][] =>
  walkOf(fields, document, Code.BadValue).rows

function walkOf(fields: readonly Field[], document: Doc, parallel: number): Walk {
  const walk: Walk = { rows: [], multikey: false, found: false, parallel }
  expand(
    walk,
    fields.map((field) => ({ parts: field.parts, at: 0, node: document, done: false, value: undefined })),
  )
  return walk
}

interface Field {
  readonly parts: readonly string[]
}

interface Walk {
  rows: Value[][]
  multikey: boolean
  found: boolean
  /** The error code for paths that run through different arrays. */
  parallel: number
}

interface Cursor {
  parts: readonly string[]
  at: number
  node: Value
  done: boolean
  value: Value
  /** The array at which this path stopped, and the prefix of the path to it. */
  array?: Value[]
  prefix?: string
}

/**
 * Follows every path to its end or to an array; the paths that stop at one array iterate over its elements together.
 */
function expand(walk: Walk, cursors: Cursor[]): void {
  const stepped = cursors.map((cursor) => (cursor.done ? cursor : advance(walk, cursor)))
  const stopped = stepped.filter((cursor) => cursor.array !== undefined)
  const leader = stopped[0]
  if (!leader) {
    walk.rows.push(stepped.map((cursor) => cursor.value))
    return
  }
  walk.multikey = true
  const array = leader.array as Value[]
  if (stopped.some((cursor) => cursor.array !== array)) {
    const names = stopped.map((cursor) => cursor.prefix).join('] [')
    fail(walk.parallel, `cannot index parallel arrays [${names}]`)
  }
  const elements: Value[] = array.length === 0 ? [undefined] : array
  for (const element of elements)
    expand(
      walk,
      stepped.map((cursor) => enter(cursor, array, element)),
    )
}

function advance(walk: Walk, cursor: Cursor): Cursor {
  let { at, node } = cursor
  const { parts } = cursor
  while (at < parts.length) {
    if (Array.isArray(node)) return { ...cursor, at, node, array: node, prefix: parts.slice(0, at).join('.') }
    const name = parts[at] as string
    if (!(node instanceof Map) || !node.has(name)) return { ...cursor, done: true, value: null }
    node = node.get(name)
    at++
  }
  walk.found = true
  if (Array.isArray(node)) return { ...cursor, at, node, array: node, prefix: parts.join('.') }
  return { ...cursor, done: true, value: node }
}

function enter(cursor: Cursor, array: Value[], element: Value): Cursor {
  if (cursor.array !== array) return cursor
  const { parts, at } = cursor
  const rest: Cursor = { parts, at, node: element, done: false, value: undefined }
  if (at === parts.length) return { ...rest, done: true, value: element }
  const name = parts[at] as string
  if (isIndexPosition(name) && Number(name) < array.length) return { ...rest, at: at + 1, node: array[Number(name)] }
  // A field name does not select inside an array that is directly inside another; an empty array on the path gives
  // null.
  return Array.isArray(element) || element === undefined ? { ...rest, done: true, value: null } : rest
}
