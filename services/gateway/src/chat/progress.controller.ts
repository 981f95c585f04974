import { SignedInGuard } from '@hissa/auth'
import {
  AnswerQuiz,
  AnswerQuizBody,
  GetLearningProgress,
  MarkLessonRead,
  MarkLessonReadBody,
} from '@hissa/contracts/chat'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The caller's own progress in the learning hub. */
@Controller('api/learning')
@UseGuards(SignedInGuard)
export class ProgressController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('progress')
  async progress(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(GetLearningProgress, {}, { token }))
  }

  @Put('progress/:id')
  async markRead(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') articleId: string,
    @Body({ schema: MarkLessonReadBody }) body: z.output<typeof MarkLessonReadBody>,
  ) {
    return new JsonBody(await this.rpc.forward(MarkLessonRead, { articleId, ...body }, { token }))
  }

  @Post('quizzes/:id/attempts')
  @HttpCode(200)
  async answer(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') pathId: string,
    @Body({ schema: AnswerQuizBody }) body: z.output<typeof AnswerQuizBody>,
  ) {
    return new JsonBody(await this.rpc.forward(AnswerQuiz, { pathId, ...body }, { token }))
  }
}
