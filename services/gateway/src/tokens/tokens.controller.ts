import { SignedInGuard } from '@hissa/auth'
import {
  GetAccount,
  GetToken,
  ListTokenHolders,
  ListTokens,
  ListTokenTransfers,
  TokensQuery,
} from '@hissa/contracts/tokenisation'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The tokens of all properties, for everyone. */
@Controller('api/tokens')
export class TokensController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(@Query({ schema: TokensQuery }) { limit = 20, ...query }: TokensQuery) {
    return new JsonBody(await this.rpc.forwardRead(ListTokens, { limit, ...query }))
  }

  @Get(':property')
  async one(@Param('property') property: string) {
    return new JsonBody(await this.rpc.forwardRead(GetToken, { property }))
  }

  @Get(':property/transfers')
  async transfers(
    @Param('property') property: string,
    @Query({ schema: TokensQuery }) { limit = 20, ...query }: TokensQuery,
  ) {
    return new JsonBody(await this.rpc.forwardRead(ListTokenTransfers, { property, limit, ...query }))
  }

  @Get(':property/holders')
  async holders(
    @Param('property') property: string,
    @Query({ schema: TokensQuery }) { limit = 20, ...query }: TokensQuery,
  ) {
    return new JsonBody(await this.rpc.forwardRead(ListTokenHolders, { property, limit, ...query }))
  }
}

/** The address that holds the caller's shares. */
@Controller('api/wallet')
@UseGuards(SignedInGuard)
export class WalletController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async read(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(GetAccount, {}, { token }))
  }
}
