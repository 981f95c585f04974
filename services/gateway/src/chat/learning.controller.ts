import { bearerToken } from '@hissa/auth'
import { RATE_LIMITED } from '@hissa/contracts'
import {
  GetGlossary,
  GetLesson,
  GetQuiz,
  LearningQuery,
  ListLearning,
  SearchLearning,
  SearchLearningQuery,
} from '@hissa/contracts/chat'
import { networkOf, problemFor } from '@hissa/kernel'
import { RpcClient, VERIFY_TOKEN, type VerifyToken } from '@hissa/messaging'
import { Controller, Get, Headers, Inject, Ip, Param, Query, Req, Res } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { JsonBody } from '../http/json-body.js'
import { PublicCache } from '../http/public-cache.js'
import { QuestionLimits } from './question-limits.js'

type Locale = z.output<typeof LearningQuery>

/** The learning hub, for everyone. Responses are cached until an article is published, apart from searches. */
@Controller('api/learning')
export class LearningController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: PublicCache,
    private readonly limits: QuestionLimits,
    @Inject(VERIFY_TOKEN) private readonly verify: VerifyToken,
  ) {}

  @Get()
  list(
    @Query({ schema: LearningQuery }) { locale = 'en' }: Locale,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(ListLearning, { locale }))
  }

  /** A search costs as much as a question to the assistant, and is counted as one. */
  @Get('search')
  async search(
    @Query({ schema: SearchLearningQuery }) { text, locale = 'en' }: z.output<typeof SearchLearningQuery>,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
  ) {
    const token = bearerToken(authorization)
    const user = token === undefined ? undefined : await this.verify(token)
    if (await this.limits.isLimited(networkOf(address), user?.userId))
      throw problemFor(RATE_LIMITED, 'Too many searches. Please try again in a minute.')
    return new JsonBody(await this.rpc.forwardRead(SearchLearning, { text, locale }))
  }

  @Get('glossary')
  glossary(
    @Query({ schema: LearningQuery }) { locale = 'en' }: Locale,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetGlossary, { locale }))
  }

  @Get('articles/:id')
  article(
    @Param('id') articleId: string,
    @Query({ schema: LearningQuery }) { locale = 'en' }: Locale,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetLesson, { articleId, locale }))
  }

  @Get('quizzes/:id')
  quiz(
    @Param('id') pathId: string,
    @Query({ schema: LearningQuery }) { locale = 'en' }: Locale,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetQuiz, { pathId, locale }))
  }
}
