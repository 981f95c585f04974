import { SignedInGuard } from '@hissa/auth'
import {
  CheckInvestorCard,
  CheckInvestorCardBody,
  FreezeInvestorCard,
  GetInvestorCard,
  InvestorCardBody,
  ReissueInvestorCard,
  ShowInvestorCard,
  UnfreezeInvestorCard,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

type Which = z.output<typeof InvestorCardBody>

/** The caller's own digital card. */
@Controller('api/investor-card')
@UseGuards(SignedInGuard)
export class InvestorCardController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async card(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(GetInvestorCard, {}, { token }))
  }

  @Post('number')
  @HttpCode(200)
  async show(@CurrentCaller() { token }: HttpCaller, @Body({ schema: InvestorCardBody }) body: Which) {
    return new JsonBody(await this.rpc.forward(ShowInvestorCard, body, { token }))
  }

  @Post('freeze')
  @HttpCode(200)
  async freeze(@CurrentCaller() { token }: HttpCaller, @Body({ schema: InvestorCardBody }) body: Which) {
    return new JsonBody(await this.rpc.forward(FreezeInvestorCard, body, { token }))
  }

  @Post('unfreeze')
  @HttpCode(200)
  async unfreeze(@CurrentCaller() { token }: HttpCaller, @Body({ schema: InvestorCardBody }) body: Which) {
    return new JsonBody(await this.rpc.forward(UnfreezeInvestorCard, body, { token }))
  }

  @Post('reissue')
  @HttpCode(200)
  async reissue(@CurrentCaller() { token }: HttpCaller, @Body({ schema: InvestorCardBody }) body: Which) {
    return new JsonBody(await this.rpc.forward(ReissueInvestorCard, body, { token }))
  }
}

/** Checks of digital cards, for everyone. */
@Controller('api/investor-card')
export class InvestorCardChecksController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('check')
  @HttpCode(200)
  async check(@Body({ schema: CheckInvestorCardBody }) body: z.output<typeof CheckInvestorCardBody>) {
    return new JsonBody(await this.rpc.forward(CheckInvestorCard, body))
  }
}
