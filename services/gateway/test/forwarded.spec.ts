import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBus, type Bus } from '@hissa/messaging'
import { startGateway, type Harness } from './support.js'

let gateway: Harness
let bus: Bus
/** The reply to the next calls, as text. */
let reply = ''

beforeAll(async () => {
  gateway = await startGateway()
  bus = await connectBus(gateway.natsUrl, 'test-forwarded')
  for (const call of ['property.getHome', 'investment.listOrders', 'investment.listHoldings'])
    bus.nc.subscribe(`rpc.${call}`, { callback: (_, message) => void message.respond(reply) })
  await bus.nc.flush()
})
afterAll(async () => {
  await bus.nc.drain()
  await gateway.stop()
})

const HOME =
  '{"openOfferings":0,"minimumFils":null,"unitPriceFils":null,"averageReturn":null,"returnRange":null,"sampleData":false}'
const answers = (response: string) => {
  reply = `{"response":${response},"isDisposed":true,"id":"1"}`
}
const signedIn = () => ({ authorization: `Bearer ${gateway.token('user-1')}` })
let addresses = 0
const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.get(path, `203.0.113.${(addresses += 1)}`, headers)

describe('the response of a service', () => {
  it('is sent byte for byte after the member success, from the cache too', async () => {
    // Notations that parsing and serialising would not keep.
    const written = HOME.replace('"openOfferings":0', '"openOfferings":1.0e0')
    answers(`{"ok":true,"output":${written}}`)
    for (const cache of ['miss', 'hit']) {
      const response = await get('/api/home')
      expect([response.headers.get('x-cache'), await response.text()]).toEqual([
        cache,
        `{"success":true,${written.slice(1)}`,
      ])
    }
  })

  it('is sent to its caller with the type of JSON', async () => {
    answers('{"ok":true,"output":{"orders":[],"count":0}}')
    const response = await get('/api/orders', signedIn())
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe('{"success":true,"orders":[],"count":0}')
  })

  it('is compressed and varies like any other', async () => {
    const cursor = 'a'.repeat(2_000)
    answers(`{"ok":true,"output":{"orders":[],"count":0,"cursor":"${cursor}"}}`)
    const response = await get('/api/orders', { ...signedIn(), 'accept-encoding': 'gzip' })
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      'gzip',
      'accept-encoding',
    ])
    expect(await response.json()).toEqual({ success: true, orders: [], count: 0, cursor })
  })

  it('is a problem if the service returns one', async () => {
    answers(
      '{"ok":false,"problem":{"type":"/problems/not-found","title":"Not found","status":404,"detail":"None.","code":"NOT_FOUND"}}',
    )
    const response = await get('/api/investments', signedIn())
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND', error: 'None.' })
  })

  it('is rejected in tests if it violates its contract', async () => {
    answers('{"ok":true,"output":{"orders":[],"count":"none"}}')
    expect((await get('/api/orders', signedIn())).status).toBe(500)
  })
})

describe('headers of security', () => {
  it('are on every response, once each', async () => {
    answers(`{"ok":true,"output":${HOME}}`)
    for (const path of ['/api/home', '/api/nothing', '/healthz', '/assets/entry-abc.js']) {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })
})
