import {
  GetDisclosures,
  GetDocument,
  GetDocumentPdf,
  GetHome,
  GetLegalTexts,
  GetPicture,
  GetProjection,
  GetProperty,
  ListProperties,
  ListPropertiesQuery,
  LocaleQuery,
  ProjectionQuery,
} from '@hissa/contracts/property'
import { RpcClient } from '@hissa/messaging'
import { fils } from '@hissa/money'
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { LIST_DEFAULTS } from '../http/cache-keys.js'
import { localeOf } from '../http/caller.js'
import { JSON_TYPE, PublicCache } from '../http/public-cache.js'
import { sendPdf } from '../http/send-pdf.js'
import { DocumentPages } from './document-page.js'
import { PictureCache, type PictureFile } from './picture-cache.js'

/** A file of a published picture never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Public reads. Their responses are cached until a property event drops them. */
@Controller('api')
export class PropertiesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cache: PublicCache,
    private readonly pictures: PictureCache,
    private readonly documents: DocumentPages,
  ) {}

  @Get('properties')
  list(
    @Query({ schema: ListPropertiesQuery }) query: z.output<typeof ListPropertiesQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { beds, ...filters } = { ...LIST_DEFAULTS, ...query }
    return this.cache.respond(request, reply, () =>
      this.rpc.forwardRead(ListProperties, { ...filters, ...(beds === undefined ? {} : { beds: bedsOf(beds) }) }),
    )
  }

  @Get('properties/:id')
  one(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetProperty, { id }))
  }

  @Get('properties/:id/projection')
  async projection(
    @Param('id') id: string,
    @Query({ schema: ProjectionQuery }) query: z.output<typeof ProjectionQuery>,
    @Res() reply: FastifyReply,
  ) {
    const { amount, years, growth, occupancy, exitCost } = query
    const answer = await this.rpc.forwardRead(GetProjection, {
      ...{ id, years, amountFils: fils(hundredths(amount)) },
      ...(growth === undefined ? {} : { growthBasisPoints: hundredths(growth) }),
      ...(occupancy === undefined ? {} : { occupancyBasisPoints: hundredths(occupancy) }),
      ...(exitCost === undefined ? {} : { exitCostBasisPoints: hundredths(exitCost) }),
    })
    void reply.header('content-type', JSON_TYPE).send(answer)
  }

  @Get('properties/:id/documents/:documentId')
  async document(
    @Param('id') propertyId: string,
    @Param('documentId') documentId: string,
    @Query({ schema: LocaleQuery }) query: z.output<typeof LocaleQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const document = await this.rpc.call(GetDocument, {
      propertyId,
      documentId,
      locale: query.locale ?? localeOf(request),
    })
    void reply
      .header('content-security-policy', this.documents.policy)
      .header('content-type', document.contentType)
      .send(this.documents.render({ ...document, pdfHref: pdfPath(propertyId, documentId, document.locale) }))
  }

  @Get('properties/:id/documents/:documentId/pdf')
  async documentPdf(
    @Param('id') propertyId: string,
    @Param('documentId') documentId: string,
    @Query({ schema: LocaleQuery }) query: z.output<typeof LocaleQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const locale = query.locale ?? localeOf(request)
    sendPdf(reply, await this.rpc.call(GetDocumentPdf, { propertyId, documentId, locale }))
  }

  @Get('property-media/:id/:file')
  async picture(@Param('id') propertyId: string, @Param('file') file: string, @Res() reply: FastifyReply) {
    const key = `${propertyId}/${file}`
    const kept = this.pictures.get(key)
    if (kept) return sendPicture(reply, kept, IMMUTABLE)
    const { contentType, bodyBase64, isPublished } = await this.rpc.call(GetPicture, { propertyId, file })
    const picture = { contentType, body: Buffer.from(bodyBase64, 'base64') }
    if (isPublished) this.pictures.put(key, picture)
    sendPicture(reply, picture, isPublished ? IMMUTABLE : 'private, no-store')
  }

  @Get('disclosures')
  async disclosures(
    @Query({ schema: LocaleQuery }) query: z.output<typeof LocaleQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { propertyId, locale = localeOf(request) } = query
    const answer = await this.rpc.forwardRead(GetDisclosures, { locale, ...(propertyId ? { propertyId } : {}) })
    void reply.header('vary', 'accept-language').header('content-type', JSON_TYPE).send(answer)
  }

  @Get('legal')
  async legal(
    @Query({ schema: LocaleQuery }) query: z.output<typeof LocaleQuery>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const answer = await this.rpc.forwardRead(GetLegalTexts, { locale: query.locale ?? localeOf(request) })
    void reply.header('vary', 'accept-language').header('content-type', JSON_TYPE).send(answer)
  }

  @Get('home')
  home(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.cache.respond(request, reply, () => this.rpc.forwardRead(GetHome, {}))
  }
}

function sendPicture(reply: FastifyReply, { contentType, body }: PictureFile, cacheControl: string): void {
  void reply.header('content-type', contentType).header('cache-control', cacheControl).send(body)
}

const pdfPath = (propertyId: string, documentId: string, locale: string) =>
  `/api/properties/${encodeURIComponent(propertyId)}/documents/${encodeURIComponent(documentId)}/pdf?locale=${locale}`

/** Converts dirhams to fils, and per cent to basis points; the pattern admits at most two decimals. */
const hundredths = (value: number) => Math.round(value * 100)

/** Converts `3` to the number that the call expects; `3+` stays a string. */
const bedsOf = (beds: string) => (beds.endsWith('+') ? beds : Number(beds))
