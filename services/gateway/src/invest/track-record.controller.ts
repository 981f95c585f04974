import { GetTrackRecord } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Req, Res } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicCache } from '../http/public-cache.js'

/** What the platform has done so far. Cached until public data changes or a register is published. */
@Controller('api/track-record')
export class TrackRecordController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: PublicCache,
  ) {}

  @Get()
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetTrackRecord, {}))
  }
}
