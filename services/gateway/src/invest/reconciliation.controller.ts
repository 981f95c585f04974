import { SignedInGuard } from '@hissa/auth'
import { ListReconciliation, RunReconciliation } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** Reconciliation for finance staff. The investment service verifies the token again and checks the role. */
@Controller('api/finance/reconciliation')
@UseGuards(SignedInGuard)
export class ReconciliationController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ListReconciliation, {}, { token }))
  }

  @Post('runs')
  @HttpCode(200)
  async start(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(RunReconciliation, {}, { token }))
  }
}
