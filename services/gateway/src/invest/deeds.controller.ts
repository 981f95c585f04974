import { requireAccess, SignedInGuard } from '@hissa/auth'
import { GetDeed, GetStaffDeed, StoreDeed } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Controller, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { sendStored, withUpload } from '../http/uploads.js'

/** Saved rather than shown, so that a document can't be taken for a page of ours. */
const DISPOSITION = 'attachment'

/** Title deeds: uploaded and read by finance staff, read by holders of registered shares. */
@Controller('api')
@UseGuards(SignedInGuard)
export class DeedsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Post('finance/raises/:propertyId/deed')
  @HttpCode(200)
  async store(
    @CurrentCaller() { token, roles }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Req() request: FastifyRequest,
  ) {
    const { deed } = await withUpload(
      request,
      this.storage,
      (upload) => this.rpc.call(StoreDeed, { propertyId, ...upload }, { token }),
      // The service decides too, but only once the whole file is in quarantine.
      () => requireAccess(StoreDeed.access, { roles }),
    )
    return { success: true, deed }
  }

  @Get('finance/raises/:propertyId/deeds/:sha256')
  async forStaff(
    @CurrentCaller() { token }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Param('sha256') sha256: string,
    @Res() reply: FastifyReply,
  ) {
    const document = await this.rpc.call(GetStaffDeed, { propertyId, sha256 }, { token })
    await sendStored(reply, this.storage, document, DISPOSITION)
  }

  @Get('investments/:propertyId/deed')
  async forHolder(
    @CurrentCaller() { token }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Res() reply: FastifyReply,
  ) {
    const document = await this.rpc.call(GetDeed, { propertyId }, { token })
    await sendStored(reply, this.storage, document, DISPOSITION)
  }
}
