import type { Value } from '../bson/values.js'

const POSITION = /^(0|[1-9]\d{0,8})$/

/** Returns whether a path component can be an array index. */
export const isIndexPosition = (component: string): boolean => POSITION.test(component)

/** Receives the value at a path, or `undefined` if there is none. Returning true stops the walk. */
type Visit = (value: Value) => boolean

/**
 * Follows a dotted path as queries do, through arrays, and visits the values at its end.
 * @param leaves whether an array at the end is visited element by element first, then as a whole.
 * @returns true as soon as a visit returns true.
 */
export function visitPath(node: Value, parts: readonly string[], leaves: boolean, visit: Visit): boolean {
  return step(node, parts, 0, leaves, visit)
}

function step(node: Value, parts: readonly string[], at: number, leaves: boolean, visit: Visit): boolean {
  if (at === parts.length) return atEnd(node, leaves, visit)
  if (Array.isArray(node)) return throughArray(node, parts, at, leaves, visit)
  if (!(node instanceof Map)) return visit(undefined)
  const name = parts[at] as string
  return node.has(name) ? step(node.get(name), parts, at + 1, leaves, visit) : visit(undefined)
}

function atEnd(node: Value, leaves: boolean, visit: Visit): boolean {
  if (leaves && Array.isArray(node)) for (const item of node) if (visit(item)) return true
  return visit(node)
}

function throughArray(array: Value[], parts: readonly string[], at: number, leaves: boolean, visit: Visit): boolean {
  for (const item of array) if (item instanceof Map && step(item, parts, at, leaves, visit)) return true
  const name = parts[at] as string
  if (!isIndexPosition(name) || Number(name) >= array.length) return false
  return step(array[Number(name)], parts, at + 1, leaves, visit)
}
