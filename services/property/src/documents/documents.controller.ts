import { NOT_FOUND, ok, refuse, type Answer, type Input as InputOf } from '@hissa/contracts'
import { GetDocument, GetDocumentPdf } from '@hissa/contracts/property'
import { PdfRenderer } from '@hissa/documents'
import { Input, Rpc } from '@hissa/messaging'
import { DEFAULT_LANGUAGE, languageFor } from '@hissa/texts'
import { Controller } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { documentTexts } from '../texts/documents.js'
import { documentBlocks, renderDocument } from './render-document.js'

@Controller()
export class DocumentsController {
  constructor(
    private readonly store: PropertyStore,
    private readonly pdfs: PdfRenderer,
  ) {}

  @Rpc(GetDocument)
  async get(@Input() input: InputOf<typeof GetDocument>): Promise<Answer<typeof GetDocument>> {
    const found = await this.find(input)
    if (!found.ok) return found
    const { source, document, edition } = found.value
    return ok({
      contentType: 'text/html; charset=utf-8',
      title: document.title,
      body: renderDocument(source, document.kind, edition),
      version: document.version,
      hash: document.hash,
      locale: edition,
    })
  }

  @Rpc(GetDocumentPdf)
  async getPdf(@Input() input: InputOf<typeof GetDocumentPdf>): Promise<Answer<typeof GetDocumentPdf>> {
    const found = await this.find(input)
    if (!found.ok) return found
    const { source, document, edition } = found.value
    const { title, version, hash, id } = document
    // Readers are unknown: the documents of one property never delay those of another by more than one.
    const t = documentTexts(edition)
    const pdf = await this.pdfs.render(input.propertyId, {
      ...{ title, language: edition, brand: t('document.brand') },
      blocks: documentBlocks(source, document.kind, edition),
      footer: t('document.footer', { version, hash }),
    })
    if (!pdf.ok) return pdf
    const fileName = `${id}-v${version}-${edition}.pdf`
    return ok({
      contentType: 'application/pdf',
      fileName,
      bodyBase64: pdf.value.toString('base64'),
      hash,
      locale: edition,
    })
  }

  private async find({ propertyId, documentId, locale }: InputOf<typeof GetDocument>) {
    const property = await this.store.find(propertyId)
    if (!property?.offering) return propertyNotFound(propertyId)
    const editions = property.documents.filter((each) => each.id === documentId)
    const document =
      editions.find((each) => each.locale === locale) ?? editions.find((each) => each.locale === DEFAULT_LANGUAGE)
    if (!document) return refuse(NOT_FOUND, `This property has no document "${documentId}".`)
    const source = { property, terms: property.offering }
    return ok({ source, document, edition: languageFor(document.locale) })
  }
}
