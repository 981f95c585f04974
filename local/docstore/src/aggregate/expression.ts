import { isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { EXPRESSION_OPERATORS, REFUSED_EXPRESSIONS } from './expression-operators.js'
import type { Evaluate } from './scope.js'

/**
 * Compiles an aggregation expression: a literal, a `$path`, a `$$variable`, an array, a document or `{$operator: …}`.
 * @throws DocstoreError 168 for an unknown operator, 115 for one that is not supported.
 */
export function compileExpression(value: Value): Evaluate {
  if (typeof value === 'string' && value.startsWith('$'))
    return value.startsWith('$$') ? variable(value.slice(2)) : fieldPath(value.slice(1))
  if (Array.isArray(value)) {
    const items = value.map(compileExpression)
    return (scope) => items.map((item) => item(scope) ?? null)
  }
  if (!isDoc(value)) return () => value
  const [first] = value.keys()
  return first?.startsWith('$') ? operator(first, value) : documentOf(value)
}

function operator(name: string, expression: Doc): Evaluate {
  if (expression.size !== 1)
    fail(
      15983,
      `an expression specification must contain exactly one field, the name of the expression. Found ${expression.size} fields`,
    )
  const build = EXPRESSION_OPERATORS[name]
  if (build) return build(expression.get(name), compileExpression)
  if (REFUSED_EXPRESSIONS.has(name))
    fail(Code.CommandNotSupported, `the expression ${name} is not supported by docstore`)
  return fail(Code.InvalidPipelineOperator, `Unrecognized expression '${name}'`)
}

function documentOf(fields: Doc): Evaluate {
  const items = [...fields].map(([name, value]) => {
    if (name.includes('.'))
      fail(16412, `FieldPath field names may not contain '.'. Consider using $getField or $setField.`)
    return [name, compileExpression(value)] as const
  })
  return (scope) => {
    const out: Doc = new Map()
    for (const [name, evaluate] of items) {
      const value = evaluate(scope)
      if (value !== undefined) out.set(name, value)
    }
    return out
  }
}

function fieldPath(path: string): Evaluate {
  const parts = checkedParts(path)
  return (scope) => follow(scope.root, parts, 0)
}

function checkedParts(path: string): string[] {
  const parts = path.split('.')
  if (path === '') fail(16872, "'$' by itself is not a valid FieldPath")
  if (parts.includes('')) fail(15998, 'FieldPath field names may not be empty strings.')
  if (parts.some((part) => part.startsWith('$'))) fail(16410, "FieldPath field names may not start with '$'.")
  return parts
}

/** Follows a path. An array on the way yields the array of its elements' values. */
export function follow(node: Value, parts: readonly string[], at: number): Value {
  if (at === parts.length) return node
  if (isDoc(node)) return follow(node.get(parts[at] as string), parts, at + 1)
  if (!Array.isArray(node)) return undefined
  return node.map((item) => follow(item, parts, at)).filter((item) => item !== undefined)
}

function variable(path: string): Evaluate {
  const [name, ...rest] = path.split('.') as [string, ...string[]]
  if (name === 'ROOT' || name === 'CURRENT') return (scope) => follow(scope.root, rest, 0)
  if (name === 'REMOVE') return () => undefined
  return (scope) => {
    if (!scope.variables.has(name)) fail(17276, `Use of undefined variable: ${name}`)
    return follow(scope.variables.get(name), rest, 0)
  }
}
