import { SignedInGuard } from '@hissa/auth'
import {
  AttachUpload,
  GetKycStatus,
  GetOwnDetails,
  ProcessKycBody,
  ReadDocument,
  ReadKycBody,
  StartKyc,
  StartKycBody,
  SubmitKyc,
  UploadKycParts,
} from '@hissa/contracts/kyc'
import type { Locale } from '@hissa/contracts'
import { parseOrProblem } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Body, Controller, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, PreferredLocale, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { withUpload } from '../http/uploads.js'

@Controller('api/kyc')
@UseGuards(SignedInGuard)
export class KycController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Post('start')
  @HttpCode(200)
  async start(
    @CurrentCaller() caller: HttpCaller,
    @PreferredLocale() locale: Locale,
    @Body({ schema: StartKycBody }) body: z.output<typeof StartKycBody>,
  ) {
    return new JsonBody(await this.rpc.forward(StartKyc, { ...body, locale }, { token: caller.token }))
  }

  @Post('upload')
  @HttpCode(200)
  async upload(@CurrentCaller() caller: HttpCaller, @PreferredLocale() locale: Locale, @Req() request: FastifyRequest) {
    const { status } = await withUpload(request, this.storage, (upload, fields) => {
      const input = parseOrProblem(UploadKycParts, fields)
      return this.rpc.call(AttachUpload, { ...input, ...upload, locale }, { token: caller.token })
    })
    return { success: true, status }
  }

  @Post('read')
  @HttpCode(200)
  async read(@CurrentCaller() caller: HttpCaller, @Body({ schema: ReadKycBody }) body: z.output<typeof ReadKycBody>) {
    return new JsonBody(await this.rpc.forward(ReadDocument, body, { token: caller.token }))
  }

  @Post('process')
  @HttpCode(200)
  async process(
    @CurrentCaller() caller: HttpCaller,
    @PreferredLocale() locale: Locale,
    @Body({ schema: ProcessKycBody }) body: z.output<typeof ProcessKycBody>,
  ) {
    const { politicallyExposed = false, confirmMrz = false, ...rest } = body
    const input = { ...rest, politicallyExposed, confirmMrz, locale }
    return new JsonBody(await this.rpc.forward(SubmitKyc, input, { token: caller.token }))
  }

  @Get('status')
  async status(@CurrentCaller() caller: HttpCaller, @PreferredLocale() locale: Locale) {
    return new JsonBody(await this.rpc.forwardRead(GetKycStatus, { locale }, { token: caller.token }))
  }

  @Get('details')
  async details(@CurrentCaller() caller: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(GetOwnDetails, {}, { token: caller.token }))
  }
}
