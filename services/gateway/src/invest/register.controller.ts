import { SignedInGuard } from '@hissa/auth'
import {
  GetRegister,
  GetRegisterCash,
  GetRegisterProof,
  ListRegisters,
  PageQuery,
  RegisterNumber,
  RegisterProofQuery,
  RegisterQuery,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The share register, for everyone. */
@Controller('api/register')
export class RegisterController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(@Query({ schema: PageQuery }) { limit = 20, ...query }: PageQuery) {
    return new JsonBody(await this.rpc.forwardRead(ListRegisters, { limit, ...query }))
  }

  @Get(':sequence')
  async one(
    @Param('sequence', { schema: RegisterNumber }) sequence: number,
    @Query({ schema: RegisterQuery }) { limit = 100, ...query }: z.output<typeof RegisterQuery>,
  ) {
    return new JsonBody(await this.rpc.forwardRead(GetRegister, { sequence, limit, ...query }))
  }

  @Get(':sequence/cash')
  async cash(
    @Param('sequence', { schema: RegisterNumber }) sequence: number,
    @Query({ schema: RegisterQuery }) { limit = 100, ...query }: z.output<typeof RegisterQuery>,
  ) {
    return new JsonBody(await this.rpc.forwardRead(GetRegisterCash, { sequence, limit, ...query }))
  }
}

/** A holder's own entries of the share register. */
@Controller('api/register')
@UseGuards(SignedInGuard)
export class RegisterProofController {
  constructor(private readonly rpc: RpcClient) {}

  @Get(':sequence/proof')
  async proof(
    @CurrentCaller() { token }: HttpCaller,
    @Param('sequence', { schema: RegisterNumber }) sequence: number,
    @Query({ schema: RegisterProofQuery }) { limit = 20, ...query }: z.output<typeof RegisterProofQuery>,
  ) {
    return new JsonBody(await this.rpc.forwardRead(GetRegisterProof, { sequence, limit, ...query }, { token }))
  }
}
