import type { AuditRecord } from '@hissa/contracts/audit'

/** A page of one service's rows, newest first. */
interface ServiceRows {
  rows: readonly AuditRecord[]
  hasMore: boolean
}

/** Merges the services' rows into one page, newest first; `hasMore` if a row of any service follows it. */
export function mergeAudit(pages: readonly ServiceRows[], limit: number): { rows: AuditRecord[]; hasMore: boolean } {
  const all = pages.flatMap(({ rows }) => rows).sort(newestFirst)
  return { rows: all.slice(0, limit), hasMore: all.length > limit || pages.some(({ hasMore }) => hasMore) }
}

/** Orders as the services do: by time, then by id. */
function newestFirst(one: AuditRecord, other: AuditRecord): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}
