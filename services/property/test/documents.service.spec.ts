import { GetDisclosures, GetDocument, GetLegalTexts, GetProperty, ListProperties } from '@hissa/contracts/property'
import type { RpcClient } from '@hissa/messaging'
import type { Connection } from '@hissa/persistence'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import { startService, type Service } from './environment.js'

let service: Service
let rpc: RpcClient
let mongo: Connection
let outbox: Service['outbox']

beforeAll(async () => {
  service = await startService()
  ;({ rpc, mongo, outbox } = service)
  await service.seed()
})
afterAll(() => service?.stop())

const list = ({ limit }: { limit: number }) => rpc.call(ListProperties, { limit, sort: 'newest' })
const get = async (id: string) => (await rpc.call(GetProperty, { id })).property

describe('documents and disclosures', () => {
  it('render with the hash and size that the property states', async () => {
    const { properties } = await list({ limit: 100 })
    for (const { propertyId, slug, translations } of properties) {
      const { documents } = await get(propertyId)
      expect(documents).toHaveLength(6)
      for (const { id, locale, hash, sizeBytes, title } of documents) {
        const document = await rpc.call(GetDocument, { propertyId: slug, documentId: id, locale })
        expect(createHash('sha256').update(document.body).digest('hex')).toBe(hash)
        expect(Buffer.byteLength(document.body)).toBe(sizeBytes)
        expect(document).toMatchObject({ hash, title, locale })
        expect(document.body).toContain(locale === 'ar' ? 'بيانات تجريبية' : 'Sample data')
        expect(document.body).not.toMatch(/undefined|\[object|<script/)
        if (locale === 'ar' && id === 'key-facts') expect(document.body).toContain(translations.ar.title)
      }
    }
  })

  it('do not include unknown ids, and are in English for a French reader', async () => {
    const [property] = (await list({ limit: 1 })).properties
    await expect(
      rpc.call(GetDocument, { propertyId: property!.propertyId, documentId: 'deed', locale: 'en' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(
      await rpc.call(GetDocument, { propertyId: property!.propertyId, documentId: 'key-facts', locale: 'fr' }),
    ).toMatchObject({ locale: 'en' })
  })

  it('have one published version, with one hash for both languages', async () => {
    const en = (await rpc.call(GetDisclosures, { locale: 'en' })).documents
    const ar = (await rpc.call(GetDisclosures, { locale: 'ar' })).documents
    expect(en.map(({ kind }) => kind)).toEqual(['risk_warning', 'key_facts', 'fees_and_conflicts', 'cooling_off'])
    expect(ar.map(({ hash }) => hash)).toEqual(en.map(({ hash }) => hash))
    for (const [index, document] of ar.entries()) {
      expect(document.body).toMatch(/\p{Script=Arabic}/u)
      expect(document.body.split('\n\n')).toHaveLength(en[index]!.body.split('\n\n').length)
    }
    const published = await outbox('property.disclosure.published.v1')
    expect(published.map(({ event }) => event.data)).toEqual(
      en.map(({ id, version, hash, required }) => ({ documentId: id, version, hash, required })),
    )
    await expect(rpc.call(GetDisclosures, { locale: 'en', propertyId: 'Prop_1_x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('legal texts', () => {
  it('are returned in both languages, section by section, with one version and hash', async () => {
    const en = (await rpc.call(GetLegalTexts, { locale: 'en' })).documents
    const ar = (await rpc.call(GetLegalTexts, { locale: 'ar' })).documents
    expect(en.map(({ kind }) => kind)).toEqual(['terms', 'privacy', 'complaints'])
    expect(ar.map(({ hash }) => hash)).toEqual(en.map(({ hash }) => hash))
    for (const [index, document] of ar.entries()) {
      expect(document.sections.map(({ paragraphs }) => paragraphs.length)).toEqual(
        en[index]!.sections.map(({ paragraphs }) => paragraphs.length),
      )
      for (const { title, paragraphs } of document.sections)
        expect([title, ...paragraphs].filter((text) => !/\p{Script=Arabic}/u.test(text))).toEqual([])
    }
    expect((await rpc.call(GetLegalTexts, { locale: 'fr' })).documents[0]!.locale).toBe('en')
  })

  it('are stored for every version, and are not disclosures that an order requires', async () => {
    const rows = await mongo.collection<{ _id: string; hash: string }>('disclosures').find().toArray()
    const { documents } = await rpc.call(GetLegalTexts, { locale: 'en' })
    for (const { id, version, hash } of documents)
      expect(rows.find(({ _id }) => _id === `${id}:${version}`)).toMatchObject({ hash })
    const published = await outbox('property.disclosure.published.v1')
    expect(published).not.toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ subject: 'terms' }) }),
    )
    expect(published).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ subject: 'key-facts' }) }),
    )
  })
})
