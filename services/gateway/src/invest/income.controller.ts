import { requireAccess, SignedInGuard } from '@hissa/auth'
import {
  DecideDistribution,
  DecideDistributionBody,
  DistributionsQuery,
  GetDistribution,
  GetIncomeDocument,
  GetPropertyIncome,
  ImportIncomeEntries,
  IncomeEntriesQuery,
  IncomeQuery,
  ListDistributions,
  ListIncome,
  ListIncomeEntries,
  ProposeDistribution,
  ProposeDistributionBody,
  RecordIncomeBody,
  RecordIncomeEntry,
  ReverseIncomeBody,
  ReverseIncomeEntry,
  StoreIncomeDocument,
  WithdrawDistribution,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { PublicCache } from '../http/public-cache.js'
import { sendStored, withUpload } from '../http/uploads.js'

/** The income of a property, target beside actual, for everyone. Cached like the property itself. */
@Controller('api')
export class PropertyIncomeController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: PublicCache,
  ) {}

  @Get('properties/:id/income')
  ofProperty(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetPropertyIncome, { id }))
  }
}

/**
 * An investor's own income, and the entries and distributions of finance staff. The investment service verifies the
 * token again and checks the roles.
 */
@Controller('api')
@UseGuards(SignedInGuard)
export class IncomeController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Get('income')
  async own(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: IncomeQuery }) { limit = 50, ...query }: z.output<typeof IncomeQuery>,
  ) {
    return new JsonBody(await this.rpc.forwardRead(ListIncome, { limit, ...query }, { token }))
  }

  @Get('finance/properties/:propertyId/income')
  async entries(
    @CurrentCaller() { token }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Query({ schema: IncomeEntriesQuery }) { limit = 50, ...query }: z.output<typeof IncomeEntriesQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListIncomeEntries, { propertyId, limit, ...query }, { token }))
  }

  @Post('finance/properties/:propertyId/income')
  @HttpCode(200)
  async record(
    @CurrentCaller() { token }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Body({ schema: RecordIncomeBody }) body: z.output<typeof RecordIncomeBody>,
  ) {
    return { success: true, ...(await this.rpc.call(RecordIncomeEntry, { propertyId, ...body }, { token })) }
  }

  @Post('finance/properties/:propertyId/income/documents')
  @HttpCode(200)
  async storeDocument(
    @CurrentCaller() { token, roles }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Req() request: FastifyRequest,
  ) {
    const { document } = await withUpload(
      request,
      this.storage,
      (upload) => this.rpc.call(StoreIncomeDocument, { propertyId, ...upload }, { token }),
      // The service decides too, but only once the whole file is in quarantine.
      () => requireAccess(StoreIncomeDocument.access, { roles }),
    )
    return { success: true, document }
  }

  @Get('finance/properties/:propertyId/income/documents/:sha256')
  async document(
    @CurrentCaller() { token }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Param('sha256') sha256: string,
    @Res() reply: FastifyReply,
  ) {
    const document = await this.rpc.call(GetIncomeDocument, { propertyId, sha256 }, { token })
    await sendStored(reply, this.storage, document, 'attachment')
  }

  @Post('finance/properties/:propertyId/income/import')
  @HttpCode(200)
  async import(
    @CurrentCaller() { token, roles }: HttpCaller,
    @Param('propertyId') propertyId: string,
    @Req() request: FastifyRequest,
  ) {
    const imported = await withUpload(
      request,
      this.storage,
      (upload) => this.rpc.call(ImportIncomeEntries, { propertyId, ...upload }, { token }),
      () => requireAccess(ImportIncomeEntries.access, { roles }),
    )
    return { success: true, ...imported }
  }

  @Post('finance/income/:entryId/reversal')
  @HttpCode(200)
  async reverse(
    @CurrentCaller() { token }: HttpCaller,
    @Param('entryId') entryId: string,
    @Body({ schema: ReverseIncomeBody }) body: z.output<typeof ReverseIncomeBody>,
  ) {
    return { success: true, ...(await this.rpc.call(ReverseIncomeEntry, { entryId, ...body }, { token })) }
  }

  @Get('finance/distributions')
  async distributions(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: DistributionsQuery }) { limit = 50, ...query }: z.output<typeof DistributionsQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListDistributions, { limit, ...query }, { token }))
  }

  @Get('finance/distributions/:id')
  async distribution(@CurrentCaller() { token }: HttpCaller, @Param('id') distributionId: string) {
    return new JsonBody(await this.rpc.forward(GetDistribution, { distributionId }, { token }))
  }

  @Post('finance/distributions')
  @HttpCode(200)
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ProposeDistributionBody }) body: z.output<typeof ProposeDistributionBody>,
  ) {
    return { success: true, ...(await this.rpc.call(ProposeDistribution, body, { token })) }
  }

  @Post('finance/distributions/:id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') distributionId: string,
    @Body({ schema: DecideDistributionBody }) body: z.output<typeof DecideDistributionBody>,
  ) {
    return { success: true, ...(await this.rpc.call(DecideDistribution, { distributionId, ...body }, { token })) }
  }

  @Post('finance/distributions/:id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') distributionId: string) {
    return { success: true, ...(await this.rpc.call(WithdrawDistribution, { distributionId }, { token })) }
  }
}
