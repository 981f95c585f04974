import { GetDisclosures, GetDocument, GetLegalTexts, GetProperty, ListProperties } from '@hissa/contracts/property'
import type { RpcClient } from '@hissa/messaging'
import type { Connection } from '@hissa/persistence'
import { LANGUAGE_CODES, languageFor } from '@hissa/texts'
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

const SAMPLE = { en: 'Sample data', ar: 'بيانات تجريبية', fr: 'Données d’exemple', es: 'Datos de muestra' } as const

describe('documents and disclosures', () => {
  it('render with the hash and size that the property states', async () => {
    const { properties } = await list({ limit: 100 })
    for (const { propertyId, slug, translations } of properties) {
      const { documents } = await get(propertyId)
      expect(documents).toHaveLength(3 * LANGUAGE_CODES.length)
      for (const { id, locale, hash, sizeBytes, title } of documents) {
        const document = await rpc.call(GetDocument, { propertyId: slug, documentId: id, locale })
        expect(createHash('sha256').update(document.body).digest('hex')).toBe(hash)
        expect(Buffer.byteLength(document.body)).toBe(sizeBytes)
        expect(document).toMatchObject({ hash, title, locale })
        expect(document.body).toContain(SAMPLE[languageFor(locale)])
        expect(document.body).not.toMatch(/undefined|\[object|<script/)
        if (locale === 'ar' && id === 'key-facts') expect(document.body).toContain(translations.ar.title)
      }
    }
  })

  it('do not include unknown ids, and have the English name of the property for a French reader', async () => {
    const [property] = (await list({ limit: 1 })).properties
    await expect(
      rpc.call(GetDocument, { propertyId: property!.propertyId, documentId: 'deed', locale: 'en' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const french = { propertyId: property!.propertyId, documentId: 'key-facts', locale: 'fr' } as const
    expect(await rpc.call(GetDocument, french)).toMatchObject({
      locale: 'fr',
      body: expect.stringContaining(property!.title),
    })
  })

  it('have one published version, with one hash for all languages', async () => {
    const en = (await rpc.call(GetDisclosures, { locale: 'en' })).documents
    const ar = (await rpc.call(GetDisclosures, { locale: 'ar' })).documents
    expect(en.map(({ kind }) => kind)).toEqual(['risk_warning', 'key_facts', 'fees_and_conflicts', 'cooling_off'])
    expect(ar.map(({ hash }) => hash)).toEqual(en.map(({ hash }) => hash))
    for (const [index, document] of ar.entries()) {
      expect(document.body).toMatch(/\p{Script=Arabic}/u)
      expect(document.body.split('\n\n')).toHaveLength(en[index]!.body.split('\n\n').length)
    }
    for (const locale of ['fr', 'es'] as const) {
      const { documents } = await rpc.call(GetDisclosures, { locale })
      expect(documents.map(({ hash }) => hash)).toEqual(en.map(({ hash }) => hash))
      for (const [index, document] of documents.entries()) {
        expect(document.locale).toBe(locale)
        expect(document.body).not.toBe(en[index]!.body)
      }
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
  it('are returned in every language, section by section, with one version and hash', async () => {
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
    for (const locale of ['fr', 'es'] as const) {
      const { documents } = await rpc.call(GetLegalTexts, { locale })
      expect(documents.map((document) => [document.locale, document.hash, document.sections.length])).toEqual(
        en.map(({ hash, sections }) => [locale, hash, sections.length]),
      )
      for (const [index, { sections }] of documents.entries()) expect(sections).not.toEqual(en[index]!.sections)
    }
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
