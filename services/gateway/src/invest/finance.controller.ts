import { SignedInGuard } from '@hissa/auth'
import {
  DecideResolution,
  DecideResolutionBody,
  ListRejectedWork,
  ListSuspense,
  ProposeResolution,
  ProposeResolutionBody,
  RejectedWorkQuery,
  RetryWork,
  RetryWorkBody,
  SuspenseQuery,
  WithdrawResolution,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** Suspense and rejected work. The investment service verifies the token again and checks the roles. */
@Controller('api/finance')
@UseGuards(SignedInGuard)
export class FinanceController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('suspense')
  async suspense(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: SuspenseQuery }) query: z.output<typeof SuspenseQuery>,
  ) {
    const { view = 'unresolved', limit = 50, cursor } = query
    const input = { view, limit, ...(cursor === undefined ? {} : { cursor }) }
    return new JsonBody(await this.rpc.forward(ListSuspense, input, { token: caller.token }))
  }

  @Get('rejected-work')
  async rejectedWork(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: RejectedWorkQuery }) { limit = 50, cursor }: z.output<typeof RejectedWorkQuery>,
  ) {
    const input = { limit, ...(cursor === undefined ? {} : { cursor }) }
    return new JsonBody(await this.rpc.forward(ListRejectedWork, input, { token: caller.token }))
  }

  /** Proposes a resolution; another person decides it. */
  @Post('resolutions')
  @HttpCode(200)
  async propose(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: ProposeResolutionBody }) body: z.output<typeof ProposeResolutionBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProposeResolution, body, { token: caller.token }))
  }

  @Post('resolutions/:id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') approvalId: string,
    @Body({ schema: DecideResolutionBody }) body: z.output<typeof DecideResolutionBody>,
  ) {
    const input = { approvalId, ...body }
    return new JsonBody(await this.rpc.forward(DecideResolution, input, { token: caller.token }))
  }

  /** Withdraws the caller's own proposal. */
  @Post('resolutions/:id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawResolution, { approvalId }, { token }))
  }

  @Post('retries')
  @HttpCode(200)
  async retry(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: RetryWorkBody }) body: z.output<typeof RetryWorkBody>,
  ) {
    return new JsonBody(await this.rpc.forward(RetryWork, body, { token: caller.token }))
  }
}
