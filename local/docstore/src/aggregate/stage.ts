import { isDoc, toNumber, type Doc, type Value } from '../bson/values.js'
import { selectParts, type Selection } from '../query/select.js'
import { parseSort } from '../query/sort.js'
import { isSteps, STEP_ITEMS, type Steps } from '../steps.js'
import type { CollectionInfo } from '../storage/catalog.js'
import type { ReadUnit } from '../storage/unit.js'
import type { Scope } from './scope.js'

/** The context that a pipeline runs in. */
export interface PipelineContext {
  unit: ReadUnit
  database: string
  namespace: string
  variables: ReadonlyMap<string, Value>
  hint?: Value
}

/** Documents in batches. Each batch is also a pause and may be empty. */
export type Source = Generator<Doc[], void>

/** One stage: documents in, documents out. */
export type Stage = (source: Source, context: PipelineContext) => Source

/** Returns a list as a source. */
export function* sourceOf(documents: readonly Doc[]): Source {
  for (let at = 0; at < documents.length; at += STEP_ITEMS) yield documents.slice(at, at + STEP_ITEMS)
}

/** Creates a stage that processes each batch independently. */
export const each = (map: (documents: Doc[], context: PipelineContext) => Doc[]): Stage =>
  function* (source, context) {
    for (const part of source) yield map(part, context)
  }

/** Creates a stage that needs all its input before it returns a document. */
export const whole = (run: (documents: Doc[], context: PipelineContext) => Steps<Doc[]> | Doc[]): Stage =>
  function* (source, context) {
    const all: Doc[] = []
    for (const part of source) {
      for (const document of part) all.push(document)
      yield []
    }
    const out = run(all, context)
    yield* sourceOf(isSteps(out) ? yield* pauses(out) : out)
  }

/** Runs work as part of a source that has no documents yet. */
export function* pauses<T>(steps: Steps<T>): Generator<Doc[], T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield []
  }
}

/** Collects all documents of a source, in steps. */
export function* collect(source: Source): Steps<Doc[]> {
  const all: Doc[] = []
  for (const part of source) {
    for (const document of part) all.push(document)
    yield
  }
  return all
}

/** Returns the documents that a query selects, as a source. */
export function* found(unit: ReadUnit, info: CollectionInfo | undefined, selection: Selection): Source {
  for (const rows of selectParts(unit, info, selection)) yield rows.map((row) => row.document)
}

/** Compiles the argument of a stage. */
export type StageBuild = (argument: Value, compile: (pipeline: readonly Doc[]) => Stage) => Stage

/**
 * Returns the leading part of a pipeline that is a plain query (`$match`* `$sort`? `$skip`? `$limit`?), and its number
 * of stages.
 */
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

/** Returns the `$$` scope of a document in a pipeline. */
export const scopeOf = (document: Doc, context: PipelineContext): Scope => ({
  root: document,
  variables: context.variables,
})
