import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getAs } from '@hissa/testing-helpers'
import { startGateway, type Harness } from './support.js'

let gateway: Harness

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: 'https://hissa.example:8443', ALLOWED_HOSTS: ', gateway,Inner.Example' })
})
afterAll(() => gateway.stop())

const UPGRADE = [
  ...['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
]
const OTHERS = [['attacker.test'], ['hissa.example.attacker.test'], ['hissa.example', 'hissa.example'], []]

describe('the host of a request', () => {
  it.each([
    ...['hissa.example', 'hissa.example:8443', 'HISSA.example', 'gateway:8080', 'inner.example'],
    ...['localhost', '127.0.0.1:8080', '[::1]:8080'],
  ])('may be %s', async (host) => {
    expect((await getAs(`${gateway.baseUrl}/api/properties`, [host])).status).toBe(200)
    expect((await getAs(`${gateway.baseUrl}/ws/events`, [host], UPGRADE)).status).toBe(101)
  })

  describe.each(OTHERS)('%p', (...hosts) => {
    it.each(['/', '/properties', '/api/properties', '/idp/x', '/config.json', '/assets/entry-abc.js', '/nothing/here'])(
      'is rejected at %s',
      async (path) => {
        expect((await getAs(gateway.baseUrl + path, hosts.flat())).status).toBe(400)
      },
    )

    it.each(['/ws/events', '/ws/chat'])('opens no socket at %s', async (path) => {
      expect((await getAs(gateway.baseUrl + path, hosts.flat(), UPGRADE)).status).toBe(400)
    })
  })

  it('is rejected with a problem that does not repeat it', async () => {
    const { response } = await getAs(`${gateway.baseUrl}/api/properties`, ['attacker.test'])
    expect(response).toContain('content-type: application/problem+json')
    expect(response).toContain('"code":"BAD_REQUEST"')
    expect(response).not.toContain('attacker')
  })

  it.each(['/healthz', '/readyz'])('may be any for %s, which load balancers ask each replica', async (path) => {
    const { status } = await getAs(gateway.baseUrl + path, ['10.0.0.7:8080'])
    expect([200, 503]).toContain(status)
  })
})
