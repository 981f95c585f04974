import * as z from 'zod/mini'
import { count, cursor, defineRpc, id, isoDateTime } from '../core.js'
import { pageLimit } from '../query.js'

/** The services that keep an audit log, in display order. */
export const auditedServices = ['identity', 'property', 'investment', 'kyc', 'tokenisation', 'chat'] as const
export const AuditedService = z.enum(auditedServices)
export type AuditedService = z.infer<typeof AuditedService>

const AUDITORS = ['compliance', 'admin'] as const
const MAX_PAGE = 100
const WHOLE_CHAIN_STEP_MS = 10_000

/** An action such as `case.approved`. */
const action = z.string().check(z.regex(/^[a-zA-Z0-9_.-]{1,64}$/))
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** One row of a service's audit log. `seq` and `hash` are null until the row is chained, within a second. */
export const AuditRecord = z.object({
  service: AuditedService,
  id,
  at: isoDateTime,
  /** User id of the member of staff. */
  actor: z.string(),
  roles: z.array(z.string()),
  action: z.string(),
  /** The person or object that the action was about; null for a list. */
  subject: z.nullable(z.string()),
  /** Ids, codes and reasons. */
  detail: z.record(z.string(), z.unknown()),
  seq: z.nullable(count),
  hash: z.nullable(hash),
})
export type AuditRecord = z.infer<typeof AuditRecord>

/** Which rows to list; all of them without a filter. `from` is inclusive and `until` is not. */
const Filter = {
  actor: z.optional(id),
  subject: z.optional(id),
  action: z.optional(action),
  from: z.optional(isoDateTime),
  until: z.optional(isoDateTime),
}
export const AuditFilter = z.object(Filter)
export type AuditFilter = z.output<typeof AuditFilter>

/** A position in a service's chain: the last row that was verified. */
const ChainPosition = z.object({ seq: count, hash })

/**
 * The outcome of verifying a part of a chain. `part`: intact so far, with the position to continue from. `intact`: the
 * whole chain is. `broken`: the first row or head that differs, where `changed` is a row that differs from its hash,
 * `missing` a sequence number without a row, `head` a chain that doesn't end at its head, `signature` a head that the
 * service didn't sign, and `signed` a chain that differs from a signed head.
 */
export const AuditVerdict = z.discriminatedUnion('state', [
  z.object({ state: z.literal('part'), head: ChainPosition }),
  z.object({ state: z.literal('intact'), head: ChainPosition }),
  z.object({
    state: z.literal('broken'),
    seq: count,
    reason: z.enum(['changed', 'missing', 'head', 'signature', 'signed']),
  }),
])
export type AuditVerdict = z.infer<typeof AuditVerdict>

/**
 * Lists rows of a service's audit log, newest first, before a position if one is given. A list about one person,
 * object or member of staff is audited itself.
 */
export const listAuditOf = <S extends AuditedService>(service: S) =>
  defineRpc({
    name: `${service}.listAudit`,
    input: z.extend(AuditFilter, {
      before: z.optional(z.object({ at: isoDateTime, id })),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE)), 50),
    }),
    output: z.object({ rows: z.array(AuditRecord), hasMore: z.boolean() }),
    access: AUDITORS,
    errors: [],
  })

/** Recalculates a part of a service's chain, from its start or after a position. The end of a chain is audited. */
export const verifyAuditOf = <S extends AuditedService>(service: S) =>
  defineRpc({
    name: `${service}.verifyAudit`,
    input: z.object({ after: z.optional(ChainPosition) }),
    output: z.object({ verdict: AuditVerdict }),
    access: AUDITORS,
    errors: [],
    timeoutMs: WHOLE_CHAIN_STEP_MS,
  })

/** The list call of each service with an audit log. */
export const listAuditCalls = auditedServices.map(listAuditOf)
/** The verification call of each service with an audit log. */
export const verifyAuditCalls = auditedServices.map(verifyAuditOf)

const Success = { success: z.literal(true) }

export const AuditQuery = z.object({
  service: z.optional(AuditedService),
  ...Filter,
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
})
export const AuditVerificationQuery = z.object({ service: AuditedService, cursor: z.optional(cursor) })

/** A page of rows of all services. `missing` lists services that didn't respond, so their rows are not among them. */
export const AuditPage = z.object({
  rows: z.array(AuditRecord),
  missing: z.array(AuditedService),
  cursor: z.optional(z.string()),
})
export type AuditPage = z.infer<typeof AuditPage>
export const AuditBody = z.extend(AuditPage, Success)

/** A verdict, with the cursor of the next part if there is one. */
export const AuditVerification = z.object({
  service: AuditedService,
  verdict: AuditVerdict,
  cursor: z.optional(z.string()),
})
export type AuditVerification = z.infer<typeof AuditVerification>
export const AuditVerificationBody = z.extend(AuditVerification, Success)
