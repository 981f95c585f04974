import type { Doc } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import { groupStage, sortByCountStage } from './group.js'
import { lookupStage } from './lookup.js'
import { found, leadingSelection, type PipelineContext, type Source, type Stage, type StageBuild } from './stage.js'
import * as stages from './stages.js'

const STAGES: Readonly<Record<string, StageBuild>> = {
  $match: stages.match,
  $sort: stages.sort,
  $limit: stages.limit,
  $skip: stages.skip,
  $project: stages.project,
  $addFields: stages.addFields,
  $set: stages.addFields,
  $unset: stages.unset,
  $unwind: stages.unwind,
  $replaceRoot: stages.replaceRoot,
  $replaceWith: stages.replaceWith,
  $count: stages.count,
  $facet: stages.facet,
  $sample: stages.sample,
  $unionWith: stages.unionWith,
  $group: groupStage,
  $sortByCount: sortByCountStage,
  $lookup: lookupStage,
}

/** The stages that this engine supports, for `surface.json`. */
export const STAGE_NAMES: readonly string[] = Object.keys(STAGES)

const REFUSED = new Set([
  ...[
    '$out',
    '$merge',
    '$graphLookup',
    '$geoNear',
    '$redact',
    '$bucket',
    '$bucketAuto',
    '$setWindowFields',
    '$fill',
    '$densify',
  ],
  ...[
    '$changeStream',
    '$collStats',
    '$indexStats',
    '$currentOp',
    '$listSessions',
    '$listLocalSessions',
    '$planCacheStats',
    '$search',
    '$searchMeta',
    '$vectorSearch',
    '$documents',
  ],
])

/**
 * Compiles a pipeline into one stage.
 * @throws DocstoreError 40323 for a stage without exactly one field, 40324 for an unknown one, 115 for one that is not
 * supported.
 */
export function compileStages(pipeline: readonly Doc[]): Stage {
  const compiled = pipeline.map((stage) => {
    const [name] = stage.keys()
    if (stage.size !== 1 || name === undefined)
      fail(40323, 'A pipeline stage specification object must contain exactly one field.')
    const build = STAGES[name]
    if (build) return build(stage.get(name), compileStages)
    return REFUSED.has(name)
      ? refuse(`the stage ${name}`)
      : fail(Code.UnknownStage, `Unrecognized pipeline stage name: '${name}'`)
  })
  return (source, context) => compiled.reduce((current, stage) => stage(current, context), source)
}

/** Runs a pipeline over a collection. Leading `$match`, `$sort`, `$skip` and `$limit` are one query, which can use an index. */
export function* runPipeline(pipeline: readonly Doc[], context: PipelineContext): Source {
  const stage = compileStages(pipeline)
  const { selection, taken } = leadingSelection(pipeline)
  const info = context.unit.catalog.get(context.namespace)
  const hint = context.hint === undefined ? {} : { hint: context.hint }
  const source = found(context.unit, info, { ...selection, ...hint, variables: new Map(context.variables) })
  yield* (taken === 0 ? stage : compileStages(pipeline.slice(taken)))(source, context)
}
