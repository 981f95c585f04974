import { NOT_FOUND, ok, refuse, type Answer, type Input as InputOf } from '@hissa/contracts'
import { GetDocument } from '@hissa/contracts/property'
import { Input, Rpc } from '@hissa/messaging'
import { DEFAULT_LANGUAGE, languageFor } from '@hissa/texts'
import { Controller } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { renderDocument } from './render-document.js'

@Controller()
export class DocumentsController {
  constructor(private readonly store: PropertyStore) {}

  @Rpc(GetDocument)
  async get(
    @Input() { propertyId, documentId, locale }: InputOf<typeof GetDocument>,
  ): Promise<Answer<typeof GetDocument>> {
    const property = await this.store.find(propertyId)
    if (!property?.offering) return propertyNotFound(propertyId)
    const editions = property.documents.filter((each) => each.id === documentId)
    const document =
      editions.find((each) => each.locale === locale) ?? editions.find((each) => each.locale === DEFAULT_LANGUAGE)
    if (!document) return refuse(NOT_FOUND, `This property has no document "${documentId}".`)
    const edition = languageFor(document.locale)
    return ok({
      contentType: 'text/html; charset=utf-8',
      title: document.title,
      body: renderDocument({ property, terms: property.offering }, document.kind, edition),
      version: document.version,
      hash: document.hash,
      locale: edition,
    })
  }
}
