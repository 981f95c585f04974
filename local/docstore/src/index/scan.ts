import { bufferOf, type Connection, type TableSql } from '../storage/connection.js'
import type { CollectionInfo, IndexInfo } from '../storage/catalog.js'
import { Row } from '../storage/rows.js'
import { STEP_BYTES, STEP_ITEMS } from '../steps.js'
import type { ReadUnit } from '../storage/unit.js'
import type { KeyRange, Plan } from './planner.js'

/** Numbers of keys and documents examined, for `explain`. */
export interface ScanCounts {
  keys: number
  documents: number
}

const ROWS_UP: TableSql = (id) => `SELECT rid, doc FROM c${id} WHERE rid>? ORDER BY rid LIMIT ?`
const ROWS_DOWN: TableSql = (id) => `SELECT rid, doc FROM c${id} WHERE rid<? ORDER BY rid DESC LIMIT ?`
const joined = (id: number, other: number) =>
  `SELECT i.k AS k, i.rid AS rid, c.doc AS doc FROM i${id} i CROSS JOIN c${other} c ON c.rid=i.rid`
const AT_KEY: TableSql = (id, other) =>
  `SELECT c.rid AS rid, c.doc AS doc FROM i${id} i CROSS JOIN c${other} c ON c.rid=i.rid WHERE i.k=? LIMIT 1`
const KEYS_UP: TableSql = (id, other) => `${joined(id, other)} WHERE i.k>=? AND i.k<? ORDER BY i.k, i.rid LIMIT ?`
const KEYS_DOWN: TableSql = (id, other) =>
  `${joined(id, other)} WHERE i.k>=? AND i.k<? ORDER BY i.k DESC, i.rid DESC LIMIT ?`
const MORE_UP: TableSql = (id, other) =>
  `${joined(id, other)} WHERE (i.k, i.rid)>(?,?) AND i.k<? ORDER BY i.k, i.rid LIMIT ?`
const MORE_DOWN: TableSql = (id, other) =>
  `${joined(id, other)} WHERE (i.k, i.rid)<(?,?) AND i.k>=? ORDER BY i.k DESC, i.rid DESC LIMIT ?`

const FIRST_PAGE = 32
const LAST_PAGE = STEP_ITEMS

/** Returns the size of the next page: it grows while pages of such rows stay small. */
function nextPage(size: number, found: readonly { doc?: unknown }[]): number {
  const bytes = found.reduce((total, item) => total + (item.doc as Uint8Array).length, 0)
  return Math.max(1, Math.min(size * 4, LAST_PAGE, Math.floor((STEP_BYTES * found.length) / Math.max(1, bytes))))
}

/** Returns the committed row with this key in a unique index. */
export function rowAtKey(connection: Connection, info: CollectionInfo, index: IndexInfo, key: Buffer): Row | undefined {
  const found = connection.table(AT_KEY, index.id, info.id).get(key)
  return found && new Row(found.rid as number, bufferOf(found.doc))
}

/**
 * Returns the rows of a plan, in its order, each once; rows changed by the same transaction come last and unordered.
 * Reads in pages, so that a caller may stop early or write in between.
 */
export function* scan(unit: ReadUnit, info: CollectionInfo, plan: Plan, counts: ScanCounts): Generator<Row> {
  const changes = unit.changesOf(info)
  if (!info.pending) {
    for (const row of committed(unit, info, plan, counts)) if (!changes?.has(row.rid)) yield row
  }
  if (!changes) return
  for (const { after } of changes.values()) if (after) yield after
}

function committed(unit: ReadUnit, info: CollectionInfo, plan: Plan, counts: ScanCounts): Generator<Row> {
  if (plan.kind === 'collection') return collectionScan(unit, info, plan.reverse, counts)
  if (plan.kind === 'union') return unionScan(unit, info, plan.plans, counts)
  return indexScan(unit, info, plan, counts)
}

function* unionScan(unit: ReadUnit, info: CollectionInfo, plans: Plan[], counts: ScanCounts): Generator<Row> {
  const seen = new Set<number>()
  for (const plan of plans) {
    for (const row of committed(unit, info, plan, counts)) {
      if (seen.has(row.rid)) continue
      seen.add(row.rid)
      yield row
    }
  }
}

function* collectionScan(unit: ReadUnit, info: CollectionInfo, reverse: boolean, counts: ScanCounts): Generator<Row> {
  const page = unit.connection.table(reverse ? ROWS_DOWN : ROWS_UP, info.id)
  let last = reverse ? Number.MAX_SAFE_INTEGER : -1
  for (let size = FIRST_PAGE; ;) {
    const found = page.all(last, size)
    for (const item of found) {
      counts.documents++
      last = item.rid as number
      yield new Row(last, bufferOf(item.doc))
    }
    if (found.length < size) return
    size = nextPage(size, found)
  }
}

function* indexScan(
  unit: ReadUnit,
  info: CollectionInfo,
  plan: Extract<Plan, { kind: 'index' }>,
  counts: ScanCounts,
): Generator<Row> {
  const seen = plan.index.multikey ? new Set<number>() : undefined
  for (const range of plan.reverse ? [...plan.ranges].reverse() : plan.ranges) {
    for (const row of rangeScan(unit, info, plan, range, counts)) {
      if (seen?.has(row.rid)) continue
      seen?.add(row.rid)
      yield row
    }
  }
}

function* rangeScan(
  unit: ReadUnit,
  info: CollectionInfo,
  plan: Extract<Plan, { kind: 'index' }>,
  range: KeyRange,
  counts: ScanCounts,
): Generator<Row> {
  const { index, reverse } = plan
  const { connection } = unit
  if (index.unique && range.exact) {
    const row = rowAtKey(connection, info, index, range.lower)
    if (!row) return
    counts.keys++
    counts.documents++
    yield row
    return
  }
  let size = FIRST_PAGE
  let found = connection.table(reverse ? KEYS_DOWN : KEYS_UP, index.id, info.id).all(range.lower, range.upper, size)
  for (;;) {
    for (const item of found) {
      counts.keys++
      counts.documents++
      yield new Row(item.rid as number, bufferOf(item.doc))
    }
    const last = found[found.length - 1]
    if (!last || found.length < size) return
    size = nextPage(size, found)
    const key = last.k as Uint8Array
    const rid = last.rid as number
    found = reverse
      ? connection.table(MORE_DOWN, index.id, info.id).all(key, rid, range.lower, size)
      : connection.table(MORE_UP, index.id, info.id).all(key, rid, range.upper, size)
  }
}
