import { SignedInGuard } from '@hissa/auth'
import {
  CreateIncomeFeed,
  DeleteIncomeFeed,
  GetIncomeFeed,
  IncomeFeedFile,
  ReadIncomeFeed,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CurrentCaller, type HttpCaller, localeOf } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The address of the caller's income calendar. */
@Controller('api/income-calendar')
@UseGuards(SignedInGuard)
export class IncomeFeedController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async feed(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(GetIncomeFeed, {}, { token }))
  }

  @Post()
  async create(@CurrentCaller() { token }: HttpCaller, @Req() request: FastifyRequest) {
    return new JsonBody(await this.rpc.forward(CreateIncomeFeed, { locale: localeOf(request) }, { token }))
  }

  @Post('removal')
  @HttpCode(200)
  async remove(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(DeleteIncomeFeed, {}, { token }))
  }
}

/** Income calendars, for anyone with their address. */
@Controller('api/income-calendar')
export class IncomeCalendarController {
  constructor(private readonly rpc: RpcClient) {}

  @Get(':file')
  async calendar(@Param('file', { schema: IncomeFeedFile }) file: string, @Res() reply: FastifyReply): Promise<void> {
    const { calendar } = await this.rpc.call(ReadIncomeFeed, { token: file.slice(0, -'.ics'.length) })
    void reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="hissa-income.ics"')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(calendar)
  }
}
