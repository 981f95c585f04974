import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { serverLimits } from './server-limits.js'

const app = fastify({
  ...serverLimits,
  requestTimeout: 600,
  http: { ...serverLimits.http, headersTimeout: 300, connectionsCheckingInterval: 50 },
}) as unknown as FastifyInstance
let port: number

beforeAll(async () => {
  app.post('/', () => ({ ok: true }))
  app.get('/:page/:id', () => ({ ok: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Returns everything that the server sends in response to these bytes until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}
const POST = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'

describe('serverLimits', () => {
  it.each([
    ['headers that never end', POST],
    ['a body that never ends', `${POST}\r\n{"a":`],
  ])('ends a request with %s', async (_, bytes) => {
    const [head, body] = (await answerTo(bytes)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 408 /)
    expect(JSON.parse(body!)).toMatchObject({ code: 'REQUEST_TIMEOUT', status: 408, success: false })
  })

  it('bounds the product’s own connections', () => {
    expect(serverLimits.http.headersTimeout).toBeLessThanOrEqual(10_000)
    expect(serverLimits.requestTimeout).toBeLessThanOrEqual(120_000)
    expect(serverLimits.http.connectionsCheckingInterval).toBeLessThanOrEqual(1_000)
  })

  it('responds with a problem to bytes that are not HTTP, and closes the connection', async () => {
    const [head, body] = (await answerTo('EHLO mail\r\n\r\n')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(body!)).toMatchObject({ code: 'BAD_REQUEST' })
  })

  describe('an address that cannot be decoded', () => {
    const get = async (path: string, headers: string) => {
      const answer = await answerTo(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`)
      return answer.split('\r\n\r\n') as [head: string, body: string]
    }
    const BROWSER = 'accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n'

    it.each([
      ['/properties/%E0%A4%A', 'en', 'This address can’t be read'],
      ['/ar/properties/%E0%A4%A', 'ar', 'تعذرت قراءة هذا العنوان'],
      [`/properties/${'a'.repeat(500)}`, 'en', 'This address can’t be read'],
    ])('gets a page in a browser: %s', async (path, language, title) => {
      const [head, body] = await get(path, BROWSER)
      expect(head).toMatch(/^HTTP\/1.1 4(00|14) /)
      expect(head).toMatch(/^content-type: text\/html; charset=utf-8\r?$/im)
      expect(head).toMatch(/^content-security-policy: default-src 'none'; style-src 'sha256-/im)
      expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im)
      expect(body).toContain(`<html lang="${language}"`)
      expect(body).toContain(`<h1>${title}</h1>`)
      expect(body).not.toMatch(/%E0|aaaa/)
    })

    it.each([
      ['a client that requests JSON', '/properties/%E0%A4%A', 'accept: application/json\r\n'],
      ['a client that accepts anything', '/properties/%E0%A4%A', 'accept: */*\r\n'],
      ['a client without an Accept header', '/properties/%E0%A4%A', ''],
      ['a browser at an address of the API', '/api/properties/%E0%A4%A', BROWSER],
    ])('gets a problem for %s', async (_, path, headers) => {
      const [head, body] = await get(path, headers)
      expect(head).toMatch(/^HTTP\/1.1 400 /)
      expect(head).toMatch(/^content-type: application\/problem\+json/im)
      expect(JSON.parse(body)).toMatchObject({ code: 'BAD_REQUEST', success: false })
    })
  })
})
