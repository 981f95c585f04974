import { SignedInGuard } from '@hissa/auth'
import {
  DecideShareAction,
  DecideShareActionBody,
  DeclineRelocation,
  DeclineRelocationBody,
  GetShareholder,
  ListShareDecisions,
  ListShareholders,
  ProposeShareAction,
  ProposeShareActionBody,
  ShareDecisionsQuery,
  ShareholdersQuery,
  WithdrawShareAction,
} from '@hissa/contracts/tokenisation'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/**
 * Shareholders, their freezes and the moves of their shares. The tokenisation service verifies the token again and
 * checks the roles.
 */
@Controller('api/compliance')
@UseGuards(SignedInGuard)
export class ShareholdersController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('shareholders')
  async list(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: ShareholdersQuery }) { limit = 50, view = 'open', q, ...rest }: ShareholdersQuery,
  ) {
    const input = { limit, view, ...(q === undefined ? {} : { query: q }), ...rest }
    return new JsonBody(await this.rpc.forward(ListShareholders, input, { token }))
  }

  @Get('shareholders/:userId')
  async one(@CurrentCaller() { token }: HttpCaller, @Param('userId') userId: string) {
    return new JsonBody(await this.rpc.forward(GetShareholder, { userId }, { token }))
  }

  @Get('share-decisions')
  async pending(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: ShareDecisionsQuery }) { limit = 50, ...rest }: ShareDecisionsQuery,
  ) {
    return new JsonBody(await this.rpc.forward(ListShareDecisions, { limit, ...rest }, { token }))
  }

  /** Proposes an action; another person decides it. */
  @Post('share-decisions')
  @HttpCode(200)
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ProposeShareActionBody }) body: z.output<typeof ProposeShareActionBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProposeShareAction, body, { token }))
  }

  @Post('share-decisions/:id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') approvalId: string,
    @Body({ schema: DecideShareActionBody }) body: z.output<typeof DecideShareActionBody>,
  ) {
    return new JsonBody(await this.rpc.forward(DecideShareAction, { approvalId, ...body }, { token }))
  }

  /** Withdraws the caller's own proposal. */
  @Post('share-decisions/:id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawShareAction, { approvalId }, { token }))
  }

  /** Declines an investor's request. */
  @Post('relocations/:id/decline')
  @HttpCode(200)
  async decline(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') relocationId: string,
    @Body({ schema: DeclineRelocationBody }) body: z.output<typeof DeclineRelocationBody>,
  ) {
    return new JsonBody(await this.rpc.forward(DeclineRelocation, { relocationId, ...body }, { token }))
  }
}
