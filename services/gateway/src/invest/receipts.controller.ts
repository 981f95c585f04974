import { SignedInGuard } from '@hissa/auth'
import { GetReceipt, GetStaffReceipt, PdfQuery } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller, localeOf } from '../http/caller.js'
import { sendPdf } from '../http/send-pdf.js'

/** Receipts of payments and refunds, for who paid and for finance staff. */
@Controller('api')
@UseGuards(SignedInGuard)
export class ReceiptsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('payments/:paymentId/receipt')
  async own(
    @CurrentCaller() { token }: HttpCaller,
    @Param('paymentId') paymentId: string,
    @Query({ schema: PdfQuery }) { locale }: z.output<typeof PdfQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const input = { paymentId, locale: locale ?? localeOf(request) }
    sendPdf(reply, await this.rpc.call(GetReceipt, input, { token }))
  }

  @Get('finance/payments/:paymentId/receipt')
  async forStaff(
    @CurrentCaller() { token }: HttpCaller,
    @Param('paymentId') paymentId: string,
    @Query({ schema: PdfQuery }) { locale }: z.output<typeof PdfQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const input = { paymentId, locale: locale ?? localeOf(request) }
    sendPdf(reply, await this.rpc.call(GetStaffReceipt, input, { token }))
  }
}
