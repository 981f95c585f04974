import { requireAccess, SignedInGuard } from '@hissa/auth'
import {
  ChangePictures,
  ChangeProperty,
  CreateProperty,
  GetRecord,
  ListRecords,
  PictureForm,
  PicturesChange,
  PropertyChange,
  PropertyDetails,
  RecordsQuery,
  UploadPicture,
} from '@hissa/contracts/property'
import { parseOrProblem } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Body, Controller, Get, Headers, Param, Post, Put, Query, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { versionOf } from '../http/if-match.js'
import { JsonBody } from '../http/json-body.js'
import { withUpload } from '../http/uploads.js'

/** Properties as staff write them. The property service verifies the token again and checks the roles. */
@Controller('api')
@UseGuards(SignedInGuard)
export class RecordsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Get('property-records')
  async list(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: RecordsQuery }) { limit = 25, ...query }: z.output<typeof RecordsQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListRecords, { limit, ...query }, { token }))
  }

  @Get('property-records/:id')
  async one(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') propertyId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { property } = await this.rpc.call(GetRecord, { propertyId }, { token })
    void reply.header('etag', `"${property.version}"`)
    return { success: true, property }
  }

  @Post('property-records/:id/pictures')
  async upload(
    @CurrentCaller() { token, roles }: HttpCaller,
    @Param('id') propertyId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    // The contract refuses an empty key.
    @Headers('idempotency-key') idempotencyKey = '',
  ) {
    const { property } = await withUpload(
      request,
      this.storage,
      (upload, fields) => {
        const { kind, captionEn: en, captionAr: ar } = parseOrProblem(PictureForm, fields)
        const input = { propertyId, kind, caption: { en, ar }, idempotencyKey, ...upload }
        return this.rpc.call(UploadPicture, input, { token })
      },
      // The service decides too, but only once the whole file is in quarantine.
      () => requireAccess(UploadPicture.access, { roles }),
    )
    void reply.header('etag', `"${property.version}"`)
    return { success: true, property }
  }

  @Put('property-records/:id/pictures')
  async changePictures(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') propertyId: string,
    @Body({ schema: PicturesChange }) { version: stated, pictures }: z.output<typeof PicturesChange>,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // The contract refuses a change without a version.
    const version = (ifMatch === undefined ? stated : versionOf(ifMatch)) as number
    const { property } = await this.rpc.call(ChangePictures, { propertyId, version, pictures }, { token })
    void reply.header('etag', `"${property.version}"`)
    return { success: true, property }
  }

  @Post('properties')
  async create(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: PropertyDetails }) details: PropertyDetails,
    @Res({ passthrough: true }) reply: FastifyReply,
    // The contract refuses an empty key.
    @Headers('idempotency-key') idempotencyKey = '',
  ) {
    const { property } = await this.rpc.call(CreateProperty, { details, idempotencyKey }, { token })
    void reply.header('etag', `"${property.version}"`)
    return { success: true, property }
  }

  @Put('properties/:id')
  async change(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') propertyId: string,
    @Body({ schema: PropertyChange }) { version: stated, ...details }: z.output<typeof PropertyChange>,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // The contract refuses a change without a version.
    const version = (ifMatch === undefined ? stated : versionOf(ifMatch)) as number
    const { property } = await this.rpc.call(ChangeProperty, { propertyId, version, details }, { token })
    void reply.header('etag', `"${property.version}"`)
    return { success: true, property }
  }
}
