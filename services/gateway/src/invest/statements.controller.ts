import { SignedInGuard } from '@hissa/auth'
import {
  GetStatement,
  GetStatementKeys,
  ListStatements,
  type StatementFormat,
  type StatementPeriod,
  StatementQuery,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Query, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller, localeOf } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

type StatementQuery = z.output<typeof StatementQuery>

/** Signed statements of the caller's own account. */
@Controller('api/statements')
@UseGuards(SignedInGuard)
export class StatementsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ListStatements, {}, { token }))
  }

  @Get('json')
  json(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: StatementQuery }) query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.send('json', query, { caller, request, reply })
  }

  @Get('pdf')
  pdf(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: StatementQuery }) query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.send('pdf', query, { caller, request, reply })
  }

  @Get('csv')
  csv(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: StatementQuery }) query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.send('csv', query, { caller, request, reply })
  }

  @Get('xlsx')
  xlsx(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: StatementQuery }) query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.send('xlsx', query, { caller, request, reply })
  }

  private async send(
    format: StatementFormat,
    { from, to, year, locale }: StatementQuery,
    { caller, request, reply }: { caller: HttpCaller; request: FastifyRequest; reply: FastifyReply },
  ): Promise<void> {
    // The schema of the query admits one or the other.
    const period: StatementPeriod = year === undefined ? { from: from!, to: to! } : { year }
    const input = { period, format, locale: locale ?? localeOf(request) }
    const file = await this.rpc.call(GetStatement, input, { token: caller.token })
    const disposition = format === 'pdf' ? 'inline' : 'attachment'
    void reply
      .header('content-type', file.contentType)
      .header('content-disposition', `${disposition}; filename="${file.fileName}"`)
      .send(Buffer.from(file.bodyBase64, 'base64'))
  }
}

/** The public keys of statements, for everyone. */
@Controller('api/statements')
export class StatementKeysController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('keys')
  async keys() {
    return new JsonBody(await this.rpc.forward(GetStatementKeys, {}))
  }
}
