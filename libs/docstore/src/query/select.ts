import type { Doc, Value } from '../bson/values.js'
import { plan, type Plan } from '../index/planner.js'
import { scan, type ScanCounts } from '../index/scan.js'
import type { CollectionInfo } from '../storage/catalog.js'
import type { Row } from '../storage/rows.js'
import type { ReadUnit } from '../storage/unit.js'
import { compileFilter } from './matcher.js'
import { sortBy, type SortField } from './sort.js'

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

/** The rows that match, in order; `counts` is filled when given. */
export function select(
  unit: ReadUnit,
  info: CollectionInfo | undefined,
  selection: Selection,
  counts: ScanCounts = { keys: 0, documents: 0 },
): Row[] {
  const matches = compileFilter(selection.filter, selection.variables)
  if (!info) return []
  const { skip = 0, limit = 0, sort = [] } = selection
  const chosen = plan(info, selection.filter, sort, selection.hint)
  const ordered = sort.length === 0 || givesOrder(unit, info, chosen)
  const wanted = ordered && limit > 0 ? skip + limit : Infinity
  const rows: Row[] = []
  for (const row of scan(unit, info, chosen, counts)) {
    if (!matches(row.document)) continue
    rows.push(row)
    if (rows.length >= wanted) break
  }
  const sorted = ordered ? rows : sortBy(rows, sort, (row) => row.document)
  return skip > 0 || limit > 0 ? sorted.slice(skip, limit > 0 ? skip + limit : undefined) : sorted
}

/** A transaction's own rows are not in the index, so its order cannot be relied on once it has changed something. */
const givesOrder = (unit: ReadUnit, info: CollectionInfo, chosen: Plan): boolean =>
  chosen.kind === 'index' && chosen.sorted && unit.changesOf(info) === undefined
