import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fastify, { type FastifyInstance } from 'fastify'
import { createLogger } from '@hissa/kernel'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { GatewayConfig } from '../config.js'
import { forward } from './forward.js'
import { serverLimits } from './server-limits.js'

const SILENT_FOR_MS = 60_000

let upstream: Server
let app: FastifyInstance
let url: string
/** The connection of the latest request. */
let client: Socket

const addressOf = (server: { address: () => unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  upstream = createServer()
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  app = fastify({ ...serverLimits, connectionTimeout: SILENT_FOR_MS })
  app.addHook('onRequest', (request, _reply, done) => {
    client = request.raw.socket
    done()
  })
  const to = addressOf(upstream)
  const urls = { PUBLIC_URL: 'http://localhost:8080', IDENTITY_HTTP_URL: to, SANDBOX_URL: to }
  const config = { HOST: '127.0.0.1', ...urls } as GatewayConfig
  await forward(app, config, createLogger('gateway', 'silent'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = addressOf(app.server)
})
afterAll(async () => {
  upstream.closeAllConnections()
  await app.close()
  await new Promise((resolve) => upstream.close(resolve))
})

const post = (path: string) =>
  fetch(url + path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })

/** Resolves to the response of the next request that is passed on, which the test then sends. */
const passedOn = async () => {
  const [{ url: path }, response] = (await once(upstream, 'request')) as [IncomingMessage, ServerResponse]
  return { answer: () => response.end(JSON.stringify({ path })) }
}

describe('forward', () => {
  it('waits longer for a move of the sandbox clock than a connection may be silent', async () => {
    const [sent, { answer }] = [post('/sandbox/clock'), await passedOn()]
    expect(client.timeout).toBe(15 * 60_000)
    answer()
    const response = await sent
    expect([response.status, await response.json()]).toEqual([200, { path: '/sandbox/clock' }])
  })

  it.each(['/sandbox/faults', '/idp/'])('closes a silent connection of %s', async (path) => {
    const failed = expect(post(path)).rejects.toThrow('fetch failed')
    await passedOn()
    expect(client.timeout).toBe(SILENT_FOR_MS)
    client.emit('timeout') // As after that time.
    await failed
  })

  it.each([
    '/idp/%2e%2e/x',
    '/idp/..%2fx',
    '/idp/..%5cx',
    '/idp/.',
    '/idp/a../b',
    '/sandbox/../x',
    '/sandbox/%2E./x',
    '/sandbox/./clock?x',
  ])('rejects %s, which leads elsewhere, with a problem', async (path) => {
    // A URL would resolve the dots before they are sent.
    const { hostname, port } = new URL(url)
    const [answer] = (await once(request({ hostname, port, path }).end(), 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  it('rejects a body that is too large for the sandbox with a problem', async () => {
    const answer = await fetch(`${url}/sandbox/clock`, {
      method: 'POST',
      body: JSON.stringify({ filler: 'x'.repeat(5_000) }),
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      413,
      'application/problem+json; charset=utf-8',
    ])
    expect(await answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE', success: false })
  })
})
