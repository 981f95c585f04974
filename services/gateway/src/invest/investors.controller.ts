import { SignedInGuard } from '@hissa/auth'
import {
  ClassificationsQuery,
  DecideClassification,
  DecideClassificationBody,
  DecisionsQuery,
  GetClassification,
  HeldOrdersQuery,
  ListClassifications,
  ListDecisions,
  ListHeldOrders,
  ProposeClassification,
  ProposeClassificationBody,
  WithdrawClassification,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { JsonBody } from '../http/json-body.js'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'

/**
 * Classes of investors, their orders on hold and decisions of the rules. The investment service verifies the token
 * again and checks the roles.
 */
@Controller('api/compliance')
@UseGuards(SignedInGuard)
export class InvestorsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('classifications')
  async pending(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: ClassificationsQuery }) { limit = 50, cursor }: z.output<typeof ClassificationsQuery>,
  ) {
    const input = { limit, ...(cursor === undefined ? {} : { cursor }) }
    return new JsonBody(await this.rpc.forward(ListClassifications, input, { token }))
  }

  @Get('held-orders')
  async heldOrders(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: HeldOrdersQuery }) { limit = 50, cursor }: z.output<typeof HeldOrdersQuery>,
  ) {
    const input = { limit, ...(cursor === undefined ? {} : { cursor }) }
    return new JsonBody(await this.rpc.forward(ListHeldOrders, input, { token }))
  }

  @Get('investors/:id/classification')
  async classification(@CurrentCaller() { token }: HttpCaller, @Param('id') userId: string) {
    return new JsonBody(await this.rpc.forward(GetClassification, { userId }, { token }))
  }

  /** Proposes a class; another person decides it. */
  @Post('classifications')
  @HttpCode(200)
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ProposeClassificationBody }) body: z.output<typeof ProposeClassificationBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProposeClassification, body, { token }))
  }

  @Post('classifications/:id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') approvalId: string,
    @Body({ schema: DecideClassificationBody }) body: z.output<typeof DecideClassificationBody>,
  ) {
    return new JsonBody(await this.rpc.forward(DecideClassification, { approvalId, ...body }, { token }))
  }

  /** Withdraws the caller's own proposal. */
  @Post('classifications/:id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawClassification, { approvalId }, { token }))
  }

  @Get('decisions')
  async decisions(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: DecisionsQuery }) { limit = 20, ...rest }: z.output<typeof DecisionsQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListDecisions, { limit, ...rest }, { token }))
  }
}
