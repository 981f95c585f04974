import { bufferOf } from '../storage/connection.js'
import type { CollectionInfo } from '../storage/catalog.js'
import { Row } from '../storage/rows.js'
import type { ReadUnit } from '../storage/unit.js'
import type { KeyRange, Plan } from './planner.js'

/** What a scan looked at, for `explain`. */
export interface ScanCounts {
  keys: number
  documents: number
}

const FIRST_PAGE = 32
const LAST_PAGE = 2048

/**
 * The rows a plan leads to, in its order, each once; a transaction's own changed rows come last and unordered. Reads in
 * pages, so that a caller may stop early or write in between.
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
  const page = reverse
    ? unit.connection.statement(`SELECT rid, doc FROM c${info.id} WHERE rid<? ORDER BY rid DESC LIMIT ?`)
    : unit.connection.statement(`SELECT rid, doc FROM c${info.id} WHERE rid>? ORDER BY rid LIMIT ?`)
  let last = reverse ? Number.MAX_SAFE_INTEGER : -1
  for (let size = FIRST_PAGE; ; size = Math.min(size * 4, LAST_PAGE)) {
    const found = page.all(last, size)
    for (const item of found) {
      counts.documents++
      last = item.rid as number
      yield new Row(last, bufferOf(item.doc))
    }
    if (found.length < size) return
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
  const columns = `SELECT i.k AS k, i.rid AS rid, c.doc AS doc FROM i${index.id} i CROSS JOIN c${info.id} c ON c.rid=i.rid`
  const first = unit.connection.statement(
    `${columns} WHERE i.k>=? AND i.k<? ORDER BY ${reverse ? 'i.k DESC, i.rid DESC' : 'i.k, i.rid'} LIMIT ?`,
  )
  let size = FIRST_PAGE
  let found = first.all(range.lower, range.upper, size)
  for (;;) {
    for (const item of found) {
      counts.keys++
      counts.documents++
      yield new Row(item.rid as number, bufferOf(item.doc))
    }
    const last = found[found.length - 1]
    if (!last || found.length < size) return
    size = Math.min(size * 4, LAST_PAGE)
    const key = last.k as Uint8Array
    const rid = last.rid as number
    found = reverse
      ? unit.connection
          .statement(`${columns} WHERE (i.k, i.rid)<(?,?) AND i.k>=? ORDER BY i.k DESC, i.rid DESC LIMIT ?`)
          .all(key, rid, range.lower, size)
      : unit.connection
          .statement(`${columns} WHERE (i.k, i.rid)>(?,?) AND i.k<? ORDER BY i.k, i.rid LIMIT ?`)
          .all(key, rid, range.upper, size)
  }
}
