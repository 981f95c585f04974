import { BSONRegExp } from 'bson'
import { equal } from '../bson/compare.js'
import { isDoc, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { compileExpression } from '../aggregate/expression.js'
import { equality, isOperators, type ValueTest } from './equality.js'
import { operatorTest } from './operators.js'
import { visitPath } from './path.js'

/** Decides whether a document matches. `positions` receives the array index for the positional operator. */
export type Matcher = (document: Doc) => boolean

/**
 * Compiles a query filter.
 * @param variables values of `$$name` for `$expr`, e.g. the `let` of a `$lookup`.
 * @throws DocstoreError 2 for a malformed filter or unknown operator, 115 for an operator that is not supported.
 */
export function compileFilter(filter: Doc, variables?: Map<string, Value>): Matcher {
  const tests: Matcher[] = []
  for (const [key, value] of filter) {
    const test = key.startsWith('$') ? topLevel(key, value, variables) : field(key, value)
    if (test) tests.push(test)
  }
  const [first] = tests
  if (!first) return () => true
  if (tests.length === 1) return first
  return (document) => tests.every((test) => test(document))
}

const REFUSED = ['$where', '$text', '$jsonSchema', '$sampleRate', '$near', '$geoWithin']

function topLevel(key: string, value: Value, variables?: Map<string, Value>): Matcher | undefined {
  switch (key) {
    case '$and': {
      const parts = clauses(key, value, variables)
      return (document) => parts.every((part) => part(document))
    }
    case '$or': {
      const parts = clauses(key, value, variables)
      return (document) => parts.some((part) => part(document))
    }
    case '$nor': {
      const parts = clauses(key, value, variables)
      return (document) => !parts.some((part) => part(document))
    }
    case '$expr': {
      const evaluate = compileExpression(value)
      return (document) => isTrue(evaluate({ root: document, variables: variables ?? new Map() }))
    }
    case '$comment':
      return undefined
    default:
      if (REFUSED.includes(key)) return refuse(`the query operator ${key}`)
      return fail(Code.BadValue, `unknown top level operator: ${key}`)
  }
}

const isTrue = (value: Value): boolean => value !== false && value !== null && value !== undefined && !equal(value, 0)

function clauses(name: string, value: Value, variables?: Map<string, Value>): Matcher[] {
  if (!Array.isArray(value)) fail(Code.BadValue, `${name} must be an array`)
  if (value.length === 0) fail(Code.BadValue, '$and/$or/$nor must be a nonempty array')
  return value.map((part) => {
    if (!isDoc(part)) fail(Code.BadValue, '$or/$and/$nor entries need to be full objects')
    return compileFilter(part, variables)
  })
}

function field(path: string, condition: Value): Matcher {
  const parts = path.split('.')
  if (!isOperators(condition)) return leaf(parts, equality(condition))
  const tests = fieldTests(parts, condition)
  return tests.length === 1 ? (tests[0] as Matcher) : (document) => tests.every((test) => test(document))
}

function fieldTests(parts: readonly string[], condition: Doc): Matcher[] {
  const tests: Matcher[] = []
  for (const [operator, argument] of condition) {
    if (operator === '$options' && condition.has('$regex')) continue
    if (!operator.startsWith('$')) fail(Code.BadValue, `unknown operator: ${operator}`)
    tests.push(fieldTest(parts, operator, argument, condition))
  }
  return tests
}

function fieldTest(parts: readonly string[], operator: string, argument: Value, siblings: Doc): Matcher {
  switch (operator) {
    case '$ne':
      if (argument instanceof BSONRegExp) fail(Code.BadValue, "Can't have regex as arg to $ne.")
      return not(leaf(parts, equality(argument)))
    case '$nin':
      return not(leaf(parts, operatorTest('$in', argument, siblings)))
    case '$not':
      return negation(parts, argument)
    case '$all':
      return allOf(parts, argument)
    case '$elemMatch':
      return whole(parts, elementMatch(argument))
    case '$exists':
      return truthy(argument) ? whole(parts, exists) : not(whole(parts, exists))
    case '$size':
      return whole(parts, operatorTest(operator, argument, siblings))
    default:
      return leaf(parts, operatorTest(operator, argument, siblings))
  }
}

const exists: ValueTest = (value) => value !== undefined

const not =
  (test: Matcher): Matcher =>
  (document) =>
    !test(document)

function negation(parts: readonly string[], argument: Value): Matcher {
  if (argument instanceof BSONRegExp) return not(leaf(parts, equality(argument)))
  if (!isDoc(argument)) fail(Code.BadValue, '$not needs a regex or a document')
  if (argument.size === 0) fail(Code.BadValue, '$not cannot be empty')
  const tests = fieldTests(parts, argument)
  return (document) => !tests.every((test) => test(document))
}

const leaf =
  (parts: readonly string[], test: ValueTest): Matcher =>
  (document) =>
    visitPath(document, parts, true, test)

const whole =
  (parts: readonly string[], test: ValueTest): Matcher =>
  (document) =>
    visitPath(document, parts, false, test)

function allOf(parts: readonly string[], argument: Value): Matcher {
  if (!Array.isArray(argument)) fail(Code.BadValue, '$all needs an array')
  if (argument.length === 0) return () => false
  const tests = argument.map((item) => {
    if (!isOperators(item)) return leaf(parts, equality(item))
    if (item.size !== 1 || !item.has('$elemMatch')) fail(Code.BadValue, 'no $ expressions in $all')
    return whole(parts, elementMatch(item.get('$elemMatch')))
  })
  return (document) => tests.every((test) => test(document))
}

/**
 * Compiles `$elemMatch` on a value that is an array: on its elements as values (operators) or as documents (a filter).
 */
export function elementMatch(argument: Value): ValueTest {
  const test = elementTest(argument)
  return (value) => Array.isArray(value) && value.some(test)
}

/** Returns the test of one element, also used by the positional operator and `$elemMatch` projections. */
export function elementTest(argument: Value): ValueTest {
  if (!isDoc(argument)) fail(Code.BadValue, '$elemMatch needs an Object')
  const [first] = argument.keys()
  const byValue = isOperators(argument) && !['$and', '$or', '$nor', '$where', '$expr'].includes(first as string)
  if (byValue) {
    const tests = fieldTests(['0'], argument)
    return (item) => tests.every((test) => test(new Map([['0', item]])))
  }
  const matches = compileFilter(argument)
  return (item) => (isDoc(item) ? matches(item) : Array.isArray(item) && matches(asDoc(item)))
}

const asDoc = (items: Value[]): Doc => new Map(items.map((item, i) => [String(i), item]))
