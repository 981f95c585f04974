import { isDoc, type Doc, type Value } from '../bson/values.js'
import { isOperators } from '../query/equality.js'
import { compileFilter, elementTest } from '../query/matcher.js'

/**
 * Returns the index of the array element that a query matched, for the positional operator: the first element of the
 * array at `prefix` that satisfies a condition of the filter on that array.
 */
export function matchedPosition(filter: Doc, document: Doc, prefix: string): number | undefined {
  const conditions = conditionsOf(filter)
  const own = conditions.filter(({ path }) => path === prefix || path.startsWith(`${prefix}.`))
  for (const condition of own.length > 0 ? own : conditions) {
    const found = positionFor(condition, document, own.length > 0 ? prefix : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

interface Condition {
  path: string
  value: Value
}

function conditionsOf(filter: Doc): Condition[] {
  return [...filter].flatMap(([key, value]) => {
    if (key === '$and' && Array.isArray(value)) return value.filter(isDoc).flatMap(conditionsOf)
    return key.startsWith('$') ? [] : [{ path: key, value }]
  })
}

function positionFor({ path, value }: Condition, document: Doc, prefix: string | undefined): number | undefined {
  const parts = path.split('.')
  const depth = prefix === undefined ? firstArray(document, parts) : prefix.split('.').length
  const array = depth === undefined ? undefined : read(document, parts.slice(0, depth))
  if (!Array.isArray(array) || depth === undefined) return undefined
  const test = testOf(parts.slice(depth), value)
  const found = array.findIndex(test)
  return found < 0 ? undefined : found
}

function testOf(rest: string[], value: Value): (item: Value) => boolean {
  if (rest.length > 0) {
    const matches = compileFilter(new Map([[rest.join('.'), value]]))
    return (item) => isDoc(item) && matches(item)
  }
  if (isOperators(value) && value.has('$elemMatch')) return elementTest(value.get('$elemMatch'))
  const matches = compileFilter(new Map([['v', value]]))
  return (item) => matches(new Map([['v', item]]))
}

function firstArray(document: Doc, parts: string[]): number | undefined {
  for (let depth = 1; depth <= parts.length; depth++)
    if (Array.isArray(read(document, parts.slice(0, depth)))) return depth
  return undefined
}

function read(document: Doc, parts: readonly string[]): Value {
  let node: Value = document
  for (const part of parts) node = isDoc(node) ? node.get(part) : Array.isArray(node) ? node[Number(part)] : undefined
  return node
}
