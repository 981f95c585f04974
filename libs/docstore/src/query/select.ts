import { Int32, ObjectId, type Doc, type Value } from '../bson/values.js'
import { keyString } from '../index/key-string.js'
import { plan, type Plan } from '../index/planner.js'
import { rowAtKey, scan, type ScanCounts } from '../index/scan.js'
import type { CollectionInfo, IndexInfo } from '../storage/catalog.js'
import type { Row } from '../storage/rows.js'
import { STEP_BYTES, STEP_ITEMS, type Steps } from '../steps.js'
import type { ReadUnit } from '../storage/unit.js'
import { compileFilter } from './matcher.js'
import { sortBySteps, type SortField } from './sort.js'

/** What to read from a collection. */
export interface Selection {
  filter: Doc
  sort?: readonly SortField[]
  skip?: number
  /** 0 means all. */
  limit?: number
  hint?: Value
  variables?: Map<string, Value>
}

/** Finds the rows that match, in order; `counts` is filled when given. */
export function* select(
  unit: ReadUnit,
  info: CollectionInfo | undefined,
  selection: Selection,
  counts: ScanCounts = { keys: 0, documents: 0 },
): Steps<Row[]> {
  const known = identity(selection)
  if (known !== undefined && info && canLookUp(unit, info)) return byId(unit, info, known, counts)
  const matches = compileFilter(selection.filter, selection.variables)
  if (!info) return []
  const { skip = 0, limit = 0, sort = [] } = selection
  const chosen = plan(info, selection.filter, sort, selection.hint)
  const ordered = sort.length === 0 || givesOrder(unit, info, chosen)
  const wanted = ordered && limit > 0 ? skip + limit : Infinity
  const rows: Row[] = []
  let [seen, bytes] = [0, 0]
  for (const row of scan(unit, info, chosen, counts)) {
    // Before it is decoded: a step has this many documents at most, or one that is larger than a step.
    bytes += row.raw.length
    if (++seen > STEP_ITEMS || (seen > 1 && bytes > STEP_BYTES)) {
      yield
      ;[seen, bytes] = [1, row.raw.length]
    }
    if (!matches(row.document)) continue
    rows.push(row)
    if (rows.length >= wanted) break
  }
  const sorted = ordered ? rows : yield* sortBySteps(rows, sort, (row) => row.document)
  return skip > 0 || limit > 0 ? sorted.slice(skip, limit > 0 ? skip + limit : undefined) : sorted
}

/** The id that `{_id: id}` alone asks for; undefined for every other filter, and for ids that one key cannot tell. */
function identity({ filter, skip, hint }: Selection): Value {
  if (filter.size !== 1 || skip || hint !== undefined) return undefined
  const id = filter.get('_id')
  if (typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint') return id
  return id instanceof ObjectId || id instanceof Int32 ? id : undefined
}

const canLookUp = (unit: ReadUnit, info: CollectionInfo): boolean =>
  !info.pending && info.indexes[0]?.name === '_id_' && unit.changesOf(info) === undefined

function byId(unit: ReadUnit, info: CollectionInfo, id: Value, counts: ScanCounts): Row[] {
  const row = rowAtKey(unit.connection, info, info.indexes[0] as IndexInfo, keyString([id]))
  if (!row) return []
  counts.keys++
  counts.documents++
  return [row]
}

/** A transaction's own rows are not in the index, so its order cannot be relied on once it has changed something. */
const givesOrder = (unit: ReadUnit, info: CollectionInfo, chosen: Plan): boolean =>
  chosen.kind === 'index' && chosen.sorted && unit.changesOf(info) === undefined
