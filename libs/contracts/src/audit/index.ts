import * as z from 'zod/mini'
import { count, cursor, defineRpc, id, isoDateTime } from '../core.js'
import { VALIDATION_FAILED } from '../errors.js'
import { OWN_ACCOUNT } from '../identity/errors.js'
import { pageLimit } from '../query.js'

/** The services that keep an audit log, in display order. */
export const auditedServices = ['identity', 'property', 'investment', 'kyc', 'tokenisation', 'chat'] as const
export const AuditedService = z.enum(auditedServices)
export type AuditedService = z.infer<typeof AuditedService>

const AUDITORS = ['compliance', 'admin'] as const
/** Who may list the rows of a service. Those about identity verification are for those who do it. */
export const auditReadersOf = (service: AuditedService) => (service === 'kyc' ? (['compliance'] as const) : AUDITORS)
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

/** The id of a person or object. What was asked for is recorded, so it must not be free text. */
const wanted = z.string().check(z.regex(/^[A-Za-z0-9:._-]{1,128}$/))

/** Which rows to list; all of them without a filter. `from` is inclusive and `until` is not. */
const Filter = {
  actor: z.optional(wanted),
  subject: z.optional(wanted),
  action: z.optional(action),
  from: z.optional(isoDateTime),
  until: z.optional(isoDateTime),
}
export const AuditFilter = z.object(Filter)
export type AuditFilter = z.output<typeof AuditFilter>

/** A position in a service's chain: the last row that was verified. */
const ChainPosition = z.object({ seq: count, hash })

/** The position after a part of a verification that began with the first row, which the service has signed. */
export const ProvedPosition = z.extend(ChainPosition, {
  startedAt: isoDateTime,
  proof: z.string().check(z.regex(/^[\w-]{86}$/)),
})

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
 * Lists rows of a service's audit log, newest first, before a position if one is given, without those about the caller.
 * The first page of a list about one person, object or member of staff is audited itself.
 */
export const listAuditOf = <S extends AuditedService>(service: S) =>
  defineRpc({
    name: `${service}.listAudit`,
    input: z.extend(AuditFilter, {
      before: z.optional(z.object({ at: isoDateTime, id })),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE)), 50),
    }),
    output: z.object({ rows: z.array(AuditRecord), hasMore: z.boolean() }),
    access: auditReadersOf(service),
    errors: [OWN_ACCOUNT],
  })

/** Recalculates a part of a service's chain, from its start or after the position of an earlier part. The end of a chain is audited. */
export const verifyAuditOf = <S extends AuditedService>(service: S) =>
  defineRpc({
    name: `${service}.verifyAudit`,
    input: z.object({ after: z.optional(ProvedPosition) }),
    output: z.object({ verdict: AuditVerdict, next: z.optional(ProvedPosition) }),
    access: AUDITORS,
    errors: [VALIDATION_FAILED],
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

/**
 * A page of rows of all services. `missing` lists services that didn't respond, and `withheld` those whose
 * rows are not for the caller, so these rows are not among them.
 */
export const AuditPage = z.object({
  rows: z.array(AuditRecord),
  missing: z.array(AuditedService),
  withheld: z.array(AuditedService),
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
