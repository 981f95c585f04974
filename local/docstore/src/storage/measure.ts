import { STEP_ITEMS, type Steps } from '../steps.js'
import type { Connection, TableSql } from './connection.js'

/** Counting reads no documents, only their positions. */
const PAGE_ROWS = 16 * STEP_ITEMS
const MEASURE: TableSql = (id) =>
  `SELECT count(*) AS n, coalesce(sum(bytes), 0) AS size, max(rid) AS last FROM
   (SELECT rid, length(doc) AS bytes FROM c${id} WHERE rid>? ORDER BY rid LIMIT ${PAGE_ROWS})`

/** Counts the committed documents of a collection, and their bytes. */
export function* measure(connection: Connection, id: number): Steps<{ count: number; size: number }> {
  const page = connection.table(MEASURE, id)
  const total = { count: 0, size: 0 }
  for (let last = -1; ;) {
    const found = page.get(last) as { n: number; size: number; last: number }
    total.count += found.n
    total.size += found.size
    if (found.n < PAGE_ROWS) return total
    last = found.last
    yield
  }
}
