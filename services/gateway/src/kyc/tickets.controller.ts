import { SignedInGuard } from '@hissa/auth'
import type { Input } from '@hissa/contracts'
import {
  ClaimNextTicket,
  ClaimTicket,
  DecideTicket,
  DecideTicketProposal,
  DecisionBody,
  GetTicket,
  GetTicketDocument,
  ListTickets,
  ListTicketTrail,
  PreviewBody,
  PreviewTicketMessage,
  ProposalDecisionBody,
  ReasonBody,
  ReleaseTicket,
  RenewTicketClaim,
  TicketsQuery,
  WithdrawTicketProposal,
} from '@hissa/contracts/kyc'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Body, Controller, Get, HttpCode, Param, Post, Query, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { sendStored } from '../http/uploads.js'

/** The compliance queue. The KYC service verifies the token again and checks the roles. */
@Controller('api/kyc/tickets')
@UseGuards(SignedInGuard)
export class TicketsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: TicketsQuery }) query: z.output<typeof TicketsQuery>,
  ) {
    const { view = 'unassigned', limit = 50, ...place } = query
    const input = { view, limit, ...place }
    return new JsonBody(await this.rpc.forward(ListTickets, input, { token: caller.token }))
  }

  @Post('next')
  @HttpCode(200)
  async claimNext(@CurrentCaller() caller: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ClaimNextTicket, {}, { token: caller.token }))
  }

  /** Changes nothing. The reasons are in the body, because an address may not have as many. */
  @Post('preview')
  @HttpCode(200)
  async preview(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: PreviewBody }) body: z.output<typeof PreviewBody>,
  ) {
    const input = { reasonCodes: [], locale: 'en' as const, ...body }
    return new JsonBody(await this.rpc.forward(PreviewTicketMessage, input, { token: caller.token }))
  }

  @Get(':id')
  async one(@CurrentCaller() caller: HttpCaller, @Param('id') caseId: string) {
    return new JsonBody(await this.rpc.forward(GetTicket, { caseId }, { token: caller.token }))
  }

  /** Returns the case unmasked. The reason may name a person, so it is in the body: addresses end up in logs. */
  @Post(':id/reveal')
  @HttpCode(200)
  async reveal(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') caseId: string,
    @Body({ schema: ReasonBody }) { reason }: z.output<typeof ReasonBody>,
  ) {
    const input = { caseId, revealReason: reason }
    return new JsonBody(await this.rpc.forward(GetTicket, input, { token: caller.token }))
  }

  @Post(':id/claim')
  @HttpCode(200)
  async claim(@CurrentCaller() caller: HttpCaller, @Param('id') caseId: string) {
    return new JsonBody(await this.rpc.forward(ClaimTicket, { caseId }, { token: caller.token }))
  }

  @Post(':id/renewal')
  @HttpCode(200)
  async renewClaim(@CurrentCaller() caller: HttpCaller, @Param('id') caseId: string) {
    return new JsonBody(await this.rpc.forward(RenewTicketClaim, { caseId }, { token: caller.token }))
  }

  @Post(':id/release')
  @HttpCode(200)
  async release(@CurrentCaller() caller: HttpCaller, @Param('id') caseId: string) {
    return new JsonBody(await this.rpc.forward(ReleaseTicket, { caseId }, { token: caller.token }))
  }

  @Get(':id/trail')
  async trail(@CurrentCaller() caller: HttpCaller, @Param('id') caseId: string) {
    return new JsonBody(await this.rpc.forward(ListTicketTrail, { caseId }, { token: caller.token }))
  }

  /** Takes over a case that another reviewer has claimed and does not decide. */
  @Post(':id/take-over')
  @HttpCode(200)
  async takeOver(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') caseId: string,
    @Body({ schema: ReasonBody }) { reason }: z.output<typeof ReasonBody>,
  ) {
    const input = { caseId, takeOverReason: reason }
    return new JsonBody(await this.rpc.forward(ClaimTicket, input, { token: caller.token }))
  }

  @Post(':id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') caseId: string,
    @Body({ schema: DecisionBody }) body: z.output<typeof DecisionBody>,
  ) {
    const input = { caseId, reasonCodes: [], ...body }
    return new JsonBody(await this.rpc.forward(DecideTicket, input, { token: caller.token }))
  }

  /** Approves or rejects another reviewer's proposal. */
  @Post(':id/proposal/decision')
  @HttpCode(200)
  async decideProposal(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') caseId: string,
    @Body({ schema: ProposalDecisionBody }) body: z.output<typeof ProposalDecisionBody>,
  ) {
    const input = { caseId, ...body }
    return new JsonBody(await this.rpc.forward(DecideTicketProposal, input, { token: caller.token }))
  }

  /** Withdraws the caller's proposal. */
  @Post(':id/proposal/withdrawal')
  @HttpCode(200)
  async withdrawProposal(@CurrentCaller() caller: HttpCaller, @Param('id') caseId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawTicketProposal, { caseId }, { token: caller.token }))
  }

  @Get(':id/documents/:documentId')
  async document(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') caseId: string,
    @Param('documentId') documentId: string,
    @Res() reply: FastifyReply,
  ) {
    await this.sendDocument({ caseId, documentId }, caller, reply)
  }

  @Post(':id/documents/:documentId/reveal')
  async revealDocument(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') caseId: string,
    @Param('documentId') documentId: string,
    @Body({ schema: ReasonBody }) { reason }: z.output<typeof ReasonBody>,
    @Res() reply: FastifyReply,
  ) {
    await this.sendDocument({ caseId, documentId, revealReason: reason }, caller, reply)
  }

  private async sendDocument(input: Input<typeof GetTicketDocument>, caller: HttpCaller, reply: FastifyReply) {
    const document = await this.rpc.call(GetTicketDocument, input, { token: caller.token })
    await sendStored(reply, this.storage, document)
  }
}
