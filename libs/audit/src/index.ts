export { type AuditEntry, type AuditRow, type ChainHead } from './audit-row.js'
export { AuditLog } from './audit-log.js'
export { AuditModule } from './audit.module.js'
export { audited, StaffAudit, type Actor, type Audited, type StaffAction } from './staff-audit.js'
