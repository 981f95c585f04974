/** @jest-environment node */
import type { Property } from '@hissa/contracts/property'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { aProperty } from '../../test/property.js'
import { CONFIG } from '../../test/config.js'
import { api } from '../api/api.js'
import { createStore } from '../api/store.js'
import { activateLanguage, createLanguage, type Language } from '../i18n/i18n.js'
import { jsonText } from '../lib/json-text.js'
import type { AppLocale } from '../lib/locale.js'
import { structuredData, type Node } from './structured-data.js'

const languages = {} as Record<AppLocale, Language>
beforeAll(async () => {
  for (const locale of ['en', 'ar'] as const) {
    languages[locale] = createLanguage()
    await activateLanguage(languages[locale], locale, ['shell', 'ui', 'home', 'properties', 'property'])
  }
})

/** Returns what is stated of an address, by type. */
async function nodesOf(url: string, property?: Property, head = {}): Promise<Record<string, Node>> {
  const store = createStore({ fetchApi: async () => Response.json({ success: true, property }) })
  const locale = url.startsWith('/ar') ? 'ar' : 'en'
  if (property) await store.dispatch(api.endpoints.getProperty.initiate(property.slug))
  const services = { config: CONFIG, language: languages[locale], nowMs: Date.parse('2026-11-10T08:00:00Z'), store }
  const nodes = structuredData(url, { title: 'Title', description: 'Description', ...head }, services)
  return Object.fromEntries(nodes.map((node) => [node['@type'], node]))
}

const at = (path: string) => new URL(path, CONFIG.publicUrl).href
const PATH = '/properties/marina-gate-2-1904'

describe('structuredData', () => {
  it('states the company, its site and the answered questions of the home page', async () => {
    const home = await nodesOf('/')
    expect(Object.keys(home)).toEqual(['Organization', 'WebSite', 'FAQPage'])
    expect(home['Organization']).toMatchObject({
      '@context': 'https://schema.org',
      url: at('/'),
      logo: at('/icon-512.png'),
    })
    const [question] = home['FAQPage']!['mainEntity'] as Node[]
    expect(question).toMatchObject({
      name: 'Who holds my money before the purchase?',
      acceptedAnswer: { '@type': 'Answer', text: expect.stringContaining('We keep it separate from our own.') },
    })
    expect((await nodesOf('/ar'))['WebSite']).toMatchObject({ url: at('/ar'), inLanguage: 'ar' })
  })

  it('states the way to a property in the language of the page', async () => {
    const { BreadcrumbList } = await nodesOf(`/ar${PATH}`, aProperty())
    expect(BreadcrumbList!['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: 'الرئيسية', item: at('/ar') },
      { '@type': 'ListItem', position: 2, name: 'العقارات', item: at('/ar/properties') },
      { '@type': 'ListItem', position: 3, name: 'مارينا غيت 2، 1904', item: at(`/ar${PATH}`) },
    ])
  })

  it('offers an open property at the price of one share, until its deadline', async () => {
    const { RealEstateListing } = await nodesOf(PATH, aProperty())
    expect(RealEstateListing).toMatchObject({
      url: at(PATH),
      name: 'Marina Gate 2, 1904',
      disambiguatingDescription: 'Sample data',
      about: {
        '@type': 'Apartment',
        floorSize: { value: 71, unitCode: 'MTK' },
        numberOfBedrooms: 1,
        address: { addressLocality: 'Dubai', addressCountry: 'AE' },
      },
      offers: {
        '@type': 'Offer',
        ...{ price: 100, priceCurrency: 'AED', availability: 'https://schema.org/InStock' },
        availabilityEnds: '2026-11-30T08:00:00Z',
        inventoryLevel: { value: 3_990 },
      },
    })
  })

  it.each([
    ['not open yet', { ...aProperty(), status: 'upcoming' as const }],
    ['sold out', aProperty({ unitsAvailable: 0 as Property['offering']['unitsAvailable'] })],
    ['past its deadline', aProperty({ deadline: '2026-11-09T08:00:00Z' })],
    ['failed', { ...aProperty(), status: 'failed' as const }],
  ])('offers nothing of a property that is %s', async (_, property) => {
    const { RealEstateListing } = await nodesOf(PATH, property)
    expect(RealEstateListing).toBeDefined()
    expect(RealEstateListing).not.toHaveProperty('offers')
  })

  it('leaves out the facts that a property does not state', async () => {
    const property = { ...aProperty(), area: null, bedrooms: null, bathrooms: null, propertyType: null }
    const { RealEstateListing } = await nodesOf(PATH, property)
    expect(Object.keys(RealEstateListing!['about'] as Node).sort()).toEqual(['@type', 'address', 'name'])
    expect(RealEstateListing!['about']).toMatchObject({ '@type': 'Residence' })
  })

  it('cannot be ended by the title of a property', async () => {
    const title = '</script><script>alert(1)</script><!--'
    const { RealEstateListing } = await nodesOf(PATH, { ...aProperty(), title, description: title })
    const text = jsonText(RealEstateListing)
    expect(text).not.toMatch(/[<>]/)
    expect(JSON.parse(text)).toMatchObject({ name: title, description: title })
  })

  it.each([{ private: true }, { status: 404 }, { status: 503 }])('states nothing of a page with %j', async (head) => {
    expect(await nodesOf(PATH, aProperty(), head)).toEqual({})
  })
})
