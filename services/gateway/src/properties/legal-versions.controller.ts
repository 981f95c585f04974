import { SignedInGuard } from '@hissa/auth'
import { GetLegalVersion, ListLegalVersions, LocaleQuery } from '@hissa/contracts/property'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Param, Query, Req, UseGuards } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, localeOf, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** Every published version of the legal texts, for staff. The property service checks the roles. */
@Controller('api/legal/versions')
@UseGuards(SignedInGuard)
export class LegalVersionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(ListLegalVersions, {}, { token }))
  }

  @Get(':documentId/:version')
  async one(
    @CurrentCaller() { token }: HttpCaller,
    @Param('documentId') documentId: string,
    @Param('version') version: string,
    @Query({ schema: LocaleQuery }) query: z.output<typeof LocaleQuery>,
    @Req() request: FastifyRequest,
  ) {
    const input = { documentId, version: numberOf(version), locale: query.locale ?? localeOf(request) }
    return new JsonBody(await this.rpc.forwardRead(GetLegalVersion, input, { token }))
  }
}

/** No version has the number 0, so any other text is not found. */
const numberOf = (text: string) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0)
