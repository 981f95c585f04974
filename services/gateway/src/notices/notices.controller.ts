import { SignedInGuard } from '@hissa/auth'
import {
  CountUnreadNotices,
  ListNotices,
  MarkNoticeRead,
  MarkNoticesRead,
  MarkNoticesReadBody,
  NoticesQuery,
} from '@hissa/contracts/notification'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The caller's own notices. */
@Controller('api/notifications')
@UseGuards(SignedInGuard)
export class NoticesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: NoticesQuery }) { limit = 20, cursor }: NoticesQuery,
  ) {
    return new JsonBody(await this.rpc.forwardRead(ListNotices, { limit, cursor }, { token }))
  }

  @Get('unread')
  async unread(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(CountUnreadNotices, {}, { token }))
  }

  @Post('read')
  @HttpCode(200)
  async readUpTo(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: MarkNoticesReadBody }) body: z.output<typeof MarkNoticesReadBody>,
  ) {
    return new JsonBody(await this.rpc.forward(MarkNoticesRead, body, { token }))
  }

  @Post(':id/read')
  @HttpCode(200)
  async read(@CurrentCaller() { token }: HttpCaller, @Param('id') noticeId: string) {
    return new JsonBody(await this.rpc.forward(MarkNoticeRead, { noticeId }, { token }))
  }
}
