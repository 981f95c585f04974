import { isDoc, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { visitPath } from '../query/path.js'
import type { Selection } from '../query/select.js'
import type { Steps } from '../steps.js'
import { compileExpression } from './expression.js'
import {
  collect,
  found,
  leadingSelection,
  pauses,
  scopeOf,
  type PipelineContext,
  type Stage,
  type StageBuild,
} from './stage.js'
import { withPath } from './stages.js'

interface Lookup {
  from: string
  as: string[]
  localParts?: string[]
  foreignField?: string
  variables: [string, ReturnType<typeof compileExpression>][]
  /** The whole pipeline, run on the documents that the fields select. */
  stage: Stage
  /** The leading part that is a plain query, and the remaining stages. */
  selection: Selection
  rest: Stage
}

const FIELDS = ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline']

/**
 * Compiles `$lookup` by equal fields, by a pipeline with `let`, or both. The other collection is read through its
 * indexes.
 */
export const lookupStage: StageBuild = (argument, compile) => {
  const lookup = parse(argument, compile)
  return function* (source, context) {
    for (const part of source) {
      const out: Doc[] = []
      for (const document of part)
        out.push(withPath(document, lookup.as, yield* pauses(joined(document, lookup, context))))
      yield out
    }
  }
}

function parse(argument: Value, compile: (pipeline: readonly Doc[]) => Stage): Lookup {
  if (!isDoc(argument)) fail(Code.FailedToParse, 'the $lookup specification must be an Object')
  for (const key of argument.keys())
    if (!FIELDS.includes(key)) fail(Code.FailedToParse, `unknown argument to $lookup: ${key}`)
  const {
    from,
    as,
    localField,
    foreignField,
    let: given,
    pipeline = [],
  } = Object.fromEntries(argument) as Record<string, Value>
  if (typeof from !== 'string' || typeof as !== 'string') fail(Code.FailedToParse, '$lookup needs from and as')
  if ((localField === undefined) !== (foreignField === undefined))
    fail(Code.FailedToParse, '$lookup requires either both or neither of localField and foreignField')
  if (localField === undefined && !argument.has('pipeline'))
    fail(Code.FailedToParse, '$lookup requires localField and foreignField, or a pipeline')
  if (!Array.isArray(pipeline) || !pipeline.every(isDoc))
    fail(Code.TypeMismatch, '$lookup argument pipeline must be an array')
  const stages = pipeline
  const { selection, taken } = leadingSelection(stages)
  return {
    from,
    as: as.split('.'),
    ...(typeof localField === 'string' ? { localParts: localField.split('.') } : {}),
    ...(typeof foreignField === 'string' ? { foreignField } : {}),
    variables: isDoc(given) ? [...given].map(([name, value]) => [name, compileExpression(value)]) : [],
    stage: compile(stages),
    selection,
    rest: compile(stages.slice(taken)),
  }
}

function* joined(document: Doc, lookup: Lookup, context: PipelineContext): Steps<Value[]> {
  const inner = innerContext(document, lookup, context)
  const info = context.unit.catalog.get(inner.namespace)
  const equality =
    lookup.localParts && lookup.foreignField !== undefined
      ? equalityFilter(document, lookup.localParts, lookup.foreignField)
      : undefined
  // Without a plain field to join on, a leading $match is the query, so that an index can serve it.
  if (!equality) {
    const selection = { ...lookup.selection, variables: new Map(inner.variables) }
    return yield* collect(lookup.rest(found(context.unit, info, selection), inner))
  }
  return yield* collect(lookup.stage(found(context.unit, info, { filter: equality }), inner))
}

function innerContext(document: Doc, lookup: Lookup, context: PipelineContext): PipelineContext {
  const scope = scopeOf(document, context)
  const given = lookup.variables.map(([name, evaluate]) => [name, evaluate(scope)] as const)
  const { hint: _, ...rest } = context
  return {
    ...rest,
    namespace: `${context.database}.${lookup.from}`,
    variables: new Map([...context.variables, ...given]),
  }
}

/** Missing fields and empty arrays join null and missing; an array joins by its elements. */
function equalityFilter(document: Doc, localParts: readonly string[], foreignField: string): Doc {
  const values: Value[] = []
  visitPath(document, localParts, false, (value) => {
    if (Array.isArray(value)) values.push(...value)
    else values.push(value ?? null)
    return false
  })
  const list = values.length === 0 ? [null] : values
  return new Map<string, Value>([[foreignField, new Map<string, Value>([['$in', list]])]])
}
