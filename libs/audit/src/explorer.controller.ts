import { ok, refuse, VALIDATION_FAILED, type Answer, type Input as InputOf } from '@hissa/contracts'
import { listAuditOf, verifyAuditOf, type AuditedService, type AuditRecord } from '@hissa/contracts/audit'
import { OWN_ACCOUNT } from '@hissa/contracts/identity'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller, type Type } from '@nestjs/common'
import { AuditLog, type RowFilter } from './audit-log.js'
import type { AuditRow } from './audit-row.js'
import { StaffAudit } from './staff-audit.js'

type List = ReturnType<typeof listAuditOf>
type Verify = ReturnType<typeof verifyAuditOf>

/** Creates the controller of a service's audit calls: the list of its rows and the verification of its chain. */
export function explorerController(service: AuditedService): Type {
  @Controller()
  class ExplorerController {
    constructor(
      private readonly log: AuditLog,
      private readonly staff: StaffAudit,
    ) {}

    @Rpc(listAuditOf(service))
    async list(@Input() { before, limit, ...filter }: InputOf<List>, @Caller() caller: Caller): Promise<Answer<List>> {
      const { actor, subject } = filter
      if (subject === caller.userId) return refuse(OWN_ACCOUNT, 'A colleague has to read what concerns you.')
      // Who looks up a person leaves a row; the unfiltered list would mostly show such rows.
      if (!before && (actor !== undefined || subject !== undefined))
        await this.staff.record(caller, {
          action: 'audit.read',
          subject: subject ?? null,
          detail: actor === undefined ? {} : { actor },
        })
      const position = before && ([new Date(before.at), before.id] as const)
      const rows = await this.log.list({ ...rowFilter(filter), notAbout: caller.userId }, position, limit + 1)
      const shown = rows.slice(0, limit).map((row) => toRecord(service, row))
      return ok({ rows: shown, hasMore: rows.length > limit })
    }

    @Rpc(verifyAuditOf(service))
    async verify(@Input() { after }: InputOf<Verify>, @Caller() caller: Caller): Promise<Answer<Verify>> {
      const part = await this.log.continueVerification(after)
      if (!part) return refuse(VALIDATION_FAILED, 'after: Start the verification again.', { errors: [AFTER] })
      if (part.intact && !part.isEnd)
        return ok({ verdict: { state: 'part', ...positionOf(part.head) }, next: part.next })
      const outcome = part.intact ? { state: 'intact', seq: part.head.seq } : { state: 'broken', ...reasonOf(part) }
      const detail = { ...outcome, from: 1, startedAt: part.next.startedAt }
      await this.staff.record(caller, { action: 'audit.verified', subject: null, detail })
      if (!part.intact) return ok({ verdict: { state: 'broken', ...reasonOf(part) } })
      return ok({ verdict: { state: 'intact', ...positionOf(part.head) } })
    }
  }
  return ExplorerController
}

const AFTER = { path: '/after', code: 'invalid_cursor', message: 'Start the verification again.' }
const positionOf = ({ seq, hash }: { seq: number; hash: string }) => ({ head: { seq, hash } })
const reasonOf = <R>({ seq, reason }: { seq: number; reason: R }) => ({ seq, reason })

function rowFilter({ from, until, ...match }: Omit<InputOf<List>, 'before' | 'limit'>): RowFilter {
  return {
    ...match,
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(until === undefined ? {} : { until: new Date(until) }),
  }
}

function toRecord(service: AuditedService, row: AuditRow): AuditRecord {
  const { _id: id, at, actor, roles, action, subject, detail, seq, hash } = row
  return {
    service,
    id,
    at: at.toISOString(),
    actor,
    roles: [...roles],
    action,
    subject,
    detail,
    seq: seq ?? null,
    hash: hash ?? null,
  }
}
