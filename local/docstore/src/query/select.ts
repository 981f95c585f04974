import { Int32, ObjectId, type Doc, type Value } from '../bson/values.js'
import { keyString } from '../index/key-string.js'
import { plan, type Plan } from '../index/planner.js'
import { rowAtKey, scan, type ScanCounts } from '../index/scan.js'
import type { CollectionInfo, IndexInfo } from '../storage/catalog.js'
import { Row } from '../storage/rows.js'
import { sortSteps, STEP_BYTES, STEP_ITEMS, type Steps } from '../steps.js'
import type { ReadUnit } from '../storage/unit.js'
import { compileFilter } from './matcher.js'
import { orderOf, sortKeys, type SortField } from './sort.js'

/** A selection of documents from a collection. */
export interface Selection {
  filter: Doc
  sort?: readonly SortField[]
  skip?: number
  /** 0 means all. */
  limit?: number
  hint?: Value
  variables?: Map<string, Value>
}

/** Finds the matching rows, in order; fills `counts` if given. */
export function* select(
  unit: ReadUnit,
  info: CollectionInfo | undefined,
  selection: Selection,
  counts?: ScanCounts,
): Steps<Row[]> {
  const rows: Row[] = []
  for (const found of selectParts(unit, info, selection, counts)) {
    for (const row of found) rows.push(row)
    yield
  }
  return rows
}

/** Finds the matching rows in order, in batches, one per step; a batch may be empty. */
export function* selectParts(
  unit: ReadUnit,
  info: CollectionInfo | undefined,
  selection: Selection,
  counts: ScanCounts = { keys: 0, documents: 0 },
): Generator<Row[], void> {
  const known = identity(selection)
  if (known !== undefined && info && canLookUp(unit, info)) {
    yield byId(unit, info, known, counts)
    return
  }
  const matches = compileFilter(selection.filter, selection.variables)
  if (!info) return
  const { skip = 0, limit = 0, sort = [] } = selection
  const chosen = plan(info, selection.filter, sort, selection.hint)
  const wanted = limit > 0 ? skip + limit : Infinity
  const ordered = sort.length === 0 || givesOrder(unit, info, chosen)
  const found = matching(scan(unit, info, chosen, counts), matches, ordered ? wanted : Infinity)
  let seen = 0
  for (const part of ordered ? found : sorted(found, sort, wanted)) {
    const from = Math.max(0, skip - seen)
    const rows = part.slice(from, Math.max(from, wanted - seen))
    seen += part.length
    yield rows
    if (seen >= wanted) return
  }
}

/** Returns the matching rows, one batch per step: at most the documents of a step, or a single larger one. */
function* matching(rows: Iterable<Row>, matches: (document: Doc) => boolean, wanted: number): Generator<Row[], void> {
  let part: Row[] = []
  let [seen, bytes, left] = [0, 0, wanted]
  for (const row of rows) {
    bytes += row.raw.length
    if (++seen > STEP_ITEMS || (seen > 1 && bytes > STEP_BYTES)) {
      yield part
      part = []
      ;[seen, bytes] = [1, row.raw.length]
    }
    if (!matches(row.document)) continue
    part.push(row)
    if (--left === 0) break
  }
  yield part
}

interface Sortable {
  row: Row
  keys: Value[]
}

/** Sorts rows; keeps at most twice the requested number at a time. */
function* sorted(parts: Iterable<Row[]>, fields: readonly SortField[], wanted: number): Generator<Row[], void> {
  const order = orderOf(fields)
  let kept: Sortable[] = []
  for (const part of parts) {
    // Decoded documents take several times their bytes, and a sort may keep a whole collection.
    for (const row of part) kept.push({ row: new Row(row.rid, row.raw), keys: sortKeys(row.document, fields) })
    if (kept.length > 2 * wanted + STEP_ITEMS) kept = (yield* paused(sortSteps(kept, order))).slice(0, wanted)
    yield []
  }
  const all = yield* paused(sortSteps(kept, order))
  for (let at = 0; at < all.length; at += STEP_ITEMS) yield all.slice(at, at + STEP_ITEMS).map(({ row }) => row)
}

/** Pauses of work that has no rows to return yet. */
function* paused<T>(steps: Steps<T>): Generator<Row[], T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield []
  }
}

/** Returns the id of a filter `{_id: id}`; undefined for other filters and for ids that one key cannot identify. */
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

/**
 * Rows that the transaction has changed are not in the index, so the index order is unreliable after its first write.
 */
const givesOrder = (unit: ReadUnit, info: CollectionInfo, chosen: Plan): boolean =>
  chosen.kind === 'index' && chosen.sorted && unit.changesOf(info) === undefined
