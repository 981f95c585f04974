import { GetToken, ListTokenHolders, ListTokens, ListTokenTransfers, TokensQuery } from '@hissa/contracts/tokenisation'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicCache } from '../http/public-cache.js'

const LIMIT = 20

/** The tokens of all properties, for everyone. Responses are cached until an event about a token drops them. */
@Controller('api/tokens')
export class TokensController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: PublicCache,
  ) {}

  @Get()
  list(@Query({ schema: TokensQuery }) query: TokensQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(ListTokens, { limit: LIMIT, ...query }))
  }

  @Get(':property')
  one(@Param('property') property: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetToken, { property }))
  }

  @Get(':property/transfers')
  transfers(
    @Param('property') property: string,
    @Query({ schema: TokensQuery }) query: TokensQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const input = { property, limit: LIMIT, ...query }
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(ListTokenTransfers, input))
  }

  @Get(':property/holders')
  holders(
    @Param('property') property: string,
    @Query({ schema: TokensQuery }) query: TokensQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const input = { property, limit: LIMIT, ...query }
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(ListTokenHolders, input))
  }
}
