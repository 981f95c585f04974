import { compare, orderOf } from '../bson/compare.js'
import { isDoc, typeOf, typeCodeOf, type Doc, type Value } from '../bson/values.js'
import { equality, isOperators } from '../query/equality.js'
import { operatorTest } from '../query/operators.js'
import type { IndexInfo } from '../storage/catalog.js'
import type { Predicate } from './predicates.js'

/** Returns whether a partial or sparse index contains every document that satisfies the predicates. */
export function holdsAllMatches(index: IndexInfo, predicates: readonly Predicate[]): boolean {
  if (index.partialFilter) return impliesFilter(index.partialFilter, predicates)
  return !index.sparse || index.fields.some((field) => impliesExists(field.path, predicates))
}

function impliesFilter(filter: Doc, predicates: readonly Predicate[]): boolean {
  return [...filter].every(([path, condition]) => {
    if (path === '$and') return (condition as Value[]).every((part) => isDoc(part) && impliesFilter(part, predicates))
    if (path.startsWith('$')) return false
    const own = predicates.filter((predicate) => predicate.path === path)
    if (!isOperators(condition)) return own.some((predicate) => impliesOne('$eq', condition, predicate))
    return [...condition].every(([operator, value]) =>
      operator === '$exists'
        ? impliesExists(path, own)
        : own.some((predicate) => impliesOne(operator, value, predicate)),
    )
  })
}

function impliesExists(path: string, predicates: readonly Predicate[]): boolean {
  return predicates.some((predicate) => {
    if (predicate.path !== path) return false
    const { operator, value } = predicate
    if (operator === '$in') return Array.isArray(value) && value.every((item) => item !== null)
    return operator === '$exists' || (value !== null && value !== undefined)
  })
}

/** True when a document that satisfies `given` always satisfies `operator: value`. */
function impliesOne(operator: string, value: Value, given: Predicate): boolean {
  const test = (candidate: Value) =>
    (operator === '$eq' ? equality(value) : operatorTest(operator, value, new Map()))(candidate)
  if (given.operator === '$eq') return !Array.isArray(given.value) && test(given.value)
  if (given.operator === '$in') return Array.isArray(given.value) && given.value.every(test)
  if (operator === '$type')
    return given.operator !== '$exists' && given.operator !== '$regex' && impliesType(value, given.value)
  return impliesRange(operator, value, given)
}

function impliesType(wanted: Value, bound: Value): boolean {
  if (wanted === 'number') return orderOf(bound) === 10
  const code = typeof wanted === 'string' ? typeCodeOf(wanted) : undefined
  return code !== undefined && orderOf(bound) !== 10 && code === typeOf(bound)
}

function impliesRange(operator: string, value: Value, given: Predicate): boolean {
  const upwards = operator === '$gt' || operator === '$gte'
  const downwards = operator === '$lt' || operator === '$lte'
  const givenUp = given.operator === '$gt' || given.operator === '$gte'
  const givenDown = given.operator === '$lt' || given.operator === '$lte'
  if (!((upwards && givenUp) || (downwards && givenDown))) return false
  if (given.value === undefined || orderOf(given.value) !== orderOf(value)) return false
  const difference = compare(given.value, value) * (upwards ? 1 : -1)
  return difference > 0 || (difference === 0 && (operator.endsWith('e') || !given.operator.endsWith('e')))
}
