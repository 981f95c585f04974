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
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** All that the server answers to these bytes until it closes the connection. */
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

  it('answers what is no HTTP with a problem, and closes', async () => {
    const [head, body] = (await answerTo('EHLO mail\r\n\r\n')).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(body!)).toMatchObject({ code: 'BAD_REQUEST' })
  })
})
