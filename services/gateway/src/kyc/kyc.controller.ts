import { SignedInGuard } from '@hissa/auth'
import { UNSUPPORTED_MEDIA_TYPE, UPLOAD_MISSING } from '@hissa/contracts/http'
import {
  AttachUpload,
  GetKycStatus,
  GetOwnDetails,
  ProcessKycBody,
  StartKyc,
  StartKycBody,
  SubmitKyc,
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TOO_LARGE,
  UploadKycParts,
} from '@hissa/contracts/kyc'
import type { Locale } from '@hissa/contracts'
import { parseOrProblem, problemFor } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Storage, TooLargeError } from '@hissa/storage'
import { Body, Controller, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, PreferredLocale, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { fromClient } from './form.js'

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

  /** Streams the file into quarantine under a one-time key; only its reference and the key are passed on. */
  @Post('upload')
  @HttpCode(200)
  async upload(@CurrentCaller() caller: HttpCaller, @PreferredLocale() locale: Locale, @Req() request: FastifyRequest) {
    if (!request.isMultipart()) throw problemFor(UNSUPPORTED_MEDIA_TYPE, 'Send the file as multipart/form-data.')
    const stored: { objectRef: string; key: string }[] = []
    try {
      const fields = await this.receive(request, stored)
      const [upload] = stored
      if (!upload) throw problemFor(UPLOAD_MISSING, 'The part "file" is missing.')
      const input = parseOrProblem(UploadKycParts, fields)
      const { status } = await this.rpc.call(AttachUpload, { ...input, ...upload, locale }, { token: caller.token })
      return { success: true, status }
    } catch (error) {
      // After a failure the KYC service no longer reads the file. If it did before, it has removed the file already.
      for (const { objectRef } of stored) await this.storage.delete(objectRef)
      throw error
    }
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

  /** Reads the parts: returns the fields, and sets `stored` as soon as the file is in quarantine. */
  private async receive(request: FastifyRequest, stored: { objectRef: string; key: string }[]) {
    const fields: Record<string, unknown> = {}
    const limits = { files: 1, fields: 4, fieldSize: 1_000, fileSize: UPLOAD_LIMIT_BYTES + 1 }
    for await (const part of fromClient(request.parts({ limits }))) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else stored.push(await this.quarantine(fromClient(part.file)))
    }
    return fields
  }

  private async quarantine(file: AsyncIterable<Uint8Array>): Promise<{ objectRef: string; key: string }> {
    try {
      const { objectRef, key } = await this.storage.putQuarantine(file, { limitBytes: UPLOAD_LIMIT_BYTES })
      return { objectRef, key }
    } catch (error) {
      if (error instanceof TooLargeError) throw problemFor(UPLOAD_TOO_LARGE, 'The file is larger than 10 MB.')
      throw error
    }
  }
}
