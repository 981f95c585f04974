import type { AuditRow } from '@hissa/audit'
import { UploadKind, type TrailEntry } from '@hissa/contracts/kyc'
import * as z from 'zod/mini'

const Detail = z.object({ reason: z.catch(z.nullable(z.string()), null), kind: z.catch(z.nullable(UploadKind), null) })

/** Returns an entry of the audit log as reviewers read it. */
export function toTrailEntry({ _id: id, at, actor, action, detail, seq }: AuditRow): TrailEntry {
  return { id, at: at.toISOString(), actor, action, ...Detail.parse(detail), seq: seq ?? null }
}
