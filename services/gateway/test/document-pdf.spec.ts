import { connectBus, type Bus } from '@hissa/messaging'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

let gateway: Harness
let bus: Bus
const asked: unknown[] = []
const output = {
  ...{ contentType: 'application/pdf', fileName: 'key-facts-v1-ar.pdf', hash: 'ab12', locale: 'ar' },
  bodyBase64: Buffer.from('%PDF-1.3 …').toString('base64'),
}

beforeAll(async () => {
  gateway = await startGateway({})
  bus = await connectBus(gateway.natsUrl, 'test')
  bus.nc.subscribe('rpc.property.getDocumentPdf', {
    callback: (_error, message) => {
      asked.push(message.json<{ data: { input: unknown } }>().data.input)
      message.respond(JSON.stringify({ response: { ok: true, output } }))
    },
  })
  await bus.nc.flush()
})
afterAll(async () => {
  await bus?.nc.drain()
  await gateway?.stop()
})

it('returns a document as a PDF in the reader’s language, to show and to save', async () => {
  const path = '/api/properties/marina/documents/key-facts/pdf'
  const response = await fetch(gateway.baseUrl + path, { headers: { 'accept-language': 'ar' } })
  const headers = ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options']
  expect(headers.map((name) => response.headers.get(name))).toEqual([
    ...['application/pdf', 'inline; filename="key-facts-v1-ar.pdf"', 'no-store', 'nosniff'],
  ])
  expect(await response.text()).toBe('%PDF-1.3 …')
  await fetch(`${gateway.baseUrl}${path}?locale=en`)
  expect(asked).toEqual(['ar', 'en'].map((locale) => ({ propertyId: 'marina', documentId: 'key-facts', locale })))
})

const refused = { status: 429, policy: '"pdfs";q=60;w=60' }
const get = async (path: string, from = '192.0.2.1') => {
  const { status, headers } = await gateway.get(`/api/${path}`, from)
  return { status, policy: headers.get('ratelimit-policy') }
}

it('is refused to an address after sixty in a minute, in any spelling of the path', async () => {
  const path = 'properties/marina/documents/key-facts/pdf'
  for (let count = 0; count < 60; count += 1) await get(path)
  expect(await get(path)).toEqual(refused)
  expect(await get('properties/marina/documents/key-facts/%70df?locale=ar')).toEqual(refused)
  expect((await get('properties/marina/documents/key-facts')).status).not.toBe(429)
})

it('is counted with the title deeds, which are as costly to read', async () => {
  const from = '192.0.2.2'
  const deeds = ['investments/marina/deed', `finance/raises/marina/deeds/${'a'.repeat(64)}`]
  for (let count = 0; count < 30; count += 1) for (const path of deeds) await get(path, from)
  for (const path of [...deeds, 'investments/marina/%64eed']) expect(await get(path, from)).toEqual(refused)
  expect((await get('investments/marina', from)).status).not.toBe(429)
})
