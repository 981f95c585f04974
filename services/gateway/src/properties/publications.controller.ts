import { SignedInGuard } from '@hissa/auth'
import {
  DecidePublication,
  ListPublications,
  ProposePublication,
  ProposePublicationBody,
  PublicationDecisionBody,
  PublicationsQuery,
  WithdrawPublication,
} from '@hissa/contracts/property'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** Offerings that await a second person. The property service verifies the token again and checks the roles. */
@Controller('api/publications')
@UseGuards(SignedInGuard)
export class PublicationsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: PublicationsQuery }) { limit = 50, cursor }: z.output<typeof PublicationsQuery>,
  ) {
    const input = { limit, ...(cursor === undefined ? {} : { cursor }) }
    return new JsonBody(await this.rpc.forward(ListPublications, input, { token }))
  }

  @Post()
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ProposePublicationBody }) body: z.output<typeof ProposePublicationBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProposePublication, body, { token }))
  }

  @Post(':id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') approvalId: string,
    @Body({ schema: PublicationDecisionBody }) body: z.output<typeof PublicationDecisionBody>,
  ) {
    return new JsonBody(await this.rpc.forward(DecidePublication, { approvalId, ...body }, { token }))
  }

  @Post(':id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawPublication, { approvalId }, { token }))
  }
}
