import { divide, plus } from '../bson/numbers.js'
import { doc, int, isDoc, isNumber, type Doc, type Numeric, type Value } from '../bson/values.js'
import { fail, refuse } from '../errors.js'
import { keyString } from '../index/key-string.js'
import { sortSteps, STEP_ITEMS } from '../steps.js'
import { largest, smallest } from './accumulate.js'
import { compileExpression } from './expression.js'
import type { Evaluate } from './scope.js'
import { scopeOf, whole, type Source, type Stage, type StageBuild } from './stage.js'
import { compare } from '../bson/compare.js'

/** The state of one accumulator in a group. Values are added in order; `undefined` is a missing field. */
interface Tally {
  add(value: Value): void
  result(): Value
}

/** Keeps the best value so far; ignores null and missing values. */
const extreme = (pick: (values: readonly Value[]) => Value) => (): Tally => {
  let best: Value = null
  return {
    add: (value) => {
      best = pick([best, value])
    },
    result: () => best,
  }
}

function summing(): Tally & { count: number } {
  let sum: Numeric = int(0)
  return {
    count: 0,
    add(value) {
      if (!isNumber(value)) return
      sum = plus(sum, value)
      this.count++
    },
    result: () => sum,
  }
}

function averaging(): Tally {
  const sum = summing()
  return {
    add: (value) => sum.add(value),
    result: () => (sum.count === 0 ? null : divide(sum.result() as Numeric, int(sum.count))),
  }
}

function keeping(keeps: (kept: Value[], value: Value) => void, result: (kept: Value[]) => Value): Tally {
  const kept: Value[] = []
  return { add: (value) => keeps(kept, value), result: () => result(kept) }
}

/** The first of equal values is kept. */
function collecting(): Tally {
  const seen = new Map<string, Value>()
  return {
    add(value) {
      if (value === undefined) return
      const key = keyString([value]).toString('latin1')
      if (!seen.has(key)) seen.set(key, value)
    },
    result: () => [...seen.values()],
  }
}

function counting(): Tally {
  let count = 0
  return { add: () => void count++, result: () => int(count) }
}

function merging(): Tally {
  const out: Doc = new Map()
  const add = (value: Value) => {
    if (isDoc(value)) for (const [name, part] of value) out.set(name, part)
  }
  return { add, result: () => out }
}

const ACCUMULATORS: Record<string, () => Tally> = {
  $sum: summing,
  $avg: averaging,
  $min: extreme(smallest),
  $max: extreme(largest),
  $first: () =>
    keeping(
      (kept, value) => kept.length === 0 && kept.push(value),
      ([first]) => first ?? null,
    ),
  $last: () =>
    keeping(
      (kept, value) => (kept[0] = value),
      ([last]) => last ?? null,
    ),
  $push: () =>
    keeping(
      (kept, value) => value !== undefined && kept.push(value),
      (kept) => kept,
    ),
  $addToSet: collecting,
  $count: counting,
  $mergeObjects: merging,
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

interface Field {
  name: string
  tally: () => Tally
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
  const tally = ACCUMULATORS[operator]
  if (!tally)
    return REFUSED.has(operator)
      ? refuse(`the accumulator ${operator}`)
      : fail(15952, `unknown group operator '${operator}'`)
  const operand = value.get(operator)
  // An array given to `$sum` here is one value that is not a number.
  return { name, tally, evaluate: operator === '$count' ? () => null : compileExpression(operand) }
}

function grouped(key: Evaluate, fields: readonly Field[]): Stage {
  return function* (source, context) {
    const groups = new Map<string, { id: Value; tallies: Tally[] }>()
    const add = (document: Doc) => {
      const scope = scopeOf(document, context)
      const id = key(scope) ?? null
      const text = keyString([id]).toString('latin1')
      const group = groups.get(text) ?? { id, tallies: fields.map((field) => field.tally()) }
      groups.set(text, group)
      fields.forEach((field, i) => group.tallies[i]?.add(field.evaluate(scope)))
    }
    for (const part of source) {
      part.forEach(add)
      yield []
    }
    yield* resultsOf([...groups.values()], fields)
  }
}

function* resultsOf(groups: readonly { id: Value; tallies: Tally[] }[], fields: readonly Field[]): Source {
  for (let at = 0; at < groups.length; at += STEP_ITEMS) {
    yield groups.slice(at, at + STEP_ITEMS).map(({ id, tallies }) => {
      const out: Doc = doc({ _id: id })
      fields.forEach((field, i) => out.set(field.name, tallies[i]?.result()))
      return out
    })
  }
}

export const sortByCountStage: StageBuild = (argument) => {
  const group = grouped(compileExpression(argument), [{ name: 'count', tally: counting, evaluate: () => null }])
  const sort = whole((groups) => sortSteps(groups, (a, b) => compare(b.get('count'), a.get('count'))))
  return (source, context) => sort(group(source, context), context)
}
