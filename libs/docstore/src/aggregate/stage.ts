import { isDoc, toNumber, type Doc, type Value } from '../bson/values.js'
import type { Selection } from '../query/select.js'
import { parseSort } from '../query/sort.js'
import type { Steps } from '../steps.js'
import type { ReadUnit } from '../storage/unit.js'
import type { Scope } from './scope.js'

/** What a pipeline runs with. */
export interface PipelineContext {
  unit: ReadUnit
  database: string
  namespace: string
  variables: ReadonlyMap<string, Value>
  hint?: Value
}

/** One stage: documents in, documents out. */
export type Stage = (documents: Doc[], context: PipelineContext) => Steps<Doc[]>

/** Compiles the argument of a stage. */
export type StageBuild = (argument: Value, compile: (pipeline: readonly Doc[]) => Stage) => Stage

/** The part of a pipeline that is a plain query: `$match`* `$sort`? `$skip`? `$limit`?, and how many stages that is. */
export function leadingSelection(pipeline: readonly Doc[]): { selection: Selection; taken: number } {
  const filters: Doc[] = []
  let taken = 0
  const next = (name: string): Value => {
    const value = pipeline[taken]?.get(name)
    if (value !== undefined) taken++
    return value
  }
  for (let filter = next('$match'); isDoc(filter); filter = next('$match')) filters.push(filter)
  const sort = next('$sort')
  const skip = next('$skip')
  const limit = next('$limit')
  const filter =
    filters.length > 1 ? new Map<string, Value>([['$and', filters]]) : (filters[0] ?? new Map<string, Value>())
  const selection: Selection = {
    filter,
    ...(isDoc(sort) ? { sort: parseSort(sort) } : {}),
    skip: toNumber(skip) ?? 0,
    limit: toNumber(limit) ?? 0,
  }
  return { selection, taken }
}

/** The `$$` scope of a document in a pipeline. */
export const scopeOf = (document: Doc, context: PipelineContext): Scope => ({
  root: document,
  variables: context.variables,
})
