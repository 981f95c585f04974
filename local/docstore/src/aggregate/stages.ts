import { doc, int, isDoc, isNumber, toNumber, truthy, typeName, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { compileFilter } from '../query/matcher.js'
import { compileAddFields, compileProjection } from '../query/project.js'
import { parseSort, sortBySteps } from '../query/sort.js'
import { compileExpression } from './expression.js'
import {
  collect,
  each,
  found,
  scopeOf,
  sourceOf,
  whole,
  type PipelineContext,
  type Source,
  type Stage,
  type StageBuild,
} from './stage.js'

const docArgument = (name: string, code: number, argument: Value): Doc =>
  isDoc(argument)
    ? argument
    : fail(code, `the ${name} specification must be an object, but found ${typeName(argument)}`)

export const match: StageBuild = (argument) => {
  const filter = docArgument('$match', 15959, argument)
  compileFilter(filter)
  return (source, context) => {
    const matches = compileFilter(filter, new Map(context.variables))
    return each((documents) => documents.filter(matches))(source, context)
  }
}

export const sort: StageBuild = (argument) => {
  const fields = parseSort(docArgument('$sort', 15973, argument))
  if (fields.length === 0) fail(15976, '$sort stage must have at least one sort key')
  return whole((documents) => sortBySteps(documents, fields, (document) => document))
}

function wholeArgument(name: string, argument: Value, least: number, code: number): number {
  const value = isNumber(argument) ? (toNumber(argument) as number) : NaN
  if (!Number.isInteger(value)) fail(code, `invalid argument to ${name} stage: Expected an integer`)
  if (value < least)
    fail(name === '$limit' ? 15958 : 5107200, `the ${name} must be ${least === 1 ? 'positive' : 'non-negative'}`)
  return value
}

export const limit: StageBuild = (argument) => {
  const most = wholeArgument('$limit', argument, 1, 5107201)
  return function* (source) {
    let left = most
    for (const part of source) {
      yield part.slice(0, left)
      left -= part.length
      if (left <= 0) return
    }
  }
}

export const skip: StageBuild = (argument) => {
  const first = wholeArgument('$skip', argument, 0, 5107200)
  return function* (source) {
    let left = first
    for (const part of source) {
      yield part.slice(left)
      left = Math.max(0, left - part.length)
    }
  }
}

const projecting = (project: ReturnType<typeof compileProjection>): Stage =>
  each((documents, context) => documents.map((document) => project(document, scopeOf(document, context))))

export const project: StageBuild = (argument) => {
  const spec = docArgument('$project', 15969, argument)
  if (spec.size === 0)
    fail(51272, 'Invalid $project :: caused by :: projection specification must have at least one field')
  return projecting(compileProjection(spec))
}

export const addFields: StageBuild = (argument) =>
  projecting(compileAddFields(docArgument('$addFields', 40272, argument)))

export const unset: StageBuild = (argument) => {
  const names = Array.isArray(argument) ? argument : [argument]
  if (names.length === 0 || !names.every((name) => typeof name === 'string'))
    fail(31002, '$unset specification must be a string or an array of strings')
  return projecting(compileProjection(new Map(names.map((name) => [name, int(0)]))))
}

export const count: StageBuild = (argument) => {
  if (typeof argument !== 'string' || argument === '' || argument.startsWith('$') || argument.includes('.')) {
    fail(40156, 'the count field must be a non-empty string without $ or .')
  }
  return function* (source) {
    let total = 0
    for (const part of source) {
      total += part.length
      yield []
    }
    if (total > 0) yield [doc({ [argument]: int(total) })]
  }
}

const rootFrom = (name: string, expression: Value): Stage => {
  const evaluate = compileExpression(expression)
  const rootOf = (value: Value): Doc =>
    isDoc(value)
      ? value
      : fail(
          40228,
          `'${name}' expression must evaluate to an object, but resulting value was of type ${value === undefined ? 'missing' : typeName(value)}`,
        )
  return each((documents, context) => documents.map((document) => rootOf(evaluate(scopeOf(document, context)))))
}

export const replaceRoot: StageBuild = (argument) => {
  const spec = docArgument('$replaceRoot', 40229, argument)
  if (!spec.has('newRoot') || spec.size !== 1) fail(40231, '$replaceRoot needs exactly newRoot')
  return rootFrom('newRoot', spec.get('newRoot'))
}

export const replaceWith: StageBuild = (argument) => rootFrom('$replaceWith', argument)

/** The options of `$unwind`. */
interface Unwind {
  parts: string[]
  keepsEmpty: boolean
  indexField?: string
}

export const unwind: StageBuild = (argument) => {
  const options = unwindOptions(argument)
  return function* (source) {
    for (const part of source) for (const document of part) yield* sourceOf(unwound(document, options))
  }
}

function unwindOptions(argument: Value): Unwind {
  const spec = isDoc(argument) ? argument : doc({ path: argument })
  for (const key of spec.keys()) {
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(key))
      fail(28811, `unrecognized option to $unwind stage: ${key}`)
  }
  const path = spec.get('path')
  if (typeof path !== 'string') fail(28808, 'expected a string as the path for $unwind stage')
  if (!path.startsWith('$') || path.length < 2)
    fail(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`)
  const indexField = spec.get('includeArrayIndex')
  return {
    parts: path.slice(1).split('.'),
    keepsEmpty: truthy(spec.get('preserveNullAndEmptyArrays')),
    ...(typeof indexField === 'string' ? { indexField } : {}),
  }
}

function unwound(document: Doc, { parts, keepsEmpty, indexField }: Unwind): Doc[] {
  const value = valueAt(document, parts)
  const numbered = (out: Doc, index: bigint | null): Doc =>
    indexField === undefined ? out : withPath(out, indexField.split('.'), index)
  if (Array.isArray(value)) {
    if (value.length > 0) return value.map((item, i) => numbered(withPath(document, parts, item), BigInt(i)))
    return keepsEmpty ? [numbered(withPath(document, parts, undefined), null)] : []
  }
  if (value === null || value === undefined) return keepsEmpty ? [numbered(document, null)] : []
  return [numbered(document, null)]
}

function valueAt(document: Doc, parts: readonly string[]): Value {
  let node: Value = document
  for (const part of parts) node = isDoc(node) ? node.get(part) : undefined
  return node
}

/**
 * Returns a copy of a document with one path set, or removed if `undefined`. Everything else is shared with the
 * original.
 */
export function withPath(document: Doc, parts: readonly string[], value: Value): Doc {
  const [name, ...rest] = parts as [string, ...string[]]
  const out: Doc = new Map(document)
  if (rest.length > 0) {
    const child = document.get(name)
    out.set(name, withPath(isDoc(child) ? child : new Map(), rest, value))
  } else if (value === undefined) out.delete(name)
  else out.set(name, value)
  return out
}

export const facet: StageBuild = (argument, compile) => {
  const spec = docArgument('$facet', 40169, argument)
  if (spec.size === 0) fail(40169, 'the $facet specification must be a non-empty object')
  const parts = [...spec].map(([name, pipeline]): [string, Stage] => {
    if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
      fail(40170, `arguments to $facet must be arrays, ${name} is type ${typeName(pipeline)}`)
    if (pipeline.some((stage) => ['$facet', '$out', '$merge'].some((inner) => stage.has(inner))))
      fail(40600, '$facet may not be nested')
    return [name, compile(pipeline)]
  })
  return whole(function* (documents, context) {
    const out: Doc = new Map()
    for (const [name, stage] of parts) out.set(name, yield* collect(stage(sourceOf(documents), context)))
    return [out]
  })
}

export const sample: StageBuild = (argument) => {
  const size = isDoc(argument) ? toNumber(argument.get('size')) : undefined
  if (size === undefined || size < 0) fail(28747, 'size argument to $sample must be a non-negative number')
  return whole((documents) => {
    const rest = [...documents]
    // A Fisher–Yates shuffle of the first `size` positions.
    for (let i = 0; i < Math.min(size, rest.length); i++) {
      const other = i + Math.floor(Math.random() * (rest.length - i))
      const taken = rest[other] as Doc
      rest[other] = rest[i] as Doc
      rest[i] = taken
    }
    return rest.slice(0, size)
  })
}

export const unionWith: StageBuild = (argument, compile) => {
  const spec = isDoc(argument) ? argument : doc({ coll: argument })
  const collection = spec.get('coll')
  const pipeline = spec.get('pipeline') ?? []
  if (typeof collection !== 'string' || !Array.isArray(pipeline) || !pipeline.every(isDoc))
    fail(Code.FailedToParse, '$unionWith needs coll, and an array as pipeline')
  const stage = compile(pipeline)
  return function* (source, context) {
    yield* source
    yield* stage(allOf(context, collection), context)
  }
}

/** All documents of another collection of the database. */
function allOf(context: PipelineContext, collection: string): Source {
  const info = context.unit.catalog.get(`${context.database}.${collection}`)
  return found(context.unit, info, { filter: new Map() })
}
