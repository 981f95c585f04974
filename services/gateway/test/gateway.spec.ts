import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Running } from '@hissa/kernel'
import { freshEngines } from '@hissa/testing-engines'
import { freePort } from '@hissa/testing-engines/start'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'
import { boot } from '../src/boot.js'

// Replaces the built web. A page shows how often it was rendered, and is cacheable unless its address says otherwise.
const WEB = `
let times = 0
export const render = async ({ url }) =>
  ({ status: 200, cacheable: !url.includes('unsure'), html: '<p>' + (times += 1) })
export const renderShell = () => ({ status: 200, cacheable: true, html: '' })
export const site = { pages: [], closed: [] }
`
const WRITES_PER_MINUTE = 5

describe('the gateway', () => {
  let dir: string
  let pool: Server
  let gateway: Running
  let baseUrl: string
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)

  beforeAll(async () => {
    process.on('uncaughtException', note)
    const { natsUrl, redisUrl } = await freshEngines()
    dir = await mkdtemp(join(tmpdir(), 'hissa-gateway-'))
    await mkdir(join(dir, 'web/client/.vite'), { recursive: true })
    await mkdir(join(dir, 'web/server'), { recursive: true })
    await writeFile(join(dir, 'web/client/.vite/manifest.json'), '{}')
    await writeFile(join(dir, 'web/server/package.json'), '{"type":"module"}')
    await writeFile(join(dir, 'web/server/entry-server.js'), WEB)
    // Returns the client address that the gateway forwarded.
    pool = createServer((request, response) => response.end(String(request.headers['x-forwarded-for'])))
    await once(pool.listen(0, '127.0.0.1'), 'listening')
    const poolUrl = `http://127.0.0.1:${(pool.address() as AddressInfo).port}`
    const port = await freePort()
    baseUrl = `http://127.0.0.1:${port}`
    gateway = await boot({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      NATS_URL: natsUrl,
      REDIS_URL: redisUrl,
      JWKS_URL: `${poolUrl}/jwks.json`,
      ISSUER: `${baseUrl}/idp/ap-southeast-1_Test`,
      CLIENT_ID: 'test',
      USER_POOL_ID: 'ap-southeast-1_Test',
      IDENTITY_HTTP_URL: poolUrl,
      STORAGE_URL: pathToFileURL(join(dir, 'storage')).href,
      WEB_DIST: join(dir, 'web'),
      TRUST_PROXY: '1',
      RATE_LIMIT_WRITES_PER_MINUTE: String(WRITES_PER_MINUTE),
    })
  })

  afterAll(async () => {
    await gateway.drain()
    pool.close()
    await rm(dir, { recursive: true, force: true })
    process.off('uncaughtException', note)
  })

  describe('readiness', () => {
    it('lists what is missing while no service responds', async () => {
      const answer = await fetch(`${baseUrl}/readyz`)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({
        status: 'unavailable',
        missing: ['identity', 'property', 'investment', 'kyc'],
        services: { identity: 'no answer', property: 'no answer', investment: 'no answer', kyc: 'no answer' },
      })
      expect(await gateway.unhealthy()).toEqual(['identity', 'property', 'investment', 'kyc'])
    })
  })

  describe('a live connection', () => {
    const closeOf = async (origin: string) => {
      const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/ws/events`, { origin })
      const [code] = (await once(socket, 'close')) as [number]
      return code
    }

    it.each(['null', 'no address', 'https://elsewhere.test'])(
      'from the origin %j is closed without an uncaught error',
      async (origin) => {
        expect(await closeOf(origin)).toBe(1008)
        await new Promise((resolve) => setImmediate(resolve))
        expect(uncaught).toEqual([])
      },
    )
  })

  describe('the address of a client', () => {
    const forwardedAddress = async (path: string, forwardedFor: string) =>
      (await fetch(baseUrl + path, { headers: { 'x-forwarded-for': forwardedFor } })).text()

    it('is the one that our own proxy saw, and identity receives no other', async () => {
      expect(await forwardedAddress('/idp/', '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7')
    })
  })

  it('forwards a request of a client that waits for 100 Continue', async () => {
    const { port } = new URL(baseUrl)
    const pending = request({
      host: '127.0.0.1',
      port,
      path: '/idp/',
      method: 'POST',
      headers: { expect: '100-continue' },
    })
    pending.once('continue', () => pending.end('{}'))
    pending.flushHeaders()
    const [answer] = (await once(pending, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
  })

  describe('the limit of writes', () => {
    const tokenOf = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`

    it('counts forged subjects against their address', async () => {
      const write = async (index: number) => {
        const authorization = `Bearer ${tokenOf(`made-up-${index}`)}`
        const headers = { authorization, 'x-forwarded-for': '192.0.2.1' }
        return (await fetch(`${baseUrl}/api/nothing`, { method: 'POST', headers })).status
      }
      const statuses = []
      for (let index = 0; index <= WRITES_PER_MINUTE; index += 1) statuses.push(await write(index))
      expect(statuses.at(-1)).toBe(429)
    })
  })

  describe('a page', () => {
    const read = async (path: string) => (await fetch(baseUrl + path)).text()

    it('is cached when every read succeeded', async () => {
      expect(await read('/sure')).toBe(await read('/sure'))
    })

    it('is rendered again when a read failed', async () => {
      expect(await read('/unsure')).not.toBe(await read('/unsure'))
    })

    it('allows no style in attributes', async () => {
      const policy = (await fetch(`${baseUrl}/sure`)).headers.get('content-security-policy')
      expect(policy).not.toContain('unsafe')
    })

    it('explains that its address can’t be read', async () => {
      const answer = await fetch(`${baseUrl}/properties/%E0%A4%A`, { headers: { accept: 'text/html' } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('<h1>This address can’t be read</h1>')
    })

    it('is not rendered at another host’s address', async () => {
      expect((await fetch(`${baseUrl}//elsewhere.test/sure`)).status).toBe(404)
    })

    it.each(['/.//elsewhere.test/sure', '/sure/..//elsewhere.test/sure', '/%2e//elsewhere.test', '/x/../api/nothing'])(
      'is not rendered at %s, which reads as another address once its dots are resolved',
      async (path) => {
        // A URL would resolve them before they are sent.
        const pending = request({ host: '127.0.0.1', port: new URL(baseUrl).port, path }).end()
        const [answer] = (await once(pending, 'response')) as [IncomingMessage]
        answer.resume()
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([
          404,
          'application/problem+json; charset=utf-8',
        ])
      },
    )
  })
})
