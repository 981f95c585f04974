import { connectBus, type Bus } from '@hissa/messaging'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

let gateway: Harness
let bus: Bus
let asked: string[] = []
const NOT_FOUND = { code: 'NOT_FOUND', status: 404, title: 'Not found', detail: 'There is no such property.' }

beforeAll(async () => {
  gateway = await startGateway({})
  bus = await connectBus(gateway.natsUrl, 'test')
  bus.nc.subscribe('rpc.property.getPicture', {
    callback: (_error, message) => {
      const { propertyId, file } = message.json<{ data: { input: { propertyId: string; file: string } } }>().data.input
      asked.push(`${propertyId}/${file}`)
      const bodyBase64 = Buffer.from(`picture ${file}`).toString('base64')
      const output = { contentType: 'image/webp', bodyBase64, isPublished: propertyId === 'published' }
      const response = propertyId === 'none' ? { ok: false, problem: NOT_FOUND } : { ok: true, output }
      message.respond(JSON.stringify({ response }))
    },
  })
  await bus.nc.flush()
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await bus?.nc.drain()
  await gateway?.stop()
})

const get = async (path: string, from = '192.0.2.1') => {
  const response = await gateway.get(`/api/property-media/${path}`, from)
  const { status, headers } = response
  return { status, kept: headers.get('cache-control'), type: headers.get('content-type'), text: await response.text() }
}

it('a file of a published picture is read from the property service once', async () => {
  const kept = 'public, max-age=31536000, immutable'
  const file = { status: 200, kept, type: 'image/webp', text: 'picture a-400.webp' }
  expect([await get('published/a-400.webp'), await get('published/a-400.webp')]).toEqual([file, file])
  expect(await get('published/a-800.webp')).toMatchObject({ text: 'picture a-800.webp' })
  expect(asked).toEqual(['published/a-400.webp', 'published/a-800.webp'])
})

it('a file of a draft, and one that does not exist, are read every time and kept nowhere', async () => {
  const file = { status: 200, kept: 'private, no-store', type: 'image/webp', text: 'picture b-400.webp' }
  expect([await get('draft/b-400.webp'), await get('draft/b-400.webp')]).toEqual([file, file])
  expect([await get('none/b-400.webp'), await get('none/b-400.webp')]).toMatchObject([{ status: 404 }, { status: 404 }])
  expect(asked).toEqual([...['draft', 'draft'], ...['none', 'none']].map((each) => `${each}/b-400.webp`))
})

it('files of pictures are refused to an address after three hundred in a minute, in any spelling of the path', async () => {
  const from = '192.0.2.2'
  for (let count = 0; count < 300; count += 1) await get('published/a-400.webp', from)
  for (const path of ['/api/property-media/published/a-400.webp', '/api/property-%6dedia/draft/b-400.webp']) {
    const { status, headers } = await gateway.get(path, from)
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"pictures";q=300;w=60'])
  }
  expect(asked).not.toContain('draft/b-400.webp')
  expect((await gateway.get('/api/properties/marina/documents/key-facts/pdf', from)).status).not.toBe(429)
})
