import { BSONRegExp } from 'bson'
import { isDoc, truthy, type Doc, type Value } from '../bson/values.js'
import { isOperators } from '../query/equality.js'
import { regexArgument } from '../query/operators.js'

/** One condition that every matching document satisfies, on one path. */
export interface Predicate {
  path: string
  operator: '$eq' | '$in' | '$gt' | '$gte' | '$lt' | '$lte' | '$regex' | '$exists'
  value: Value
  /** Number of the enclosing `$elemMatch`: its conditions hold for the same array element. */
  group: number
}

/** Returns the conditions of a filter that are joined by AND, including those inside `$elemMatch`. */
export function predicatesOf(filter: Doc): Predicate[] {
  const out: Predicate[] = []
  collect(filter, '', 0, out)
  return out
}

function collect(filter: Doc, prefix: string, group: number, out: Predicate[]): void {
  for (const [key, value] of filter) {
    if (key === '$and' && Array.isArray(value)) {
      for (const part of value) if (isDoc(part)) collect(part, prefix, group, out)
    } else if (!key.startsWith('$')) field(prefix + key, value, group, out)
  }
}

function field(path: string, condition: Value, group: number, out: Predicate[]): void {
  if (condition instanceof BSONRegExp) out.push({ path, operator: '$regex', value: condition, group })
  else if (!isOperators(condition)) out.push({ path, operator: '$eq', value: condition, group })
  else for (const [operator, value] of condition) operatorPredicate(path, operator, value, condition, group, out)
}

function operatorPredicate(
  path: string,
  operator: string,
  value: Value,
  siblings: Doc,
  group: number,
  out: Predicate[],
): void {
  switch (operator) {
    case '$eq':
    case '$in':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      out.push({ path, operator, value, group })
      return
    case '$exists':
      if (truthy(value)) out.push({ path, operator, value, group })
      return
    case '$regex':
      out.push({ path, operator, value: regexArgument(value, siblings), group })
      return
    case '$all':
      if (Array.isArray(value) && value.length > 0 && !isOperators(value[0]))
        out.push({ path, operator: '$eq', value: value[0], group })
      return
    case '$elemMatch':
      if (isDoc(value)) elementPredicates(path, value, out)
      return
  }
}

function elementPredicates(path: string, condition: Doc, out: Predicate[]): void {
  const group = out.length + 1
  if (isOperators(condition)) {
    for (const [operator, value] of condition) {
      // `{$elemMatch: {$exists: true}}` concerns the elements, not the field.
      if (operator !== '$exists') operatorPredicate(path, operator, value, condition, group, out)
    }
  } else collect(condition, `${path}.`, group, out)
}
