import { BSONRegExp, ObjectId } from 'bson'
import { clone, isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { isOperators } from '../query/equality.js'

/**
 * Returns the document that an upsert starts from: the equality conditions of the filter.
 * @throws DocstoreError 54 when the filter gives one path two values.
 */
export function baseOfFilter(filter: Doc): Doc {
  const out: Doc = new Map()
  for (const [path, value] of equalities(filter)) setPath(out, path, value)
  return out
}

function equalities(filter: Doc): [string, Value][] {
  return [...filter].flatMap(([key, value]): [string, Value][] => {
    if (key === '$and' && Array.isArray(value)) return value.filter(isDoc).flatMap(equalities)
    if (key === '$or' && Array.isArray(value) && value.length === 1 && isDoc(value[0])) return equalities(value[0])
    if (key.startsWith('$') || value instanceof BSONRegExp) return []
    if (!isOperators(value)) return [[key, value]]
    return operatorEqualities(key, value)
  })
}

function operatorEqualities(path: string, condition: Doc): [string, Value][] {
  const out: [string, Value][] = []
  if (condition.has('$eq')) out.push([path, condition.get('$eq')])
  const [one, all] = [condition.get('$in'), condition.get('$all')]
  const plain = (item: Value) => !(item instanceof BSONRegExp) && !isOperators(item)
  if (Array.isArray(one) && one.length === 1 && plain(one[0])) out.push([path, one[0]])
  if (Array.isArray(all)) for (const item of all.filter(plain)) out.push([path, item])
  return out
}

function setPath(document: Doc, path: string, value: Value): void {
  const parts = path.split('.')
  let node = document
  for (const part of parts.slice(0, -1)) {
    const child = node.get(part)
    if (child !== undefined && !isDoc(child))
      fail(54, `cannot infer query fields to set, path '${path}' is matched twice`)
    const next = isDoc(child) ? child : new Map<string, Value>()
    node.set(part, next)
    node = next
  }
  const last = parts.at(-1) as string
  if (node.has(last)) fail(54, `cannot infer query fields to set, path '${path}' is matched twice`)
  node.set(last, clone(value))
}

/** Returns the document with its `_id` first; adds a new ObjectId if it has none. */
export function withId(document: Doc, fallback?: Value): Doc {
  const id = document.has('_id') ? document.get('_id') : (fallback ?? new ObjectId())
  if (Array.isArray(id)) fail(Code.InvalidIdField, "The '_id' value cannot be of type array")
  if (id instanceof BSONRegExp) fail(Code.InvalidIdField, "The '_id' value cannot be of type regex")
  if (document.keys().next().value === '_id') return document
  const out: Doc = new Map<string, Value>([['_id', id]])
  for (const [key, value] of document) if (key !== '_id') out.set(key, value)
  return out
}
