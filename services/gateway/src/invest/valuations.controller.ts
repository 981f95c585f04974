import { SignedInGuard } from '@hissa/auth'
import {
  DecideValuation,
  DecideValuationBody,
  GetPropertyValuations,
  GetValueOverTime,
  ListValuations,
  ProposeValuation,
  ProposeValuationBody,
  ValuationsQuery,
  WithdrawValuation,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { PublicCache } from '../http/public-cache.js'

/** The valuations of a property, for everyone. Cached like the property itself. */
@Controller('api')
export class PropertyValuationsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: PublicCache,
  ) {}

  @Get('properties/:id/valuations')
  ofProperty(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetPropertyValuations, { id }))
  }
}

/** An investor's value over time, and valuations as finance staff propose and decide them. The investment service verifies the token and the role. */
@Controller('api')
@UseGuards(SignedInGuard)
export class ValuationsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('value-over-time')
  async overTime(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(GetValueOverTime, {}, { token }))
  }

  @Get('finance/valuations')
  async list(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: ValuationsQuery }) { limit = 50, ...query }: z.output<typeof ValuationsQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListValuations, { limit, ...query }, { token }))
  }

  @Post('finance/valuations')
  @HttpCode(200)
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ProposeValuationBody }) body: z.output<typeof ProposeValuationBody>,
  ) {
    return { success: true, ...(await this.rpc.call(ProposeValuation, body, { token })) }
  }

  @Post('finance/valuations/:id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') valuationId: string,
    @Body({ schema: DecideValuationBody }) body: z.output<typeof DecideValuationBody>,
  ) {
    return { success: true, ...(await this.rpc.call(DecideValuation, { valuationId, ...body }, { token })) }
  }

  @Post('finance/valuations/:id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') valuationId: string) {
    return { success: true, ...(await this.rpc.call(WithdrawValuation, { valuationId }, { token })) }
  }
}
