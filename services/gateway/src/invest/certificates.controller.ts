import { SignedInGuard } from '@hissa/auth'
import { CheckCertificate, CheckCertificateBody, GetCertificate, PdfQuery } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller, localeOf } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { sendPdf } from '../http/send-pdf.js'

/** Certificates of an investor's own shares. */
@Controller('api/investments')
@UseGuards(SignedInGuard)
export class CertificatesController {
  constructor(private readonly rpc: RpcClient) {}

  @Get(':propertyId/certificate')
  async own(
    @CurrentCaller() { token }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Query({ schema: PdfQuery }) { locale }: z.output<typeof PdfQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const input = { propertyId, locale: locale ?? localeOf(request) }
    sendPdf(reply, await this.rpc.call(GetCertificate, input, { token }))
  }
}

/** Checks of certificates, for everyone. */
@Controller('api/certificates')
export class CertificateChecksController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('check')
  @HttpCode(200)
  async check(@Body({ schema: CheckCertificateBody }) body: z.output<typeof CheckCertificateBody>) {
    return new JsonBody(await this.rpc.forward(CheckCertificate, body))
  }
}
