export { type AuditEntry, type AuditRow, type ChainHead } from './audit-row.js'
export { AuditLog } from './audit-log.js'
export { AUDIT } from './audit-models.js'
export { AuditModule } from './audit.module.js'
