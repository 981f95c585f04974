import { bearerToken } from '@hissa/auth'
import { RATE_LIMITED } from '@hissa/contracts'
import { Ask, AskBody, HandOver, HandOverBody, Rate, RateBody, Resume, ResumeQuery } from '@hissa/contracts/chat'
import { networkOf, problemFor } from '@hissa/kernel'
import { RpcClient, VERIFY_TOKEN, type VerifyToken } from '@hissa/messaging'
import { Body, Controller, Get, Headers, HttpCode, Inject, Ip, Param, Post, Query } from '@nestjs/common'
import type * as z from 'zod/mini'
import { JsonBody } from '../http/json-body.js'
import { QuestionLimits } from './question-limits.js'

/** Conversations with the assistant, also of visitors. The chat service verifies a token if there is one. */
@Controller('api/chat/conversations')
export class ConversationsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: QuestionLimits,
    @Inject(VERIFY_TOKEN) private readonly verify: VerifyToken,
  ) {}

  @Post(':id/messages')
  @HttpCode(200)
  async ask(
    @Param('id') conversationId: string,
    @Body({ schema: AskBody }) body: z.output<typeof AskBody>,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
  ) {
    const token = bearerToken(authorization)
    const user = token === undefined ? undefined : await this.verify(token)
    if (await this.limits.isLimited(networkOf(address), user?.userId))
      throw problemFor(RATE_LIMITED, 'Too many messages. Please try again in a minute.')
    return new JsonBody(await this.rpc.forward(Ask, { conversationId, ...body }, { token }))
  }

  @Get(':id/messages')
  async resume(
    @Param('id') conversationId: string,
    @Query({ schema: ResumeQuery }) query: z.output<typeof ResumeQuery>,
    @Headers('authorization') authorization: string | undefined,
  ) {
    const token = bearerToken(authorization)
    return new JsonBody(await this.rpc.forward(Resume, { conversationId, ...query }, { token }))
  }

  @Post(':id/ratings')
  @HttpCode(200)
  async rate(
    @Param('id') conversationId: string,
    @Body({ schema: RateBody }) body: z.output<typeof RateBody>,
    @Headers('authorization') authorization: string | undefined,
  ) {
    const token = bearerToken(authorization)
    return new JsonBody(await this.rpc.forward(Rate, { conversationId, ...body }, { token }))
  }

  /** Asks for a person. */
  @Post(':id/handover')
  @HttpCode(200)
  async handOver(
    @Param('id') conversationId: string,
    @Body({ schema: HandOverBody }) body: z.output<typeof HandOverBody>,
    @Headers('authorization') authorization: string | undefined,
  ) {
    const token = bearerToken(authorization)
    return new JsonBody(await this.rpc.forward(HandOver, { conversationId, ...body }, { token }))
  }
}
