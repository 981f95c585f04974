import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { LARGE, LARGE_SCRIPT, startGateway, type Harness } from './support.js'

let gateway: Harness

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Returns the response as sent: `fetch` would decompress it. */
async function ask(
  path: string,
  encoding?: string,
  options: { method?: string; headers?: object; body?: Buffer } = {},
) {
  const { method = 'GET', headers, body } = options
  const sent = request(`${gateway.baseUrl}${path}`, {
    method,
    headers: { ...(encoding === undefined ? {} : { 'accept-encoding': encoding }), ...headers },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) } satisfies Answer
}

const decode = ({ headers, body }: Answer) =>
  (headers['content-encoding'] === 'br'
    ? brotliDecompressSync(body)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(body)
      : body
  ).toString()
const encodingOf = ({ headers }: Answer) => headers['content-encoding']
const withoutCounters = (page: string) => page.replace(/title="\d+"/, '')

const LIST = `/api/properties?q=${LARGE}`
const PAGE = `/properties?q=${'a'.repeat(1_500)}`

describe.each([
  ['a response of the API', '/api/openapi.json'],
  ['a public list', LIST],
  ['a page', PAGE],
  ['the list of closed addresses', '/robots.txt'],
  ['a file of the web', '/assets/large-abc.js'],
  ['a public response of the user pool', `/idp/${LARGE}.json`],
])('%s over 1 KB', (_, path) => {
  it('uses the encoding that the request prefers, and varies by it', async () => {
    const plain = await ask(path)
    expect(plain.body.byteLength).toBeGreaterThan(1_024)
    expect(encodingOf(plain)).toBeUndefined()
    expect(plain.headers.vary).toMatch(/accept-encoding/i)
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const answer = await ask(path, accepted)
      expect([answer.status, encodingOf(answer)]).toEqual([200, encoding])
      expect(answer.headers.vary).toMatch(/accept-encoding/i)
      expect(withoutCounters(decode(answer))).toBe(withoutCounters(plain.body.toString()))
      if (encoding) expect(answer.body.byteLength).toBeLessThan(plain.body.byteLength / 2)
    }
  })

  it('has the same headers for HEAD', async () => {
    const [full, head] = [await ask(path, 'br'), await ask(path, 'br', { method: 'HEAD' })]
    expect(head.body.byteLength).toBe(0)
    expect([head.status, encodingOf(head), head.headers.vary]).toEqual([200, encodingOf(full), full.headers.vary])
    const stated = head.headers['content-length']
    // The length of a stream is unknown until it has been sent.
    if (stated !== undefined) expect(Number(stated)).toBe(full.body.byteLength)
  })
})

describe('a cached response', () => {
  it('is found in each of its forms until it is dropped', async () => {
    const path = `${LIST}&limit=9`
    const answers = []
    for (const encoding of ['br', 'br', 'gzip', 'gzip', 'identity']) answers.push(await ask(path, encoding))
    expect(answers.map(({ headers }) => headers['x-cache'])).toEqual(['miss', 'hit', 'hit', 'hit', 'hit'])
    expect(new Set(answers.map(decode)).size).toBe(1)
    expect(answers.map(encodingOf)).toEqual(['br', 'br', 'gzip', 'gzip', undefined])
  })
})

describe('a file of the web', () => {
  const FILE = '/assets/large-abc.js'

  it('has a separate tag for each encoding, and is not sent again to clients that have it', async () => {
    const answers = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => ask(FILE, encoding)))
    const tags = answers.map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    const again = await ask(FILE, 'br', { headers: { 'if-none-match': tags[0] } })
    expect([again.status, again.body.byteLength]).toEqual([304, 0])
    expect((await ask(FILE, 'gzip', { headers: { 'if-none-match': tags[0] } })).status).toBe(200)
  })

  it('is sent in ranges of the selected form', async () => {
    const whole = await ask(FILE, 'br')
    const part = await ask(FILE, 'br', { headers: { range: 'bytes=5-9' } })
    expect([part.status, encodingOf(part)]).toEqual([206, 'br'])
    expect(part.body).toEqual(whole.body.subarray(5, 10))
    const plain = await ask(FILE, 'identity', { headers: { range: 'bytes=5-9' } })
    expect([plain.status, encodingOf(plain), plain.body.toString()]).toEqual([
      206,
      undefined,
      LARGE_SCRIPT.slice(5, 10),
    ])
  })

  it('has no addresses for its compressed forms', async () => {
    expect((await ask(`${FILE}.br`)).status).toBe(404)
    expect((await ask(FILE, 'br')).headers['content-type']).toMatch(/javascript/)
  })
})

describe('compression', () => {
  it.each([
    ['a small response', '/healthz'],
    ['a small file', '/assets/entry-abc.js'],
    ['a picture', '/assets/picture-abc.png'],
    ['a small response of the user pool', '/idp/jwks.json'],
  ])('skips %s', async (_, path) => {
    const answer = await ask(path, 'br')
    expect([answer.status, encodingOf(answer)]).toEqual([200, undefined])
  })

  it('skips the user pool’s response to an action: tokens next to text of the client’s choice', async () => {
    const answer = await ask(`/idp/${LARGE}`, 'br', { method: 'POST', body: Buffer.from('{}') })
    expect(answer.status).toBe(200)
    expect(answer.body.byteLength).toBeGreaterThan(1_024)
    expect(encodingOf(answer)).toBeUndefined()
  })

  it('is not accepted in requests: a small body could become an enormous one', async () => {
    const body = gzipSync('{}')
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
    const answer = await ask('/api/orders/preview', undefined, { method: 'POST', headers, body })
    expect(answer.status).toBe(415)
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  })
})
