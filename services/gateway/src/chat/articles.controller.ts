import { SignedInGuard } from '@hissa/auth'
import {
  ApplyImport,
  ApplyImportBody,
  CheckImport,
  CheckImportBody,
  DecideArticle,
  DecideArticleBody,
  GetArticle,
  GetArticleVersion,
  HandoversQuery,
  ListArticles,
  ListHandovers,
  ListUnanswered,
  ProposeArticle,
  ProposeArticleBody,
  SaveArticle,
  SaveArticleBody,
  SearchKnowledge,
  SearchKnowledgeBody,
  UnansweredQuery,
  WithdrawArticle,
} from '@hissa/contracts/chat'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** Articles and handovers for staff. The chat service verifies the token again and checks the roles. */
@Controller('api/chat')
@UseGuards(SignedInGuard)
export class ArticlesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('handovers')
  async handovers(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: HandoversQuery }) { limit = 20, ...rest }: z.output<typeof HandoversQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListHandovers, { limit, ...rest }, { token }))
  }

  @Get('articles')
  async list(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ListArticles, {}, { token }))
  }

  @Get('articles/:id')
  async one(@CurrentCaller() { token }: HttpCaller, @Param('id') articleId: string) {
    return new JsonBody(await this.rpc.forward(GetArticle, { articleId }, { token }))
  }

  @Get('articles/:id/versions/:version')
  async version(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') articleId: string,
    @Param('version') contentVersion: string,
  ) {
    const input = { articleId, contentVersion: Number(contentVersion) }
    return new JsonBody(await this.rpc.forward(GetArticleVersion, input, { token }))
  }

  @Put('articles/:id')
  async save(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') articleId: string,
    @Body({ schema: SaveArticleBody }) body: z.output<typeof SaveArticleBody>,
  ) {
    return new JsonBody(await this.rpc.forward(SaveArticle, { articleId, ...body }, { token }))
  }

  @Post('articles/:id/proposal')
  @HttpCode(200)
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') articleId: string,
    @Body({ schema: ProposeArticleBody }) body: z.output<typeof ProposeArticleBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProposeArticle, { articleId, ...body }, { token }))
  }

  @Post('proposals/:id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') approvalId: string,
    @Body({ schema: DecideArticleBody }) body: z.output<typeof DecideArticleBody>,
  ) {
    return new JsonBody(await this.rpc.forward(DecideArticle, { approvalId, ...body }, { token }))
  }

  @Post('proposals/:id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawArticle, { approvalId }, { token }))
  }

  /** Returns what an import would change, and its faults. */
  @Post('imports/check')
  @HttpCode(200)
  async checkImport(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: CheckImportBody }) body: z.output<typeof CheckImportBody>,
  ) {
    return new JsonBody(await this.rpc.forward(CheckImport, body, { token }))
  }

  @Post('imports')
  @HttpCode(200)
  async applyImport(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ApplyImportBody }) body: z.output<typeof ApplyImportBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ApplyImport, body, { token }))
  }

  /** Returns what a question would find, without a conversation. */
  @Post('search')
  @HttpCode(200)
  async search(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: SearchKnowledgeBody }) body: z.output<typeof SearchKnowledgeBody>,
  ) {
    return new JsonBody(await this.rpc.forward(SearchKnowledge, body, { token }))
  }

  @Get('unanswered')
  async unanswered(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: UnansweredQuery }) { limit = 50 }: z.output<typeof UnansweredQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListUnanswered, { limit }, { token }))
  }
}
