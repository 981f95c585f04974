import { ADDRESSES_PAGE } from '@hissa/contracts/property'
import { connectBus, type Bus } from '@hissa/messaging'
import { LANGUAGE_CODES } from '@hissa/texts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

describe('what search engines read first', () => {
  let gateway: Harness
  let bus: Bus
  /** Slugs of the published properties, the oldest first. */
  let slugs: string[] = []
  let calls: { offset: number; limit: number }[] = []
  let failing = false

  beforeAll(async () => {
    gateway = await startGateway()
    bus = await connectBus(gateway.natsUrl, 'test')
    bus.nc.subscribe('rpc.property.listAddresses', {
      callback: (_, message) => {
        const { data, id } = message.json<{ id: string; data: { input: { offset: number; limit: number } } }>()
        const { offset, limit } = data.input
        calls.push(data.input)
        const updatedAt = '2026-11-03T08:00:00.000Z'
        const addresses = slugs.slice(offset, offset + limit).map((slug) => ({ slug, updatedAt }))
        const output = { addresses, total: slugs.length, changedAt: slugs.length > 0 ? updatedAt : null }
        const refused = { ok: false, error: { code: 'INTERNAL', status: 500, title: 'Internal', detail: 'Broken' } }
        message.respond(JSON.stringify({ id, isDisposed: true, response: failing ? refused : { ok: true, output } }))
      },
    })
    await bus.nc.flush()
  })
  afterAll(async () => {
    await bus.nc.drain()
    await gateway.stop()
  })

  const read = async (path: string) => {
    const answer = await gateway.get(path)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, href]) => href!)
  const at = (path: string) => `${gateway.baseUrl}${path}`

  it('lists each public page and property in every language, and each with all its languages', async () => {
    slugs = ['marina-gate', 'saadiyat']
    const { status, type, text } = await read('/sitemap.xml')
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
    const prefixes = ['', '/ar', '/fr', '/es']
    const paths = ['', '/about', ...slugs.map((slug) => `/properties/${slug}`)]
    const addresses = paths.flatMap((path) => prefixes.map((prefix) => `${prefix}${path}` || '/'))
    expect(locations(text)).toEqual(addresses.map(at))
    expect(text).toContain(
      `<url><loc>${at('/ar/properties/saadiyat')}</loc><lastmod>2026-11-03T08:00:00.000Z</lastmod>` +
        `<xhtml:link rel="alternate" hreflang="en" href="${at('/properties/saadiyat')}"/>` +
        ['ar', 'fr', 'es']
          .map(
            (code) => `<xhtml:link rel="alternate" hreflang="${code}" href="${at(`/${code}/properties/saadiyat`)}"/>`,
          )
          .join('') +
        `<xhtml:link rel="alternate" hreflang="x-default" href="${at('/properties/saadiyat')}"/></url>`,
    )
  })

  it('contains no closed address and none of an unknown property', async () => {
    const { text } = await read('/sitemap.xml')
    expect(text).not.toMatch(/staff|dashboard|signin|nothing/)
  })

  it('escapes whatever the address of a property contains', async () => {
    slugs = [`a&b<c>"d"'e'/f`]
    const { text } = await read('/sitemap.xml')
    expect(locations(text)).toContain(at('/properties/a%26b%3Cc%3E%22d%22&#39;e&#39;%2Ff'))
  })

  it('lists the pages of the site when there is no property', async () => {
    slugs = []
    expect(locations((await read('/sitemap.xml')).text)).toHaveLength(2 * LANGUAGE_CODES.length)
  })

  it('is split where one sitemap would have more than 50,000 addresses', async () => {
    slugs = Array.from({ length: 12_501 }, (_, index) => `home-${index}`)
    const index = await read('/sitemap.xml')
    expect(locations(index.text)).toEqual([at('/sitemap-1.xml'), at('/sitemap-2.xml')])
    calls = []
    const [first, second] = [await read('/sitemap-1.xml'), await read('/sitemap-2.xml')]
    expect([locations(first.text).length, locations(second.text).length]).toEqual([50_000, 12])
    const all = [...locations(first.text), ...locations(second.text)]
    expect(new Set(all).size).toBe(50_012)
    expect(Math.max(...calls.map(({ limit }) => limit))).toBe(ADDRESSES_PAGE)
    expect((await read('/sitemap-3.xml')).status).toBe(404)
    slugs = []
  })

  it('is a page like any other at an address that only resembles a sitemap', async () => {
    expect((await read('/sitemap-0.xml')).type).toBe('text/html; charset=utf-8')
  })

  it('fails as a whole when the properties cannot be read', async () => {
    failing = true
    expect((await read('/sitemap.xml')).status).toBeGreaterThanOrEqual(500)
    failing = false
    expect((await read('/sitemap.xml')).status).toBe(200)
  })

  it('closes the screens of signed-in users in every language, and names the sitemap', async () => {
    const { status, type, text } = await read('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    const lines = text.split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines).toEqual(
      expect.arrayContaining(['Disallow: /api/', 'Disallow: /staff', 'Disallow: /ar/staff', 'Disallow: /es/staff']),
    )
    expect(lines.filter((line) => line.startsWith('Sitemap: '))).toEqual([`Sitemap: ${at('/sitemap.xml')}`])
  })
})
