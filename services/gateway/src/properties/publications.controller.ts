import { SignedInGuard } from '@hissa/auth'
import {
  DecidePublication,
  ListPublications,
  ProposePublication,
  ProposePublicationBody,
  PublicationBody,
  PublicationDecisionBody,
  PublicationsBody,
  PublicationsQuery,
  WithdrawPublication,
} from '@hissa/contracts/property'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiResponse, ApiTags } from '@nestjs/swagger'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'

/** Offerings that wait for a second person. Roles are decided by the property service, on the token it verifies itself. */
@ApiTags('content')
@ApiBearerAuth()
@Controller('api/publications')
@UseGuards(SignedInGuard)
export class PublicationsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiResponse({ status: 200, standardSchema: PublicationsBody })
  async list(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: PublicationsQuery }) { limit = 50, cursor }: z.output<typeof PublicationsQuery>,
  ) {
    const input = { limit, ...(cursor ? { cursor } : {}) }
    return { success: true, ...(await this.rpc.call(ListPublications, input, { token })) }
  }

  @Post()
  @ApiResponse({ status: 201, standardSchema: PublicationBody })
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ProposePublicationBody }) body: z.output<typeof ProposePublicationBody>,
  ) {
    return { success: true, ...(await this.rpc.call(ProposePublication, body, { token })) }
  }

  @Post(':id/decision')
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: PublicationBody })
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') approvalId: string,
    @Body({ schema: PublicationDecisionBody }) body: z.output<typeof PublicationDecisionBody>,
  ) {
    return { success: true, ...(await this.rpc.call(DecidePublication, { approvalId, ...body }, { token })) }
  }

  @Post(':id/withdrawal')
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: PublicationBody })
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') approvalId: string) {
    return { success: true, ...(await this.rpc.call(WithdrawPublication, { approvalId }, { token })) }
  }
}
