import { SignedInGuard } from '@hissa/auth'
import { GetRewards, GetRewardsProgram, ListReferrals, PageQuery } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The rewards program, for everyone. */
@Controller('api/rewards/program')
export class RewardsProgramController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async program() {
    return new JsonBody(await this.rpc.forward(GetRewardsProgram, {}))
  }
}

/** The caller's own points and referrals. */
@Controller('api/rewards')
@UseGuards(SignedInGuard)
export class RewardsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async rewards(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: PageQuery }) { limit = 20, ...rest }: z.output<typeof PageQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(GetRewards, { limit, ...rest }, { token }))
  }

  @Get('referrals')
  async referrals(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: PageQuery }) { limit = 20, ...rest }: z.output<typeof PageQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListReferrals, { limit, ...rest }, { token }))
  }
}
