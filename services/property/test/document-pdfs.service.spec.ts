import { GetDocument, GetDocumentPdf, ListProperties } from '@hissa/contracts/property'
import type { RpcClient } from '@hissa/messaging'
import { charactersOf, readPdf, textOfPage } from '@hissa/testing-helpers/pdf'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { documentTexts } from '../src/texts/documents.js'
import { startService, type Service } from './environment.js'

let service: Service
let rpc: RpcClient
beforeAll(async () => {
  service = await startService()
  ;({ rpc } = service)
  await service.seed()
})
afterAll(() => service?.stop())

const firstProperty = async () => (await rpc.call(ListProperties, { limit: 1, sort: 'newest' })).properties[0]!
const DOCUMENTS = ['key-facts', 'spv-summary', 'valuation-note']

describe('documents as PDF', () => {
  it.each(['en', 'ar'] as const)('have the text of the page in "%s", with its version and hash', async (locale) => {
    const { propertyId } = await firstProperty()
    for (const documentId of DOCUMENTS) {
      const page = await rpc.call(GetDocument, { propertyId, documentId, locale })
      const pdf = await rpc.call(GetDocumentPdf, { propertyId, documentId, locale })
      expect(pdf).toMatchObject({ contentType: 'application/pdf', hash: page.hash, locale })
      expect(pdf.fileName).toBe(`${documentId}-v${page.version}-${locale}.pdf`)
      const pages = await readPdf(Buffer.from(pdf.bodyBase64, 'base64'))
      const footer = documentTexts(locale)('document.footer', { version: page.version, hash: page.hash })
      for (const text of pages) expect(text).toContain(page.hash)
      const footers = pages.map((_, index) => `${footer} ${index + 1} / ${pages.length}`).join('')
      const brand = locale === 'ar' ? 'حصة' : 'Hissa'
      expect(charactersOf(pages.join(''))).toBe(charactersOf(`${brand}${page.title}${textOfPage(page.body)}${footers}`))
    }
  })

  it('are not found for an unknown property or document', async () => {
    const { propertyId } = await firstProperty()
    for (const input of [
      { propertyId, documentId: 'deed' },
      { propertyId: 'Prop_0_none', documentId: 'key-facts' },
    ])
      await expect(rpc.call(GetDocumentPdf, { ...input, locale: 'en' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
