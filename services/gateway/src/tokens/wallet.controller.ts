import { SignedInGuard } from '@hissa/auth'
import {
  BeginWallet,
  GetAccount,
  ProveWallet,
  ReturnShares,
  WalletChallengeBody,
  WalletProofBody,
  WithdrawRelocation,
} from '@hissa/contracts/tokenisation'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The address that holds the caller's shares, and requests to move them to another. */
@Controller('api/wallet')
@UseGuards(SignedInGuard)
export class WalletController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async read(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(GetAccount, {}, { token }))
  }

  /** Creates the message that the wallet signs. `http/request-limits.ts` limits it together with the proofs. */
  @Post('challenges')
  @HttpCode(200)
  async challenge(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: WalletChallengeBody }) body: z.output<typeof WalletChallengeBody>,
  ) {
    return new JsonBody(await this.rpc.forward(BeginWallet, body, { token }))
  }

  @Post('proofs')
  @HttpCode(200)
  async prove(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: WalletProofBody }) body: z.output<typeof WalletProofBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProveWallet, body, { token }))
  }

  @Post('return')
  @HttpCode(200)
  async return(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ReturnShares, {}, { token }))
  }

  @Post('relocations/:relocationId/withdraw')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('relocationId') relocationId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawRelocation, { relocationId }, { token }))
  }
}
