import { SignedInGuard } from '@hissa/auth'
import {
  auditedServices,
  auditReadersOf,
  AuditQuery,
  AuditVerificationQuery,
  listAuditOf,
  ProvedPosition,
  verifyAuditOf,
  type AuditedService,
} from '@hissa/contracts/audit'
import type { Input, Output } from '@hissa/contracts'
import { defineCursor, instant, valueOrThrow } from '@hissa/kernel'
import { isUnavailable, RpcClient } from '@hissa/messaging'
import { Controller, Get, Query, UseGuards } from '@nestjs/common'
import * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { mergeAudit } from './merge-audit.js'

/** Position in the rows of all services: time and id of the last row. */
const ROWS = defineCursor('audit', z.tuple([instant, z.string().check(z.minLength(1), z.maxLength(128))]))
/** The last verified row of a chain: its sequence number, hash, start of the verification and the service's proof. */
const { seq, hash, startedAt, proof } = ProvedPosition.shape
const CHAIN = defineCursor('audit.chain', z.tuple([seq, hash, startedAt, proof]))

type List = ReturnType<typeof listAuditOf>

/**
 * The audit logs of all services. Each service verifies the token again, checks the roles and returns its own rows,
 * which are merged here.
 */
@Controller('api/staff/audit')
@UseGuards(SignedInGuard)
export class AuditController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(
    @CurrentCaller() { token, roles }: HttpCaller,
    @Query({ schema: AuditQuery }) { service, limit = 50, cursor, ...filter }: z.output<typeof AuditQuery>,
  ) {
    const place = valueOrThrow(ROWS.decode(cursor))
    const before = place && { before: { at: place[0].toISOString(), id: place[1] } }
    // For other callers, each service refuses the call.
    const isWithheld = (one: AuditedService) =>
      roles.includes('admin') && !auditReadersOf(one).some((role) => roles.includes(role))
    const asked = service ? [service] : auditedServices
    const withheld = asked.filter(isWithheld)
    const { pages, missing } = await this.ask(
      asked.filter((one) => !isWithheld(one)),
      { ...filter, ...before, limit },
      token,
    )
    const { rows, hasMore } = mergeAudit(pages, limit)
    const last = rows.at(-1)
    const next = hasMore && last ? { cursor: ROWS.encode([new Date(last.at), last.id]) } : {}
    return { success: true, rows, missing, withheld, ...next }
  }

  /** Verifies a part of a service's chain. */
  @Get('verification')
  async verify(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: AuditVerificationQuery }) { service, cursor }: z.output<typeof AuditVerificationQuery>,
  ) {
    const place = valueOrThrow(CHAIN.decode(cursor))
    const after = place && { after: { seq: place[0], hash: place[1], startedAt: place[2], proof: place[3] } }
    const { verdict, next: position } = await this.rpc.call(verifyAuditOf(service), { ...after }, { token })
    const next = position
      ? { cursor: CHAIN.encode([position.seq, position.hash, position.startedAt, position.proof]) }
      : {}
    return { success: true, service, verdict, ...next }
  }

  /** Returns the pages of these services and which of them are unavailable. If all of them are, throws the error. */
  private async ask(services: readonly AuditedService[], input: Input<List>, token: string) {
    const answers = await Promise.all(
      services.map((service) =>
        this.rpc.call(listAuditOf(service), input, { token }).catch((error: unknown) => {
          if (!isUnavailable(error) || services.length === 1) throw error
          return { unavailable: service, error }
        }),
      ),
    )
    const pages = answers.filter((answer): answer is Output<List> => 'rows' in answer)
    const down = answers.filter((answer) => 'unavailable' in answer)
    if (pages.length === 0 && down.length > 0) throw down[0]!.error
    return { pages, missing: down.map(({ unavailable }) => unavailable) }
  }
}
