import { GetDocument, GetDocumentPdf, ListProperties } from '@hissa/contracts/property'
import { workerFile } from '@hissa/kernel/workers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startService, type Service } from './environment.js'

let service: Service
beforeAll(async () => {
  const pdfs = { file: workerFile(import.meta.url, 'endless-worker'), taskTimeoutMs: 1 }
  service = await startService(undefined, { pdfs })
  await service.seed()
})
afterAll(() => service?.stop())

describe('documents as PDF', () => {
  it('are unavailable while one takes too long, and their pages are not', async () => {
    const { propertyId } = (await service.rpc.call(ListProperties, { limit: 1, sort: 'newest' })).properties[0]!
    const input = { propertyId, documentId: 'key-facts', locale: 'en' as const }
    await expect(service.rpc.call(GetDocumentPdf, input)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await service.rpc.call(GetDocument, input)).toMatchObject({ locale: 'en' })
  })
})
