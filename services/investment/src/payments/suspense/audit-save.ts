import { AUDIT, type AuditEntry, type AuditLog } from '@hissa/audit'
import type { Save } from '@hissa/ledger'

/** Makes the save of an audit row, so that it commits or vanishes with what it speaks of. */
export function auditSave(log: AuditLog, entry: AuditEntry): Save {
  const { _id: id, ...set } = log.row(entry)
  return { collection: AUDIT, id, version: 0, set }
}
