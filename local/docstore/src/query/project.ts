import { compileExpression } from '../aggregate/expression.js'
import type { Evaluate, Scope } from '../aggregate/scope.js'
import { isDoc, isNumber, toNumber, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { matchedPosition } from '../update/position.js'
import { isOperators } from './equality.js'
import { elementTest } from './matcher.js'

/** The action of a projection on one field. */
type Node =
  | { kind: 'tree'; children: Map<string, Node> }
  | { kind: 'keep' }
  | { kind: 'drop' }
  | { kind: 'compute'; evaluate: Evaluate }
  | { kind: 'change'; keeps: boolean; change: (value: Value, document: Doc) => Value }

type Tree = Extract<Node, { kind: 'tree' }>

/** Returns the projected document; the scope provides `$$` variables to computed fields. */
export type Projector = (document: Doc, scope: Scope) => Doc

/**
 * Compiles a projection of `find` (with `$slice`, `$elemMatch` and the positional operator, which needs the filter) or
 * of `$project` (no filter given).
 * @throws DocstoreError 31254 when fields are both included and excluded, 40272 for an empty `$project`.
 */
export function compileProjection(spec: Doc, filter?: Doc): Projector {
  const root: Tree = { kind: 'tree', children: new Map() }
  for (const [path, value] of spec) addPath(root, path.split('.'), parseNode(path, value, filter), path)
  const modes = new Set<boolean>()
  for (const [path, node] of leaves(root, '')) if (path !== '_id') modes.add(isInclusive(node))
  const changes = [...leaves(root, '')].every(
    ([path, node]) => path === '_id' || (node.kind === 'change' && !node.keeps),
  )
  if (modes.size > 1) fail(Code.BadProjection, 'Cannot do exclusion and inclusion in one projection')
  const idOnly = modes.size === 0 ? root.children.get('_id')?.kind !== 'drop' && !changes : false
  const inclusive = modes.has(true) || (idOnly && root.children.has('_id'))
  if (!inclusive) return (document, scope) => exclude(document, root, document, scope)
  if (!root.children.has('_id'))
    root.children = new Map([['_id', { kind: 'keep' }] as [string, Node], ...root.children])
  return (document, scope) => include(document, root, document, scope)
}

/** Compiles `$addFields`: existing fields stay, the given ones are computed. */
export function compileAddFields(spec: Doc): Projector {
  const root: Tree = { kind: 'tree', children: new Map() }
  for (const [path, value] of spec) addPath(root, path.split('.'), computedNode(value), path)
  return (document, scope) => {
    const out: Doc = new Map(document)
    compute(out, root, document, scope)
    return out
  }
}

function computedNode(value: Value): Node {
  if (isDoc(value) && value.size > 0 && !isOperators(value)) {
    const tree: Tree = { kind: 'tree', children: new Map() }
    for (const [path, item] of value as Doc) addPath(tree, path.split('.'), computedNode(item), path)
    return tree
  }
  return { kind: 'compute', evaluate: compileExpression(value) }
}

const isInclusive = (node: Node): boolean =>
  node.kind === 'keep' || node.kind === 'compute' || (node.kind === 'change' && node.keeps)

function* leaves(tree: Tree, prefix: string): Generator<[string, Node]> {
  for (const [name, node] of tree.children) {
    if (node.kind === 'tree') yield* leaves(node, `${prefix}${name}.`)
    else if (!(node.kind === 'change' && !node.keeps)) yield [prefix + name, node]
  }
}

function parseNode(path: string, value: Value, filter: Doc | undefined): Node {
  if (filter && path.endsWith('.$')) return positional(path.slice(0, -2), filter)
  if (isNumber(value) || typeof value === 'boolean') return { kind: truthy(value) ? 'keep' : 'drop' }
  if (!isDoc(value)) return { kind: 'compute', evaluate: compileExpression(value) }
  if (value.size === 0) fail(51270, 'An empty sub-projection is not a valid value. Found empty object at path')
  if (filter && value.has('$slice')) return sliceNode(value.get('$slice'))
  if (filter && value.has('$elemMatch')) return elementNode(value.get('$elemMatch'))
  if (value.has('$meta')) refuse('a $meta projection')
  if (isOperators(value)) return { kind: 'compute', evaluate: compileExpression(value) }
  const tree: Tree = { kind: 'tree', children: new Map() }
  for (const [name, item] of value as Doc)
    addPath(tree, name.split('.'), parseNode(`${path}.${name}`, item, filter), `${path}.${name}`)
  return tree
}

function positional(path: string, filter: Doc): Node {
  const change = (value: Value, document: Doc): Value => {
    if (!Array.isArray(value)) return value
    const index = matchedPosition(filter, document, path)
    if (index === undefined)
      fail(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      )
    return [value[index]]
  }
  return { kind: 'change', keeps: true, change }
}

function sliceNode(argument: Value): Node {
  const numbers = (Array.isArray(argument) ? argument : [argument]).map((item) =>
    isNumber(item) ? toNumber(item) : undefined,
  )
  if (numbers.some((item) => item === undefined) || numbers.length > 2)
    fail(28667, 'Invalid $slice syntax. The given syntax did not match the find() syntax')
  const [first, second] = numbers as number[]
  const change = (value: Value): Value => (Array.isArray(value) ? sliced(value, first as number, second) : value)
  return { kind: 'change', keeps: false, change }
}

function sliced(array: Value[], first: number, second: number | undefined): Value[] {
  if (second === undefined) return first >= 0 ? array.slice(0, first) : array.slice(first)
  const start = first < 0 ? Math.max(0, array.length + first) : first
  return array.slice(start, start + second)
}

function elementNode(argument: Value): Node {
  const test = elementTest(argument)
  const change = (value: Value): Value => {
    const found = Array.isArray(value) ? value.find((item) => test(item)) : undefined
    return found === undefined ? undefined : [found]
  }
  return { kind: 'change', keeps: true, change }
}

function addPath(tree: Tree, parts: string[], node: Node, path: string): void {
  const [name, ...rest] = parts as [string, ...string[]]
  if (name === '' || (name.startsWith('$') && name !== '$')) fail(16410, `Invalid field name in projection: ${path}`)
  const known = tree.children.get(name)
  // `items.$` applies to `items` itself.
  if (rest.length === 0 || (rest.length === 1 && rest[0] === '$')) {
    if (known?.kind === 'tree' && node.kind === 'tree')
      for (const [key, child] of node.children) addPath(known, [key], child, path)
    else if (known) fail(31249, `Path collision at ${path}`)
    else tree.children.set(name, node)
    return
  }
  if (known && known.kind !== 'tree') fail(31249, `Path collision at ${path}`)
  const child: Tree = known ?? { kind: 'tree', children: new Map() }
  tree.children.set(name, child)
  addPath(child, rest, node, path)
}

function include(document: Doc, tree: Tree, root: Doc, scope: Scope): Doc {
  const out: Doc = new Map()
  for (const [name, value] of document) {
    const node = tree.children.get(name)
    if (!node || node.kind === 'drop') continue
    const kept = includeValue(value, node, root, scope)
    if (kept !== undefined) out.set(name, kept)
  }
  compute(out, tree, root, scope)
  return out
}

function includeValue(value: Value, node: Node, root: Doc, scope: Scope): Value {
  if (node.kind === 'keep') return value
  if (node.kind === 'change') return node.change(value, root)
  if (node.kind !== 'tree') return undefined
  if (isDoc(value)) return include(value, node, root, scope)
  if (!Array.isArray(value)) return undefined
  return value.map((item) => includeValue(item, node, root, scope)).filter((item) => item !== undefined)
}

function exclude(document: Doc, tree: Tree, root: Doc, scope: Scope): Doc {
  const out: Doc = new Map()
  for (const [name, value] of document) {
    const node = tree.children.get(name)
    if (node?.kind === 'drop') continue
    out.set(name, node ? excludeValue(value, node, root, scope) : value)
  }
  return out
}

function excludeValue(value: Value, node: Node, root: Doc, scope: Scope): Value {
  if (node.kind === 'change') return node.change(value, root)
  if (node.kind !== 'tree') return value
  if (isDoc(value)) return exclude(value, node, root, scope)
  return Array.isArray(value) ? value.map((item) => excludeValue(item, node, root, scope)) : value
}

/** Sets the computed fields of a tree; creates missing documents and applies to each element of an array. */
function compute(out: Doc, tree: Tree, root: Doc, scope: Scope): void {
  for (const [name, node] of tree.children) {
    if (node.kind === 'compute') {
      const value = node.evaluate({ ...scope, root })
      if (value === undefined) out.delete(name)
      else out.set(name, value)
    } else if (node.kind === 'tree' && computes(node)) out.set(name, computeInto(out.get(name), node, root, scope))
  }
}

const computes = (tree: Tree): boolean =>
  [...tree.children.values()].some((node) => node.kind === 'compute' || (node.kind === 'tree' && computes(node)))

function computeInto(value: Value, tree: Tree, root: Doc, scope: Scope): Value {
  if (Array.isArray(value)) return value.map((item) => computeInto(item, tree, root, scope))
  const out: Doc = isDoc(value) ? new Map(value) : new Map()
  compute(out, tree, root, scope)
  return out
}
