import { SignedInGuard } from '@hissa/auth'
import {
  AttachFromPhone,
  CreatePhoneLink,
  EndPhoneLink,
  GetPhoneTask,
  OpenPhoneLink,
  OpenPhoneLinkBody,
  PhoneLinkBody,
  PhoneUploadParts,
} from '@hissa/contracts/kyc'
import { qrPath } from '@hissa/documents/qr'
import { parseOrProblem } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Body, Controller, Headers, HttpCode, Inject, Post, Req, UseGuards } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { withUpload } from '../http/uploads.js'

/** The link with which an applicant continues on a phone. */
@Controller('api/kyc/phone-link')
@UseGuards(SignedInGuard)
export class PhoneLinkController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: PhoneLinkBody }) body: z.output<typeof PhoneLinkBody>,
  ) {
    const link = await this.rpc.call(CreatePhoneLink, body, { token })
    // In the fragment, which browsers send to no server: neither in requests nor as the referrer.
    const address = `${this.config.PUBLIC_URL}/phone-upload#${link.token}`
    return { success: true, address, qr: qrPath(address), expiresAt: link.expiresAt }
  }

  @Post('end')
  @HttpCode(200)
  async end(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: PhoneLinkBody }) body: z.output<typeof PhoneLinkBody>,
  ) {
    return new JsonBody(await this.rpc.forward(EndPhoneLink, body, { token }))
  }
}

/** What a phone does with a link. Needs no session: kyc verifies the token, and then the key. */
@Controller('api/kyc/phone')
export class PhoneController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Post('open')
  @HttpCode(200)
  async open(@Body({ schema: OpenPhoneLinkBody }) body: z.output<typeof OpenPhoneLinkBody>) {
    return new JsonBody(await this.rpc.forward(OpenPhoneLink, body))
  }

  @Post('upload')
  @HttpCode(200)
  async upload(@Headers('upload-key') given: string | undefined, @Req() request: FastifyRequest) {
    const key = keyOf(given)
    // Before the file is read, so that nobody without a key can store anything.
    await this.rpc.call(GetPhoneTask, key)
    const task = await withUpload(request, this.storage, (upload, fields) =>
      this.rpc.call(AttachFromPhone, { ...parseOrProblem(PhoneUploadParts, fields), ...upload, ...key }),
    )
    return { success: true, ...task }
  }
}

const keyOf = (given: string | undefined) => parseOrProblem(GetPhoneTask.input, { uploadKey: given })
