import { doc, int, isDoc, type Doc, type Value } from '../bson/values.js'
import { fail, refuse } from '../errors.js'
import { keyString } from '../index/key-string.js'
import { average, largest, smallest, total } from './accumulate.js'
import { compileExpression } from './expression.js'
import type { Evaluate } from './scope.js'
import { scopeOf, type Stage, type StageBuild } from './stage.js'
import { compare } from '../bson/compare.js'

/** Makes one value of a group's values in order. `undefined` among them is a missing field. */
type Fold = (values: readonly Value[]) => Value

const present = (values: readonly Value[]): Value[] => values.filter((value) => value !== undefined)

const ACCUMULATORS: Record<string, Fold> = {
  $sum: total,
  $avg: average,
  $min: smallest,
  $max: largest,
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $push: (values) => present(values),
  $addToSet: (values) => distinct(present(values)),
  $count: (values) => int(values.length),
  $mergeObjects: (values) => new Map(values.filter(isDoc).flatMap((value) => [...value])),
}

const REFUSED = new Set([
  '$accumulator',
  '$stdDevPop',
  '$stdDevSamp',
  '$top',
  '$topN',
  '$bottom',
  '$bottomN',
  '$firstN',
  '$lastN',
  '$minN',
  '$maxN',
  '$percentile',
  '$median',
])

/** The accumulators that this engine supports, for `surface.json`. */
export const ACCUMULATOR_NAMES: readonly string[] = Object.keys(ACCUMULATORS)

function distinct(values: Value[]): Value[] {
  const seen = new Map<string, Value>()
  for (const value of values) {
    const key = keyString([value]).toString('latin1')
    if (!seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()]
}

interface Field {
  name: string
  fold: Fold
  evaluate: Evaluate
}

export const groupStage: StageBuild = (argument) => {
  if (!isDoc(argument)) fail(15947, "a group's fields must be specified in an object")
  if (!argument.has('_id')) fail(15955, 'a group specification must include an _id')
  const key = compileExpression(argument.get('_id'))
  const fields = [...argument].filter(([name]) => name !== '_id').map(([name, value]) => fieldOf(name, value))
  return grouped(key, fields)
}

function fieldOf(name: string, value: Value): Field {
  const [operator] = isDoc(value) ? value.keys() : []
  if (!isDoc(value) || operator === undefined || !operator.startsWith('$'))
    fail(40234, `The field '${name}' must be an accumulator object`)
  if (value.size !== 1) fail(40238, `The field '${name}' must specify one accumulator`)
  if (name.includes('.')) fail(40235, `The field name '${name}' cannot contain '.'`)
  const fold = ACCUMULATORS[operator]
  if (!fold)
    return REFUSED.has(operator)
      ? refuse(`the accumulator ${operator}`)
      : fail(15952, `unknown group operator '${operator}'`)
  const operand = value.get(operator)
  // An array given to `$sum` here is one value that is not a number.
  return { name, fold, evaluate: operator === '$count' ? () => null : compileExpression(operand) }
}

function grouped(key: Evaluate, fields: readonly Field[]): Stage {
  return (documents, context) => {
    const groups = new Map<string, { id: Value; columns: Value[][] }>()
    for (const document of documents) {
      const scope = scopeOf(document, context)
      const id = key(scope) ?? null
      const text = keyString([id]).toString('latin1')
      const group = groups.get(text) ?? { id, columns: fields.map(() => []) }
      groups.set(text, group)
      fields.forEach((field, i) => (group.columns[i] as Value[]).push(field.evaluate(scope)))
    }
    return [...groups.values()].map(({ id, columns }) => {
      const out: Doc = doc({ _id: id })
      fields.forEach((field, i) => out.set(field.name, field.fold(columns[i] as Value[])))
      return out
    })
  }
}

export const sortByCountStage: StageBuild = (argument) => {
  const group = grouped(compileExpression(argument), [
    { name: 'count', fold: ACCUMULATORS.$count as Fold, evaluate: () => null },
  ])
  return (documents, context) => group(documents, context).sort((a, b) => compare(b.get('count'), a.get('count')))
}
