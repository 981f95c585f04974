import { doc, int, type Doc, type Value } from '../bson/values.js'
import type { Selection } from '../query/select.js'
import type { CollectionInfo } from '../storage/catalog.js'
import { plan, type Plan } from './planner.js'

/**
 * Returns the plan of a selection as `explain` shows it: IDHACK, FETCH over IXSCAN or OR, COLLSCAN or EOF; then SORT,
 * SKIP, LIMIT.
 */
export function describePlan(info: CollectionInfo | undefined, selection: Selection): Doc {
  if (!info) return doc({ stage: 'EOF' })
  const { sort = [], skip = 0, limit = 0 } = selection
  const chosen = plan(info, selection.filter, sort, selection.hint)
  let stage = describe(chosen, selection.filter)
  const sorted = sort.length === 0 || (chosen.kind === 'index' && chosen.sorted)
  const pattern: Doc = new Map(sort.map((field): [string, Value] => [field.path, int(field.direction)]))
  if (!sorted) stage = doc({ stage: 'SORT', sortPattern: pattern, inputStage: stage })
  if (skip > 0) stage = doc({ stage: 'SKIP', skipAmount: int(skip), inputStage: stage })
  return limit > 0 ? doc({ stage: 'LIMIT', limitAmount: int(limit), inputStage: stage }) : stage
}

function describe(chosen: Plan, filter: Doc): Doc {
  if (chosen.kind === 'collection')
    return doc({ stage: 'COLLSCAN', filter, direction: chosen.reverse ? 'backward' : 'forward' })
  if (chosen.kind === 'union')
    return doc({
      stage: 'FETCH',
      inputStage: doc({ stage: 'OR', inputStages: chosen.plans.map((part) => indexStage(part)) }),
    })
  if (chosen.identity) return doc({ stage: 'IDHACK' })
  return doc({ stage: 'FETCH', filter, inputStage: indexStage(chosen) })
}

function indexStage(chosen: Plan): Doc {
  if (chosen.kind === 'union') return doc({ stage: 'OR', inputStages: chosen.plans.map(indexStage) })
  if (chosen.kind === 'collection') return doc({ stage: 'COLLSCAN', direction: 'forward' })
  const { index } = chosen
  return doc({
    stage: 'IXSCAN',
    keyPattern: index.spec.get('key'),
    indexName: index.name,
    isMultiKey: index.multikey,
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.partialFilter !== undefined,
    direction: chosen.reverse ? 'backward' : 'forward',
    rangeCount: int(chosen.ranges.length),
  })
}
